import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Parts that no page uses. Each hangs on its component as a property (`Menu.Search`), so that the bundler can't tell that nobody asks for it, and
 * every page would fetch it.
 */
export const UNUSED_PARTS = {
  Menu: ['CheckboxGroup', 'ContextMenu', 'RadioGroup', 'RadioItem', 'Search'],
  Tooltip: ['Floating'],
} as const
type Component = keyof typeof UNUSED_PARTS

export function withoutParts(code: string, component: Component): string {
  return UNUSED_PARTS[component].reduce((left, part) => {
    const without = left
      .replace(new RegExp(`^import \\{ ${component}${part} \\} from .*\\n`, 'm'), '')
      .replace(new RegExp(`^${component}\\.${part} = ${component}${part};\\n`, 'm'), '')
    if (without.includes(`${component}${part}`) || without === left) {
      throw new Error(`Mantine puts ${component}.${part} together differently by now: see web/build/lean-mantine.ts`)
    }
    return without
  }, code)
}

const FILE = /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/](\w+)[\\/]\1\.mjs$/
const isComponent = (name: string | undefined): name is Component => name !== undefined && name in UNUSED_PARTS

/** Leaves out of the pages what they do not use of Mantine. */
export const leanMantine = (): Plugin => ({
  name: 'lean-mantine',
  apply: 'build',
  enforce: 'pre',
  load: (id) => {
    const name = FILE.exec(id)?.[1]
    return isComponent(name) ? withoutParts(readFileSync(id, 'utf8'), name) : undefined
  },
})
