import { parseSync } from 'vite'

/** A node of the syntax of a source. The build reads the sources that declare pages and panels, so that neither is listed twice. */
export type Node = { readonly type: string; readonly [key: string]: unknown }

export const parse = (file: string, code: string): Node => parseSync(file, code).program as unknown as Node

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
export const nameOf = (node: unknown): string | undefined => (isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined)
export const textOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : undefined

/** The value of a key of an object as it is written. */
export const optionOf = (object: Node | undefined, key: string): Node | undefined =>
  (object?.['properties'] as readonly Node[] | undefined)?.find((property) => nameOf(property['key']) === key)?.['value'] as
    | Node
    | undefined

/** The modules that a part of the source imports when it runs. */
export function importsIn(node: Node): readonly string[] {
  const found: string[] = []
  walk(node, ({ type, source }) => {
    if (type === 'ImportExpression') found.push(textOf(source) ?? '')
  })
  return found
}

export function walk(node: Node, visit: (node: Node, parent: Node | undefined) => void, parent?: Node): void {
  visit(node, parent)
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) walk(each, visit, node)
  }
}
