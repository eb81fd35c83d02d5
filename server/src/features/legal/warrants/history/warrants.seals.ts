import { createHmac } from 'node:crypto'

/** The sealed fields of an entry; the seal of the entry before it is sealed with them. */
export type Sealed = {
  readonly entry: number
  readonly warrantId: number
  readonly step: number
  readonly byUserId: number | null
  readonly at: Date
  /** The JSON of the entry, letter by letter. */
  readonly body: string
}

/** The value that the first entry has in place of the seal before it. */
export const NO_SEAL = Buffer.alloc(32)

/** An id that tells keys apart without revealing them. */
export const keyIdOf = (key: Buffer): string => createHmac('sha256', key).update('key id').digest('hex').slice(0, 16)

/** Seals one JSON array, so that different contents never give the same bytes. */
const sealOf = (key: Buffer, parts: readonly unknown[]): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([...parts, keyIdOf(key)]))
    .digest()

export const sealEntry = (key: Buffer, before: Buffer, { entry, warrantId, step, byUserId, at, body }: Sealed): Buffer =>
  sealOf(key, ['entry', before.toString('hex'), entry, warrantId, step, byUserId, at.toISOString(), body])

/** The seal of the end of the history, over the number of entries and the seal of the last one. */
export const sealEnd = (key: Buffer, entries: number, last: Buffer): Buffer => sealOf(key, ['end', last.toString('hex'), entries])
