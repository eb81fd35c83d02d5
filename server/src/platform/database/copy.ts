import { Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** Rows are passed on in pieces of about this size. */
const PIECE_BYTES = 256 * 1024

const rowsIn = (tag: string): number => Number(/^COPY (\d+)/.exec(tag)?.[1] ?? 0)

/** The output of a `copy … to stdout`. It reads no faster than it is read from. Pass it to the `query` of a client that does not pipeline. */
export class CopyOut extends Readable implements pg.Submittable {
  rows = 0
  readonly #text: string
  #connection: pg.Connection | undefined
  #waiting: Buffer[] = []
  #bytes = 0

  constructor(text: string) {
    super({ highWaterMark: PIECE_BYTES })
    this.#text = text
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#text)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    // The parser uses its buffer again.
    this.#waiting.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes >= PIECE_BYTES && !this.#pass()) connection.stream.pause()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsIn(text)
  }

  handleReadyForQuery(): void {
    this.#pass()
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  #pass(): boolean {
    if (this.#bytes === 0) return true
    const piece = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#bytes = 0
    return this.push(piece)
  }
}

/** The input of a `copy … from stdin`. */
export class CopyIn extends Writable implements pg.Submittable {
  rows = 0
  readonly #text: string
  #connection: pg.Connection | undefined
  #isOpen = false
  #onOpen: ((error?: Error) => void) | undefined
  #onEnd: (() => void) | undefined

  constructor(text: string) {
    super({ highWaterMark: PIECE_BYTES })
    this.#text = text
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#text)
  }

  handleCopyInResponse(): void {
    this.#isOpen = true
    this.#onOpen?.()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = rowsIn(text)
  }

  handleReadyForQuery(): void {
    this.#onEnd?.()
  }

  handleError(error: Error): void {
    if (this.#isOpen) this.destroy(error)
    else this.#onOpen?.(error)
  }

  override _construct(done: (error?: Error) => void): void {
    if (this.#isOpen) done()
    else this.#onOpen = done
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const connection = this.#connection as pg.Connection & { sendCopyFromChunk: (chunk: Buffer) => void }
    connection.sendCopyFromChunk(chunk)
    if (connection.stream.writableNeedDrain) connection.stream.once('drain', done)
    else done()
  }

  override _final(done: () => void): void {
    const connection = this.#connection as pg.Connection & { endCopyFrom: () => void }
    this.#onEnd = done
    connection.endCopyFrom()
  }
}
