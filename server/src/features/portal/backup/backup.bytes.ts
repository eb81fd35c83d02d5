/** Takes exact numbers of bytes from a stream of buffers of any size. */
export class ByteReader {
  taken = 0
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Fewer bytes at the end of the stream. */
  async take(length: number): Promise<Buffer> {
    const parts = [this.#rest]
    let bytes = this.#rest.length
    while (bytes < length) {
      const next = await this.#source.next()
      if (next.done === true) break
      parts.push(next.value)
      bytes += next.value.length
    }
    const all = parts.length === 1 ? this.#rest : Buffer.concat(parts)
    this.#rest = all.subarray(length)
    const taken = all.subarray(0, length)
    this.taken += taken.length
    return taken
  }
}
