import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { isNode, nameOf, optionOf, parse, walk } from './syntax.ts'

const CONTRACT = /[\\/]contract[\\/]src[\\/][^?]*\.ts$/

/** The source with empty summaries of its endpoints. */
export function withoutSummaries(file: string, code: string): string {
  if (!code.includes('defineEndpoint(')) return code
  const summaries: (readonly [start: number, end: number])[] = []
  walk(parse(file, code), (node) => {
    if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'defineEndpoint') return
    const [endpoint] = node['arguments'] as readonly unknown[]
    const summary = isNode(endpoint) ? optionOf(endpoint, 'summary') : undefined
    if (summary) summaries.push([Number(summary['start']), Number(summary['end'])])
  })
  return summaries.reduceRight((left, [start, end]) => `${left.slice(0, start)}''${left.slice(end)}`, code)
}

/** Leaves out of the pages what endpoints say in the API document, which only the server writes. */
export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (CONTRACT.test(id) ? withoutSummaries(id, readFileSync(id, 'utf8')) : undefined),
})
