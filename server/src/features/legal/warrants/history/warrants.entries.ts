import { MAX_WARRANT_HISTORY, WarrantEvent, type RecordActor, type WarrantContent } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { keyIdOf, NO_SEAL, sealEnd, sealEntry, type Sealed } from './warrants.seals.ts'

/** The body of an entry. Bodies are sealed letter by letter as JSON, so fields are only ever added. */
export type EntryBody = {
  readonly title: string
  readonly text: string
  readonly reason: string
  readonly changes: WarrantEvent['changes']
  readonly by: RecordActor | null
  /** The warrant after the step, so that a change made without an entry is found. */
  readonly facts: Readonly<Record<string, unknown>>
  /** The content, when the step is a submission. */
  readonly content?: WarrantContent
  /** The trouble with the end of the history when this entry was added; left out if the end was right. */
  readonly after?: EndTrouble
}
/** The end was sealed with another key and can't be checked, or it is not as it was sealed. */
export type EndTrouble = 'other key' | 'broken'

type Last = { readonly entry: number; readonly seal: Buffer }
type End = { readonly entries: number; readonly last: Buffer; readonly key_id: string; readonly seal: Buffer }

/**
 * Adds an entry to the history of all warrants. Locks the end of the history until the transaction is over, so call it after everything that
 * may refuse and after every other lock.
 */
export async function appendEntry(
  tx: Tx,
  key: Buffer,
  { warrantId, at = new Date(), ...fields }: Omit<EntryBody, 'after'> & { warrantId: number; at?: Date },
): Promise<void> {
  const keyId = keyIdOf(key)
  const byUserId = fields.by?.userId ?? null
  // The entry's foreign keys lock these rows too. They are locked before the end, so that nobody waits for them while all wait for the end.
  await sql`select from warrants where id = ${warrantId} for key share`.execute(tx)
  if (byUserId !== null) await sql`select from users where id = ${byUserId} for key share`.execute(tx)
  const { last, trouble } = await lockEnd(tx, key)
  const { rows: steps } = await sql<{ step: number }>`
    select coalesce(max(step), 0) + 1 as step from warrant_entries where warrant_id = ${warrantId}`.execute(tx)
  const entry = last.entry + 1
  const step = steps[0]?.step ?? 1
  const body = JSON.stringify({ ...fields, ...(trouble ? { after: trouble } : {}) } satisfies EntryBody)
  const seal = sealEntry(key, last.seal, { entry, warrantId, step, byUserId, at, body })
  await sql`insert into warrant_entries (entry, warrant_id, step, by_user_id, at, body, key_id, seal_before, seal)
    values (${entry}, ${warrantId}, ${step}, ${byUserId}, ${at}, ${body}, ${keyId}, ${last.seal}, ${seal})`.execute(tx)
  await sql`update warrant_chain set entries = ${entry}, last_seal = ${seal}, key_id = ${keyId}, seal = ${sealEnd(key, entry, seal)}
    where id = 1`.execute(tx)
}

/**
 * Locks the end of the history and returns the entry that the next one follows. An end that is not as it was sealed must leave a trace and must
 * not stop all work on warrants: the next entry says so permanently.
 */
