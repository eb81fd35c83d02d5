import { HISTORY_SLICE, INT_MAX, MAX_HISTORY_PROBLEMS, warrantNumber, type HistoryCheck, type HistoryProblem } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { readAtOnce } from '../../../../platform/database/streams.ts'
import { warrantColumns, warrantTables, type WarrantRow } from '../read/warrants.rows.ts'
import { bodyOf, entryColumns, judgeEntry, type EntryRow } from './warrants.entries.ts'
import { factsChanged } from './warrants.facts.ts'
import { keptEndProblem, readKeptEnd } from './warrants.kept-end.ts'
import { restoredOf } from './warrants.restored.ts'
import { keyIdOf, NO_SEAL, sealEnd } from './warrants.seals.ts'

/** How many entries are in memory at a time: an entry may hold an affidavit. */
const BATCH = 1000

type Entry = Pick<EntryRow, 'entry' | 'warrantId' | 'step'>
type Warrants = ReadonlyMap<number, WarrantRow>
type OtherKeyRange = { readonly first: Entry; last: number; count: number }
/** The entry checked last, with which the next one is compared. */
type Position = { entry: number; seal: Buffer; keyId: string | undefined }

/** The words for the facts of an entry in a problem. */
const FACT_WORDS: Readonly<Record<string, string>> = {
  number: 'its number',
  writerId: 'its writer',
  writerIdentifier: 'its writer’s identifier',
  departmentId: 'its department',
  subject: 'its subject',
  subjectId: 'its subject',
  about: 'its offences or what is searched for',
  content: 'what was submitted',
  submissions: 'how often it was submitted',
  submittedAt: 'when it was submitted',
  reviewerId: 'its reviewer',
  isReady: 'whether it is ready to sign',
  signerId: 'its signer',
  signedAt: 'when it was signed',
  bail: 'its bail',
  expiresAt: 'its expiry',
  isConfidential: 'whether it is confidential',
  reason: 'its reason',
  return: 'its return',
  closedAt: 'when it ended',
}
const factWords = (facts: readonly string[]): string => [...new Set(facts.map((fact) => FACT_WORDS[fact] ?? `its ${fact}`))].join(', ')

const entriesBetween = (from: number, to: number): string =>
  from === to ? `Entry ${withCommas(from)} is missing` : `Entries ${withCommas(from)} to ${withCommas(to)} are missing`
const withCommas = (value: number): string => value.toLocaleString('en')

/** In the order of entries; warrants without an entry come last. */
const byEntry = (a: HistoryProblem, b: HistoryProblem): number => (a.entry || Infinity) - (b.entry || Infinity) || 0

function collectProblems(warrantOf: (warrantId: number) => WarrantRow | undefined) {
  const problems: HistoryProblem[] = []
  return {
    problems,
    add: (entry: number, what: string, about?: { readonly warrantId: number; readonly step: number }) => {
      if (problems.length >= MAX_HISTORY_PROBLEMS) return
      const row = about && warrantOf(about.warrantId)
      const warrant = about && row ? { warrantId: row.id, number: warrantNumber(row.year, row.number), step: about.step } : null
      problems.push({ entry, warrant, what })
    },
  }
}
type Problems = ReturnType<typeof collectProblems>

type CheckOptions = {
  readonly slice?: number | undefined
  /** The file in which the end is kept outside the database. */
  readonly endFile?: string | undefined
}

