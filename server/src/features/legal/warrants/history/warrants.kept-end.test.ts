import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notedEndInWords, readNotedEnd, type HistoryCheck, type HistoryEnd } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { warrantHistoryOf } from '../../../../testing/test-warrant-history.ts'
import { createKeptEnd, historyEndFile, keptEndProblem, readKeptEnd } from './warrants.kept-end.ts'

const KEY = Buffer.from('the key of these tests, 0123456789')

let t: TestPortal
let writerId: number
let folder: string
let file: string
let history: ReturnType<typeof warrantHistoryOf>
const reports: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tenfour-end-'))
  file = historyEndFile(folder)
  t = await startTestPortal({ historyKey: KEY, historyEndFile: file })
  writerId = (await t.person('legal')).userId
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})
/** Changes the database past the triggers, as its owner can. */
const tamper = (...statements: string[]) =>
  t.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
beforeEach(async () => {
  await tamper('delete from warrant_entries', 'delete from warrant_chain', 'delete from warrants')
  rmSync(file, { force: true })
  history = warrantHistoryOf(t.db, KEY)
  await history.submit(writerId)
  await history.step(7, 'returned')
})
afterEach(() => void (reports.length = 0))

const kept = () => JSON.parse(readFileSync(file, 'utf8')) as { entries: number; seal: string }
const end = async () => (await (await t.as('admin')).get('/api/warrants/history/end')).json<HistoryEnd>()
const check = async () => (await (await t.as('admin')).get('/api/warrants/history/check')).json<HistoryCheck>()
const OLDER =
  /^The database is older than what was kept outside it: it has 2 entries, and on \S+ \S+ UTC there were 3\. A backup was restored, or entries were removed/

/** Remembers the rows of the history and of its warrants, to restore them later as from a backup. */
const remember = async () => {
  const { rows } = await sql<{ chain: string; warrants: string }>`
    select (select json_agg(c) from warrant_chain c)::text as chain, (select json_agg(w) from warrants w)::text as warrants`.execute(t.db)
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
  return () =>
    tamper(
      'delete from warrant_entries where entry > 2',
      'delete from warrant_chain',
      'delete from warrants',
      `insert into warrant_chain select * from json_populate_recordset(null::warrant_chain, ${quote(rows[0]!.chain)})`,
      `insert into warrants overriding system value select * from json_populate_recordset(null::warrants, ${quote(rows[0]!.warrants)})`,
    )
}

test('the end is kept in a file that only its owner reads, and follows the history', async () => {
  expect(await end()).toMatchObject({ kept: { entries: 2 }, problem: null })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await history.step(7, 'submitted')
  const now = await end()
  const { rows } = await sql<{ seal: string }>`select encode(seal, 'hex') as seal from warrant_entries where entry = 3`.execute(t.db)
  expect(now).toMatchObject({ kept: { entries: 3, seal: rows[0]!.seal }, problem: null })
  expect(kept()).toMatchObject({ entries: 3, seal: rows[0]!.seal })
  expect((await check()).problems).toEqual([])
})

test('a history that was rolled back together with its sealed end is found, and the kept end stays as evidence', async () => {
  const rollBack = await remember()
  await history.step(7, 'submitted')
  await end()
  await rollBack()
  expect((await check()).problems.map(({ what }) => what)).toEqual([expect.stringMatching(OLDER)])
  const found = await end()
  expect(found.problem).toMatch(OLDER)
  expect(found.kept).toMatchObject({ entries: 3 })
  expect(kept().entries).toBe(3)
  rmSync(file)
  expect(await end(), 'after the operator moved the file away').toMatchObject({ kept: { entries: 2 }, problem: null })
  expect((await check()).problems).toEqual([])
})

