const WIDTH = 140
/** Objects whose keys are names of their own: one to a line. */
const TABLES = new Set(['paths', 'schemas', 'properties', 'channels', 'messages', 'operations'])

/**
 * JSON that is compact and still shows a change where it was made: what fits on a line is on one, fields of a schema have a line each, short
 * entries of other objects share one, and an object that only holds another opens on its line.
 */
export const layOut = (json) => `${lay(json)}\n`

function lay(value, before = '', indent = '', isTable = false) {
  const line = indent + before + inOneLine(value)
  if (typeof value !== 'object' || value === null || line.length < WIDTH) return line
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const inner = `${indent}  `
  const entries = Object.entries(value).map(([key, child]) => ({ key, child, opening: isList ? '' : `${JSON.stringify(key)}: ` }))
  if (entries.length === 1 && lay(entries[0].child, entries[0].opening, inner).includes('\n')) {
    const [{ key, child, opening }] = entries
    return `${lay(child, `${before}${open} ${opening}`, indent, TABLES.has(key))} ${close}`
  }
  const sharesLines = !isTable && !(isList && typeof value[0] === 'object')
  const lines = []
  let canShare = false
  for (const { key, child, opening } of entries) {
    const text = lay(child, opening, inner, TABLES.has(key))
    const isShort = !text.includes('\n')
    const together = `${lines.at(-1)}, ${text.trimStart()}`
    if (sharesLines && isShort && canShare && together.length < WIDTH - 1) lines[lines.length - 1] = together
    else lines.push(text)
    canShare = isShort
  }
  return `${indent}${before}${open}\n${lines.join(',\n')}\n${indent}${close}`
}

function inOneLine(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`
  const entries = Object.entries(value).map(([key, child]) => `${JSON.stringify(key)}: ${inOneLine(child)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}