/** Checks the next part of the history after an entry, in one snapshot: steps taken meanwhile are checked with the next part. */
export const checkHistory = (
  db: Db,
  key: Buffer,
  after: number,
  { slice = HISTORY_SLICE, endFile }: CheckOptions = {},
): Promise<HistoryCheck> => {
  // The file is read before the database, which may get entries meanwhile.
  const kept = endFile === undefined ? undefined : readKeptEnd(endFile)
  return readAtOnce(db, async (tx) => {
    const warrants = new Map<number, WarrantRow>()
    const found = collectProblems((warrantId) => warrants.get(warrantId))
    const others = new Map<string, OtherKeyRange>()
    const restores: HistoryCheck['restores'] = []
    const position = await readStart(tx, after, found)
    let read = 0
    for (let isMore = true; isMore && read < slice;) {
      const limit = Math.min(BATCH, slice - read)
      const rows = await nextEntries(tx, position.entry, limit)
      warrants.clear()
      for (const row of await warrantsOf(tx, rows)) warrants.set(row.id, row)
      const steps = await stepsOf(tx, rows)
      for (const row of rows) {
        checkEntry(key, position, row, found, others)
        checkStep(row, steps, warrants, found)
        const restored = row.warrantId === 0 && judgeEntry(key, row) === 'intact' ? restoredOf(row.body) : undefined
        if (restored) restores.push({ entry: row.entry, at: row.at.toISOString(), madeAt: restored.madeAt })
      }
      read += rows.length
      isMore = rows.length === limit
    }
    for (const [keyId, range] of others) found.add(range.first.entry, otherKeyWords(keyId, range))
    const { rows: totals } = await sql<{ entries: number }>`select coalesce(max(entry), 0) as entries from warrant_entries`.execute(tx)
    const entries = totals[0]?.entries ?? 0
    const isDone = read < slice
    if (isDone) {
      await checkEnd(tx, key, position, found)
      await addWarrantsWithoutEntries(tx, found)
      const problem = kept && (await keptEndProblem(tx, kept))
      if (problem !== undefined) found.add(position.entry, problem)
    }
    return { checkedTo: position.entry, entries: Math.min(entries, INT_MAX), isDone, problems: found.problems.toSorted(byEntry), restores }
  })
}

async function readStart(tx: Tx, after: number, { add }: Problems): Promise<Position> {
  if (after === 0) return { entry: 0, seal: NO_SEAL, keyId: undefined }
  const { rows } = await sql<EntryRow>`select ${entryColumns} from warrant_entries where entry = ${after}`.execute(tx)
  if (!rows[0]) add(after, entriesBetween(after, after))
  return { entry: after, seal: rows[0]?.seal ?? NO_SEAL, keyId: rows[0]?.keyId }
}