test('a history that went on after it was rolled back is found', async () => {
  const rollBack = await remember()
  await history.step(7, 'submitted')
  await end()
  await rollBack()
  for (const state of ['submitted', 'returned'] as const) await history.step(7, state, { byUserId: writerId })
  const words =
    /^Entry 3 is not the one that was sealed by \S+ \S+ UTC, as kept outside the database: a backup was restored and the history went on/
  expect((await end()).problem).toMatch(words)
  expect((await check()).problems.map(({ what }) => what)).toEqual([expect.stringMatching(words)])
})

test('several portals each keep an end in their own folder, and an earlier one raises no alarm', async () => {
  const other = join(folder, 'other.json')
  const report = (problem: string) => void reports.push(problem)
  const second = createKeptEnd({ db: t.db, key: KEY, file: other, report })
  try {
    await second.follow()
    await history.step(7, 'submitted')
    await end()
    await history.step(7, 'returned')
    expect([kept().entries, readKeptEnd(other).kept?.entries]).toEqual([3, 2])
    for (const each of [file, other]) expect(await keptEndProblem(t.db, readKeptEnd(each))).toBeUndefined()
    expect(await second.follow()).toMatchObject({ kept: { entries: 4 }, problem: null })
    expect(reports).toEqual([])
  } finally {
    second.stop()
  }
})

test('an end that someone noted elsewhere fits a history that went on, and not one that was rolled back', async () => {
  const rollBack = await remember()
  await history.step(7, 'submitted')
  const line = notedEndInWords((await end()).kept!)
  const compare = async () => {
    const { entries, seal } = readNotedEnd(`Tenfour: ${line} `)!
    return (await (await t.as('admin')).get(`/api/warrants/history/compare?entries=${entries}&seal=${seal}`)).json<{ problem: string }>()
  }
  expect(line).toMatch(/^The history of warrants has 3 entries, the last sealed [0-9a-f]{64}$/)
  await history.step(7, 'returned')
  expect(await compare()).toEqual({ problem: null })
  await tamper('delete from warrant_entries where entry > 3')
  await rollBack()
  expect((await compare()).problem).toBe('The database has 2 entries, and 3 were noted: a backup was restored, or entries were removed')
  await history.step(7, 'submitted', { byUserId: writerId })
  expect((await compare()).problem).toMatch(/^Entry 3 has another seal than was noted/)
})

test('an invalid end is refused with the name of its field', async () => {
  const admin = await t.as('admin')
  for (const [query, field] of [
    ['entries=0&seal=' + 'a'.repeat(64), 'entries'],
    ['entries=3&seal=abc', 'seal'],
    ['entries=3', 'seal'],
  ] as const)
    expect((await admin.get(`/api/warrants/history/compare?${query}`)).json()).toMatchObject({ code: 'invalid_input', field })
  expect(['', '3 entries', 'a'.repeat(64), `3 entries, ${'a'.repeat(65)}`].map(readNotedEnd)).toEqual(Array(4).fill(undefined))
  expect(readNotedEnd(`1,234 entries, the last sealed \n${'a'.repeat(64)}.`)).toEqual({ entries: 1234, seal: 'a'.repeat(64) })
})

test('an end that was forged without the key is not kept', async () => {
  await end()
  await tamper('update warrant_chain set entries = 1000000')
  expect(await end()).toMatchObject({ kept: { entries: 2 }, problem: null })
})

test('a damaged file is reported once and not overwritten', async () => {
  writeFileSync(file, '{')
  const portal = createKeptEnd({ db: t.db, key: KEY, file, report: (problem) => void reports.push(problem) })
  try {
    const found = [await portal.follow(), await portal.follow()]
    for (const { problem } of found) expect(problem).toContain('move it away, and the portal writes a new one')
    expect([reports.length, readFileSync(file, 'utf8')]).toEqual([1, '{'])
  } finally {
    portal.stop()
  }
})

test('nobody below an admin reads the end', async () => {
  for (const role of ['legalSupervisor', 'staff', 'officer'] as const)
    for (const path of ['end', `compare?entries=1&seal=${'a'.repeat(64)}`])
      expect((await (await t.as(role)).get(`/api/warrants/history/${path}`)).statusCode).toBe(403)
})
