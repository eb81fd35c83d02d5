import { UnreadableFile } from '../../../platform/csv/csv.ts'

const MAX_ITEM_BYTES = 100_000
const [BRACKET_OPEN, BRACKET_CLOSE, BRACE_OPEN, BRACE_CLOSE, QUOTE, BACKSLASH, COMMA] = [...Buffer.from('[]{}"\\,')] as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]
const SPACES = new Set(Buffer.from(' \t\r\n'))
const BOM = new Set([0xef, 0xbb, 0xbf])

type Place = 'before' | 'between' | 'item' | 'after'

/**
 * Yields the items of a JSON list: parsing a file of 50 MB at once would block everything else for a second and take several times its size in
 * memory. JSON's structure is ASCII, also in UTF-8, so bytes are enough to find where an item ends; each item is then parsed as usual.
 */
export async function* jsonItems(chunks: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let place = 'before' as Place
  let depth = 0
  let isText = false
  let isEscaped = false
  let count = 0
  let parts: Buffer[] = []
  let size = 0

  const keep = (part: Buffer) => {
    size += part.length
    if (size > MAX_ITEM_BYTES) throw new UnreadableFile(`item ${count + 1} is longer than ${MAX_ITEM_BYTES.toLocaleString('en')} bytes`)
    parts.push(part)
  }
  const take = (): unknown => {
    const text = Buffer.concat(parts).toString()
    count += 1
    parts = []
    size = 0
    if (text.trim() === '') throw new UnreadableFile(`item ${count} is missing`)
    try {
      return JSON.parse(text)
    } catch {
      // The parser's message would quote the file.
      throw new UnreadableFile(`item ${count} is not JSON`)
    }
  }

  for await (const chunk of chunks) {
    let from = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0
      if (place === 'item') {
        if (isText) {
          if (isEscaped) isEscaped = false
          else if (byte === BACKSLASH) isEscaped = true
          else if (byte === QUOTE) isText = false
        } else if (byte === QUOTE) isText = true
        else if (byte === BRACE_OPEN || byte === BRACKET_OPEN) depth += 1
        else if (depth > 0 && (byte === BRACE_CLOSE || byte === BRACKET_CLOSE)) depth -= 1
        else if (depth === 0 && (byte === COMMA || byte === BRACKET_CLOSE)) {
          keep(chunk.subarray(from, at))
          yield take()
          from = at + 1
          place = byte === COMMA ? 'item' : 'after'
        }
      } else if (place === 'between') {
        // The list is empty.
        if (SPACES.has(byte)) continue
        place = byte === BRACKET_CLOSE ? 'after' : 'item'
        from = at
        if (place === 'item') at -= 1
      } else if (!SPACES.has(byte) && !(place === 'before' && BOM.has(byte))) {
        if (place === 'after') throw new UnreadableFile('something follows the end of the list')
        if (byte !== BRACKET_OPEN) throw new UnreadableFile('a JSON file is a list of objects: [{ … }, { … }]')
        place = 'between'
      }
    }
    if (place === 'item') keep(chunk.subarray(from))
  }
  if (place === 'before') throw new UnreadableFile('it is empty')
  if (place !== 'after') throw new UnreadableFile(`it ends in the middle of item ${count + 1}`)
}