async function nextEntries(tx: Tx, after: number, limit: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select ${entryColumns} from warrant_entries
    where entry > ${after} and entry <= ${INT_MAX} order by warrant_entries.entry limit ${limit}`.execute(tx)
  return rows
}

const idsOf = (entries: readonly Entry[]) => [...new Set(entries.map(({ warrantId }) => warrantId).filter((id) => id > 0))]

async function warrantsOf(tx: Tx, entries: readonly Entry[]): Promise<WarrantRow[]> {
  const ids = idsOf(entries)
  const { rows } = await sql<WarrantRow>`select ${warrantColumns} from ${warrantTables} where w.id = any(${ids})`.execute(tx)
  return rows
}

type Steps = { /** Before the first of these entries. */ before: number; readonly last: number }

async function stepsOf(tx: Tx, entries: readonly Entry[]): Promise<ReadonlyMap<number, Steps>> {
  const ids = idsOf(entries)
  const { rows } = await sql<{ id: number; before: number; last: number }>`
    select warrant_id as id, coalesce(max(step) filter (where entry < ${entries[0]?.entry ?? 0}), 0) as before, max(step) as last
    from warrant_entries where warrant_id = any(${ids}) group by warrant_id`.execute(tx)
  return new Map(rows.map(({ id, before, last }) => [id, { before, last }]))
}

/** Checks the seal of an entry, and whether the entry follows the one before it. */
function checkEntry(key: Buffer, position: Position, row: EntryRow, { add }: Problems, others: Map<string, OtherKeyRange>): void {
  const isNext = row.entry === position.entry + 1
  if (!isNext) add(position.entry + 1, entriesBetween(position.entry + 1, row.entry - 1))
  const verdict = judgeEntry(key, row)
  if (verdict === 'changed') add(row.entry, 'It was changed after it was written: its seal does not fit', row)
  if (verdict === 'relabelled') add(row.entry, 'It is marked as sealed with another key, and was sealed with this one', row)
  if (verdict === 'other key') {
    const range = others.get(row.keyId) ?? { first: row, last: row.entry, count: 0 }
    others.set(row.keyId, Object.assign(range, { last: row.entry, count: range.count + 1 }))
  }
  if (isNext && !row.sealBefore.equals(position.seal)) {
    add(row.entry, 'It does not follow the entry before it: one of them was changed or moved', row)
  }
  if (verdict === 'intact') {
    const after = bodyOf(row.body)?.after
    const isOtherBefore = position.keyId !== undefined && position.keyId !== row.keyId
    if (after === 'broken') {
      add(row.entry, 'When it was written, the history before it did not end as it was sealed: entries were deleted, added or changed', row)
    } else if (isNext && isOtherBefore !== (after === 'other key')) {
      add(row.entry, 'The key of the entry before it is not the one that was in use when this one was written', row)
    }
  }
  Object.assign(position, { entry: row.entry, seal: row.seal, keyId: row.keyId } satisfies Position)
}

/** Checks whether an entry is the next step of its warrant, and, if it is the last step, whether the warrant is as the entry says. */
function checkStep(row: EntryRow, steps: ReadonlyMap<number, Steps>, warrants: Warrants, { add }: Problems): void {
  if (row.warrantId === 0) {
    if (!restoredOf(row.body)) add(row.entry, 'It is about no warrant')
    return
  }
  const known = steps.get(row.warrantId)
  if (known && row.step !== known.before + 1) {
    const expected = known.before + 1
    add(row.entry, `It is step ${row.step} of its warrant where step ${expected} comes next`, row)
  }
  if (known) known.before = row.step
  const warrant = warrants.get(row.warrantId)
  if (!warrant) return add(row.entry, `There is no warrant ${row.warrantId}, which it is about`)
  if (row.step !== known?.last) return
  const changed = factsChanged(warrant, row.body)
  if (changed.length > 0) add(row.entry, `The warrant differs from this entry, its last: ${factWords(changed)}`, row)
}

const otherKeyWords = (keyId: string, { first, last, count }: OtherKeyRange): string =>
  count === 1
    ? `It was sealed with another key (${keyId}) and can’t be checked`
    : `${withCommas(count)} entries from ${withCommas(first.entry)} to ${withCommas(last)} were sealed with another key (${keyId}) and can’t be checked`

/** Compares the sealed end with the last entry. */
async function checkEnd(tx: Tx, key: Buffer, { entry: last, seal: lastSeal }: Position, { add }: Problems): Promise<void> {
  const { rows: beyond } = await sql`select from warrant_entries where entry > ${INT_MAX} limit 1`.execute(tx)
  if (beyond.length > 0) add(last, `There are entries with numbers above ${withCommas(INT_MAX)}, which the portal never wrote`)
  const { rows } = await sql<{ entries: number; last: Buffer; keyId: string; seal: Buffer }>`
    select entries, last_seal as last, key_id as "keyId", seal from warrant_chain where id = 1`.execute(tx)
  const [end] = rows
  if (!end) {
    if (last > 0) add(last, 'The sealed end of the history is missing: entries after this one may have been deleted')
    return
  }
  if (!end.seal.equals(sealEnd(key, end.entries, end.last))) {
    if (end.keyId === keyIdOf(key)) add(last, 'The end of the history was forged: its seal does not fit')
    else add(last, `The end of the history was sealed with another key (${end.keyId}): whether later entries were deleted can’t be checked`)
  } else if (end.keyId !== keyIdOf(key)) {
    add(last, 'The end of the history is marked as sealed with another key, and was sealed with this one')
  }
  if (end.entries > last)
    add(last + 1, `${entriesBetween(last + 1, end.entries)}: the history was sealed with ${withCommas(end.entries)} entries`)
  else if (end.entries < last)
    add(end.entries + 1, `The history was sealed with ${withCommas(end.entries)} entries, and there are ${withCommas(last)}`)
  else if (!end.last.equals(lastSeal)) add(last, 'The last entry is not the one that the end of the history was sealed with')
}

async function addWarrantsWithoutEntries(tx: Tx, { problems }: Problems): Promise<void> {
  const { rows } = await sql<{ id: number; year: number; number: number }>`
    select id, year, number from warrants w where not exists (select from warrant_entries e where e.warrant_id = w.id)
    order by id limit ${MAX_HISTORY_PROBLEMS - problems.length}`.execute(tx)
  for (const { id, year, number } of rows) {
    const warrant = { warrantId: id, number: warrantNumber(year, number), step: 0 }
    problems.push({ entry: 0, warrant, what: 'The warrant has no entry in the history' })
  }
}
