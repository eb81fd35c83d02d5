import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdDecompress } from 'node:zlib'
import type { z } from 'zod'
import { fileReason } from '../../../platform/data-folder/file-error.ts'
import { AppError } from '../../../platform/errors.ts'
import { ByteReader } from './backup.bytes.ts'
import { FRAME, FRAME_BYTES, Head, Last, Part, PartEnd, SMALL_PART_BYTES } from './backup.format.ts'
import { damaged, opened } from './backup.seal.ts'

/** The memory that the decompressor may take, whatever the file asks for: twice what we write with. */
const WINDOW_LOG = 22
/** A file may not grow without end: rows become 5 to 50 times as large. */
const GROWTH = 1000
const FREE_GROWTH_BYTES = 64 * 1024 ** 2

export type ReadPart = Part & { readonly rows: number; readonly bytes: number; readonly sha256: string }
export type BackupContent = { readonly head: Head; readonly parts: readonly ReadPart[]; readonly fileBytes: number }

/** Called while a backup is read; each call is awaited before more is read. */
export type Visitor = {
  readonly head?: (head: Head) => Promise<void> | void
  readonly start?: (part: Part) => Promise<void> | void
  readonly data?: (chunk: Buffer) => Promise<void> | void
  /** After the checksum and the count have been compared. */
  readonly end?: (part: ReadPart) => Promise<void> | void
  readonly progress?: (readBytes: number, fileBytes: number) => void
}

/** Reads a whole backup from its first byte to its last, and refuses it at the first that is not as it was written. */
export async function readBackup(file: string, passPhrase: string, visitor: Visitor = {}): Promise<BackupContent> {
  const fileBytes = await sizeOf(file)
  const source = createReadStream(file, { highWaterMark: FRAME_BYTES })
  try {
    return { ...(await readContent(opened(source, passPhrase), visitor, fileBytes)), fileBytes }
  } finally {
    source.destroy()
  }
}

/** Reads what is inside the encryption. */
export async function readContent(
  source: AsyncIterable<Buffer>,
  visitor: Visitor,
  fileBytes = 0,
): Promise<Omit<BackupContent, 'fileBytes'>> {
  let read = 0
  let content: Omit<BackupContent, 'fileBytes'> | undefined
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          read += chunk.length
          visitor.progress?.(read, fileBytes)
          yield chunk
        }
      },
      createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG } }),
      async (chunks: AsyncIterable<Buffer>) => {
        content = await readFrames(
          bounded(chunks, () => read),
          visitor,
        )
      },
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^ZSTD|^ERR_ZSTD|^Z_/i.test(String(error.code)))
      throw damaged('it can’t be decompressed')
    throw error
  }
  if (!content) throw damaged('it has no content')
  return content
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: unknown) => {
    throw new AppError('not_found', `${file} can’t be read: ${fileReason(error)}`)
  })
  if (!found.isFile()) throw new AppError('invalid_input', `${file} is not a file`)
  return found.size
}

/** Few bytes that become very many are an attack. */
async function* bounded(source: AsyncIterable<Buffer>, read: () => number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > FREE_GROWTH_BYTES + GROWTH * read()) throw damaged('it becomes far larger than any backup')
    yield chunk
  }
}

async function readFrames(source: AsyncIterable<Buffer>, visitor: Visitor): Promise<Omit<BackupContent, 'fileBytes'>> {
  const reader = new ByteReader(source)
  const head = parse(Head, await readFrame(reader), FRAME.head)
  await visitor.head?.(head)
  const parts: ReadPart[] = []
  const names = new Set<string>()
  for (;;) {
    const frame = await readFrame(reader)
    if (frame.kind === FRAME.last) {
      const { parts: count } = parse(Last, frame, FRAME.last)
      if (count !== parts.length) throw damaged(`it has ${parts.length} parts, and ${count} were written`)
      if ((await reader.take(1)).length > 0) throw damaged('something follows its end')
      return { head, parts }
    }
    const part = parse(Part, frame, FRAME.start)
    if (names.has(part.name)) throw damaged(`it has the part ${part.name} twice`)
    names.add(part.name)
    const read = { ...part, ...(await readPart(reader, part, visitor)) }
    parts.push(read)
    await visitor.end?.(read)
  }
}

async function readPart(reader: ByteReader, part: Part, visitor: Visitor): Promise<PartEnd> {
  await visitor.start?.(part)
  const hash = createHash('sha256')
  const rows = part.kind === 'table' ? countRows(part.name, part.columns.length) : undefined
  let bytes = 0
  for (;;) {
    const frame = await readFrame(reader)
    if (frame.kind === FRAME.end) {
      const end = parse(PartEnd, frame, FRAME.end)
      compare(part, end, { bytes, rows: rows?.end() ?? 0, hash })
      return end
    }
    if (frame.kind !== FRAME.data || frame.content.length === 0) throw damaged(`the part ${part.name} has no end`)
    bytes += frame.content.length
    if (!rows && bytes > SMALL_PART_BYTES) throw damaged(`the part ${part.name} is too large`)
    rows?.add(frame.content)
    hash.update(frame.content)
    await visitor.data?.(frame.content)
  }
}

function compare({ name }: Part, end: PartEnd, found: { bytes: number; rows: number; hash: Hash }): void {
  if (found.bytes !== end.bytes) throw damaged(`${name} has ${found.bytes} bytes, and ${end.bytes} were written`)
  if (found.rows !== end.rows) throw damaged(`${name} has ${found.rows} rows, and ${end.rows} were written`)
  if (found.hash.digest('hex') !== end.sha256) throw damaged(`the checksum of ${name} does not fit`)
}

const [TAB, NEWLINE] = [9, 10]

/** Counts rows in PostgreSQL's text format, where tabs and line ends within values are escaped, and compares the columns of each. */
function countRows(table: string, columns: number) {
  let rows = 0
  let tabs = 0
  let isWithin = false
  return {
    add: (chunk: Buffer) => {
      for (let at = 0; at < chunk.length; at += 1) {
        const byte = chunk[at]
        isWithin = true
        if (byte === TAB) tabs += 1
        else if (byte === 0) throw damaged(`row ${rows + 1} of ${table} has a byte that no text has`)
        else if (byte === NEWLINE) {
          if (tabs !== columns - 1) throw damaged(`row ${rows + 1} of ${table} has ${tabs + 1} columns, and the table has ${columns}`)
          rows += 1
          tabs = 0
          isWithin = false
        }
      }
    },
    end: () => {
      if (isWithin) throw damaged(`row ${rows + 1} of ${table} has no end`)
      return rows
    },
  }
}

type Frame = { readonly kind: number; readonly content: Buffer }

async function readFrame(reader: ByteReader): Promise<Frame> {
  const start = await reader.take(5)
  const length = start.length === 5 ? start.readUInt32BE(1) : 0
  if (length > FRAME_BYTES) throw damaged('it has a frame that is too large')
  const content = await reader.take(length)
  if (start.length < 5 || content.length < length) throw damaged('it ends before its end')
  return { kind: start[0] ?? 0, content }
}

function parse<T extends z.ZodType>(schema: T, { kind, content }: Frame, expected: number): z.output<T> {
  if (kind !== expected) throw damaged('its frames are not in order')
  const parsed = schema.safeParse(jsonOf(content))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw damaged(`a frame is not in its format (${issue?.path.join('.')}: ${issue?.message})`)
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString('utf8'))
  } catch {
    throw damaged('a frame is not in its format')
  }
}
