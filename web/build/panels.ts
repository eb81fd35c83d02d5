import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { importsIn, nameOf, optionOf, parse, walk, type Node } from './syntax.ts'

const FEATURES = join(import.meta.dirname, '../src/features')

export type DeclaredPanel = {
  /** The folder of the feature that declares it. */
  readonly feature: string
  /** The file of the panel itself. */
  readonly file: string
  /** Drawn as the desktop opens. */
  readonly isFirst: boolean
}

/** Reads the panels from their declarations: `definePanel({ … })` in the `<noun>.feature.ts` of a feature. */
export const readPanels = (): readonly DeclaredPanel[] =>
  globSync('**/*.feature.ts', { cwd: FEATURES }).flatMap((name) => panelsIn(join(FEATURES, name)))

function panelsIn(path: string): readonly DeclaredPanel[] {
  const panels: DeclaredPanel[] = []
  walk(parse(path, readFileSync(path, 'utf8')), (node) => {
    if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'definePanel') return
    const [declaration] = node['arguments'] as readonly Node[]
    const fetch = optionOf(declaration, 'fetch')
    const [source] = fetch ? importsIn(fetch) : []
    if (source === undefined) throw new Error(`A panel of ${path} names no file`)
    const isFirst = optionOf(declaration, 'isFirst')?.['value'] === true
    panels.push({ feature: dirname(path), file: resolve(dirname(path), source), isFirst })
  })
  return panels
}
