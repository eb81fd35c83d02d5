import { createHmac } from 'node:crypto'

/** What of an entry is sealed, together with the seal of the entry before it. */
export type Sealed = {
  readonly entry: number
  readonly warrantId: number
  readonly step: number
  readonly byUserId: number | null
  readonly at: Date
  /** The JSON of what it says, to the letter. */
  readonly body: string
}

/** Before the first entry. */
export const NO_SEAL = Buffer.alloc(32)

/** Tells keys apart without giving one away. */
export const keyIdOf = (key: Buffer): string => createHmac('sha256', key).update('key id').digest('hex').slice(0, 16)

/** One JSON array, so that different contents never come to the same bytes. */
const sealOf = (key: Buffer, parts: readonly unknown[]): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([...parts, keyIdOf(key)]))
    .digest()

export const sealEntry = (key: Buffer, before: Buffer, { entry, warrantId, step, byUserId, at, body }: Sealed): Buffer =>
  sealOf(key, ['entry', before.toString('hex'), entry, warrantId, step, byUserId, at.toISOString(), body])

/** Of the end of the history: how many entries there are, and the seal of the last. */
export const sealEnd = (key: Buffer, entries: number, last: Buffer): Buffer => sealOf(key, ['end', last.toString('hex'), entries])
