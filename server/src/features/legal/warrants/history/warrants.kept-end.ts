import { join } from 'node:path'
import type { HistoryEnd, NotedEnd } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { readKept, writeKept } from '../../../../platform/data-folder/kept-file.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { restoredOf } from './warrants.restored.ts'
import { sealEnd } from './warrants.seals.ts'

/** The end of the history at some time: how many entries there were, and the seal of the last one, in hex. */
const KeptEnd = z.object({ entries: z.int().min(1), seal: z.string().regex(/^[0-9a-f]{64}$/), at: z.iso.datetime() })
export type KeptEnd = z.infer<typeof KeptEnd>
/** The content of the file, or why it can't be used. */
export type ReadEnd = { readonly file: string; readonly kept: KeptEnd | undefined; readonly damage: string | undefined }

export const historyEndFile = (dataDir: string): string => join(dataDir, 'history-end.json')

export function readKeptEnd(file: string): ReadEnd {
  try {
    const text = readKept(file)
    return { file, kept: text === undefined ? undefined : KeptEnd.parse(JSON.parse(text)), damage: undefined }
  } catch {
    return { file, kept: undefined, damage: `${file} can’t be read: move it away, and the portal writes a new one` }
  }
}

const withCommas = (value: number): string => value.toLocaleString('en')
const timeOf = ({ at }: KeptEnd): string => `${at.slice(0, 16).replace('T', ' ')} UTC`

/** How many entries the database has, and whether the entry with the noted number has the noted seal. */
async function compareWith(db: Db | Tx, noted: NotedEnd): Promise<{ entries: number; isSameSeal: boolean }> {
  const { rows } = await sql<{ entries: number; seal: string | null }>`
    select coalesce(max(entry), 0)::float8 as entries,
      (select encode(seal, 'hex') from warrant_entries where entry = ${noted.entries}) as seal
    from warrant_entries`.execute(db)
  const { entries = 0, seal = null } = rows[0] ?? {}
  return { entries, isSameSeal: seal === noted.seal }
}

/**
 * Why the history in the database does not fit the end that was kept outside it; undefined if it fits or has gone on from there. An earlier end,
 * kept by a portal that was stopped or by another of several portals, fits too. Read the file before the database.
 */
export async function keptEndProblem(db: Db | Tx, { file, kept, damage }: ReadEnd): Promise<string | undefined> {
  if (damage !== undefined || !kept) return damage
  const { entries, isSameSeal } = await compareWith(db, kept)
  if (isSameSeal) return undefined
  const meant = `If a backup was restored on purpose, move ${file} away`
  if (entries < kept.entries) {
    return (
      `The database is older than what was kept outside it: it has ${withCommas(entries)} entries, and on ${timeOf(kept)} there were ${withCommas(kept.entries)}. ` +
      `A backup was restored, or entries were removed. ${meant}`
    )
  }
  return (
    `Entry ${withCommas(kept.entries)} is not the one that was sealed by ${timeOf(kept)}, as kept outside the database: a backup was restored and the history went on ` +
    `from there, or it was written anew. ${meant}`
  )
}

/** Whether the noted end belongs to a history that a restore replaced, as the entry of this restore says. */
async function wasReplaced(db: Db | Tx, noted: NotedEnd): Promise<boolean> {
  const { rows } = await sql<{ entry: number; body: string }>`
    select entry::float8 as entry, body from warrant_entries where warrant_id is null and entry <= ${noted.entries}`.execute(db)
  return rows.some(({ body }) => (restoredOf(body)?.replaced?.entries ?? 0) >= noted.entries)
}

/** The same for an end that someone noted elsewhere. */
export async function notedEndProblem(db: Db | Tx, noted: NotedEnd): Promise<string | undefined> {
  const { entries, isSameSeal } = await compareWith(db, noted)
  if (isSameSeal || (await wasReplaced(db, noted))) return undefined
  if (entries < noted.entries) {
    return `The database has ${withCommas(entries)} entries, and ${withCommas(noted.entries)} were noted: a backup was restored, or entries were removed`
  }
  return `Entry ${withCommas(noted.entries)} has another seal than was noted: a backup was restored and the history went on from there, or it was written anew`
}

/** The end in the database, if it was sealed with our key: someone who has only the database can't forge one. */
async function sealedEnd(db: Db, key: Buffer): Promise<Omit<KeptEnd, 'at'> | undefined> {
  const { rows } = await sql<{ entries: number; last: Buffer; seal: Buffer }>`
    select entries::float8 as entries, last_seal as last, seal from warrant_chain where id = 1`.execute(db)
  const [end] = rows
  if (!end || end.entries === 0 || !end.seal.equals(sealEnd(key, end.entries, end.last))) return undefined
  return { entries: end.entries, seal: end.last.toString('hex') }
}

type Options = {
  readonly db: Db
  readonly key: Buffer
  /** Undefined in a process without a data folder of its own. */
  readonly file: string | undefined
  readonly report: (problem: string) => void
}
const FOLLOW_MS = 10_000

/**
 * Keeps the end of the history outside the database, in the data folder, and updates it. A kept end that does not fit the database is evidence:
 * it is left as it is and reported once.
 */
export function createKeptEnd({ db, key, file, report }: Options) {
  let reported: string | undefined
  const reportOnce = (problem: string | undefined): string | undefined => {
    if (problem !== undefined && problem !== reported) report(problem)
    reported = problem
    return problem
  }

  const follow = async (): Promise<HistoryEnd> => {
    if (file === undefined) return { kept: null, problem: null }
    const read = readKeptEnd(file)
    const problem = reportOnce(await keptEndProblem(db, read))
    if (problem !== undefined) return { kept: read.kept ?? null, problem }
    const end = await sealedEnd(db, key)
    if (!end || end.entries <= (read.kept?.entries ?? 0)) return { kept: read.kept ?? null, problem: null }
    const kept = { ...end, at: new Date().toISOString() }
    try {
      writeKept(file, JSON.stringify(kept))
    } catch (error) {
      return { kept: read.kept ?? null, problem: reportOnce(error instanceof Error ? error.message : String(error)) ?? null }
    }
    return { kept, problem: null }
  }
  /** Runs one update after the other, because each reads and writes the file. */
  let following: Promise<unknown> = Promise.resolve()
  const followInTurn = (): Promise<HistoryEnd> => {
    const next = following.then(follow, follow)
    following = next.catch(() => undefined)
    return next
  }
  const timer = file === undefined ? undefined : setInterval(() => void followInTurn().catch(() => undefined), FOLLOW_MS).unref()
  return { follow: followInTurn, stop: () => clearInterval(timer) }
}