async function lockEnd(tx: Tx, key: Buffer): Promise<{ last: Last; trouble: EndTrouble | undefined }> {
  let end = await readEnd(tx)
  let isNew = false
  if (!end) {
    const { numAffectedRows } = await sql`insert into warrant_chain (id, entries, last_seal, key_id, seal)
      values (1, 0, ${NO_SEAL}, ${keyIdOf(key)}, ${sealEnd(key, 0, NO_SEAL)}) on conflict do nothing`.execute(tx)
    isNew = numAffectedRows === 1n
    end = await readEnd(tx)
  }
  if (!end) throw new Error('the history of warrants has no end')
  const { rows } = await sql<Last>`
    select entry::float8 as entry, seal from warrant_entries order by warrant_entries.entry desc limit 1`.execute(tx)
  const last = rows[0] ?? { entry: 0, seal: NO_SEAL }
  const isLast = end.entries === last.entry && end.last.equals(last.seal)
  // A history without an end must not have entries.
  if (isNew) return { last, trouble: last.entry === 0 ? undefined : 'broken' }
  if (end.key_id !== keyIdOf(key)) return { last, trouble: isLast ? 'other key' : 'broken' }
  if (!end.seal.equals(sealEnd(key, end.entries, end.last))) return { last, trouble: 'broken' }
  if (isLast) return { last, trouble: undefined }
  // The end is right, so entries are missing: the next entry gets the number it would have had, and the gap stays.
  return { last: end.entries > last.entry ? { entry: end.entries, seal: end.last } : last, trouble: 'broken' }
}

async function readEnd(tx: Tx): Promise<End | undefined> {
  const { rows } = await sql<End>`
    select entries::float8 as entries, last_seal as last, key_id, seal from warrant_chain where id = 1 for update`.execute(tx)
  return rows[0]
}

const EventInEntry = WarrantEvent.omit({ step: true, at: true })
const DAMAGED = {
  title: 'Damaged entry',
  text: 'This entry was changed in the database, past the portal.',
  reason: '',
  changes: [],
  by: null,
}

/** The newest entries of one warrant, newest first. */
export async function historyOf(db: Db | Tx, warrantId: number): Promise<WarrantEvent[]> {
  const { rows } = await sql<Pick<EntryRow, 'step' | 'at' | 'body'>>`
    select step, ${entryTime} as at, body from warrant_entries where warrant_id = ${warrantId}
    order by step desc limit ${MAX_WARRANT_HISTORY}`.execute(db)
  return rows.map(({ step, at, body }) => ({ step, at: at.toISOString(), ...(EventInEntry.safeParse(bodyOf(body)).data ?? DAMAGED) }))
}

/** An entry as it is stored: someone may have changed it past the portal. */
export type EntryRow = Sealed & { readonly keyId: string; readonly sealBefore: Buffer; readonly seal: Buffer }
/** A time that JavaScript can hold, whatever someone wrote into the column. */
const entryTime = sql`case when at between '0001-01-01' and '9999-12-31' then at else '0001-01-01' end`
/** An entry that is about no warrant, as that of a restore, has 0 for both. */
export const entryColumns = sql`entry::float8 as entry, coalesce(warrant_id, 0) as "warrantId", coalesce(step, 0) as step, by_user_id as "byUserId", ${entryTime} as at, body,
  key_id as "keyId", seal_before as "sealBefore", seal`

/** The content of an entry; undefined if it is not a JSON object. */
export function bodyOf(body: string): Partial<EntryBody> | undefined {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined
  } catch {
    return undefined
  }
}

/** A warning for the operator at start, if the history of warrants was last sealed with another key. */
export async function otherHistoryKey(db: Db, key: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ keyId: string }>`select key_id as "keyId" from warrant_chain where id = 1`.execute(db)
  const ours = keyIdOf(key)
  if (!rows[0] || rows[0].keyId === ours) return undefined
  return (
    `The history of warrants was sealed with another key (${rows[0].keyId}) than this portal has (${ours}): what was sealed with it can't be ` +
    'checked here. Put history-key back from a backup of the data folder, or set PORTAL_HISTORY_KEY to the same key on all portals'
  )
}

/** `relabelled`: sealed with this key, but marked with the id of another. */
type Verdict = 'intact' | 'changed' | 'other key' | 'relabelled'

export function judgeEntry(key: Buffer, row: EntryRow): Verdict {
  const isOurs = row.keyId === keyIdOf(key)
  if (row.seal.equals(sealEntry(key, row.sealBefore, row))) return isOurs ? 'intact' : 'relabelled'
  return isOurs ? 'changed' : 'other key'
}
