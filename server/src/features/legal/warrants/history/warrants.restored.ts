import type pg from 'pg'
import { z } from 'zod'
import type { EntryBody, EndTrouble } from './warrants.entries.ts'
import { keyIdOf, NO_SEAL, sealEnd, sealEntry } from './warrants.seals.ts'

/** The content of an entry that records the restore of a backup: it is about no warrant. */
export const RestoredBody = z.object({
  restored: z.object({
    madeAt: z.iso.datetime(),
    /** The end of the history that the restore replaced, where it is known. */
    replaced: z.object({ entries: z.int(), seal: z.string() }).nullable(),
  }),
})
export type Restored = z.infer<typeof RestoredBody>['restored']

/** Adds the entry of a restore, in the transaction of the restore: nobody else uses the database. */
export async function recordRestore(
  client: pg.Client,
  key: Buffer,
  madeAt: string,
  replaced: Restored['replaced'] | undefined,
): Promise<void> {
  const { rows: ends } = await client.query<{ entries: number; last: Buffer; key_id: string; seal: Buffer }>(
    'select entries::float8 as entries, last_seal as last, key_id, seal from warrant_chain where id = 1',
  )
  const { rows: entries } = await client.query<{ entry: number; seal: Buffer }>(
    'select entry::float8 as entry, seal from warrant_entries order by warrant_entries.entry desc limit 1',
  )
  const [end] = ends
  const last = entries[0] ?? { entry: 0, seal: NO_SEAL }
  const keyId = keyIdOf(key)
  const isLast = end ? end.entries === last.entry && end.last.equals(last.seal) : last.entry === 0
  const isSealed = !end || end.key_id !== keyId || end.seal.equals(sealEnd(key, end.entries, end.last))
  const trouble: EndTrouble | undefined = !isLast || !isSealed ? 'broken' : end && end.key_id !== keyId ? 'other key' : undefined
  const from = end && isSealed && end.entries > last.entry ? { entry: end.entries, seal: end.last } : last
  const entry = from.entry + 1
  const at = new Date()
  const restored: Restored = { madeAt, replaced: replaced ? { entries: replaced.entries, seal: replaced.seal } : null }
  const text = `The backup of ${madeAt.slice(0, 16).replace('T', ' ')} UTC was restored`
  const fields: EntryBody = { title: 'Backup restored', text, reason: '', changes: [], by: null, facts: {} }
  const body = JSON.stringify({ ...fields, ...(trouble ? { after: trouble } : {}), restored })
  const seal = sealEntry(key, from.seal, { entry, warrantId: 0, step: 0, byUserId: null, at, body })
  await client.query(
    `insert into warrant_entries (entry, warrant_id, step, by_user_id, at, body, key_id, seal_before, seal)
    values ($1, null, null, null, $2, $3, $4, $5, $6)`,
    [entry, at, body, keyId, from.seal, seal],
  )
  await client.query(
    `insert into warrant_chain (id, entries, last_seal, key_id, seal) values (1, $1, $2, $3, $4)
    on conflict (id) do update set entries = excluded.entries, last_seal = excluded.last_seal, key_id = excluded.key_id, seal = excluded.seal`,
    [entry, seal, keyId, sealEnd(key, entry, seal)],
  )
}

/** The restore that an entry records, if its body says one. */
export function restoredOf(body: string): Restored | undefined {
  try {
    return RestoredBody.safeParse(JSON.parse(body)).data?.restored
  } catch {
    return undefined
  }
}
