import { pipeline, Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'

/** The whole file can't be imported; the message says why. */
export class UnreadableFile extends Error {}

const MAX_ROW_LENGTH = 100_000
/** The parser turns each piece into rows at once: 64 kB of line breaks would block everything else for seconds. */
const PIECE_BYTES = 512
const DELIMITERS = [',', ';', '\t'] as const
const QUOTED = /"(?:[^"]|"")*"/g
/** Spreadsheets export text that looks like a formula with an apostrophe before it, which is not part of the text. */
const MARKED_AS_TEXT = /(^|[;\t])'(?=[=+\-@\t\r\n])/g

/** Yields the rows of a CSV file as cells, header included. An empty line is an empty row, so that rows can be counted. */
export async function* csvRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done) return
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(first.value),
    max_record_size: MAX_ROW_LENGTH,
    relax_column_count: true,
    // A height such as 5'10" is not a quoted cell.
    relax_quotes: true,
    trim: true,
  })
  async function* pieces() {
    for (let next = first; !next.done; next = await iterator.next()) {
      for (let at = 0; at < next.value.length; at += PIECE_BYTES) {
        yield next.value.subarray(at, at + PIECE_BYTES)
        // Requests that came in meanwhile are handled first.
        await setImmediate()
      }
    }
  }
  // Errors are thrown by the loop below.
  pipeline(Readable.from(pieces(), { objectMode: false, highWaterMark: PIECE_BYTES }), parser, () => undefined)
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield cells.map((cell) => cell.replace(MARKED_AS_TEXT, '$1'))
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile(error.message)
    throw error
  }
}

/** The delimiter that occurs most often in the header: a file with commas may have descriptions with semicolons. */
function delimiterOf(chunk: Buffer): string {
  const [header = ''] = chunk.toString('utf8', 0, MAX_ROW_LENGTH).split(/\r?\n|\r/, 1)
  const bare = header.replaceAll(QUOTED, '')
  const counts = DELIMITERS.map((each) => bare.split(each).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
