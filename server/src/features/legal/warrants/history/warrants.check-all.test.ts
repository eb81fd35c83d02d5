import { createHash, createHmac } from 'node:crypto'
import { MAX_WARRANT_HISTORY, type HistoryCheck, type HistoryProblem } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestPortal, until, type TestPortal } from '../../../../testing/test-portal.ts'
import { warrantHistoryOf } from '../../../../testing/test-warrant-history.ts'
import { integrityOf } from './warrants.check-one.ts'
import { checkHistory } from './warrants.check-all.ts'
import { historyOf } from './warrants.entries.ts'
import { keyIdOf, sealEntry } from './warrants.seals.ts'

const KEY = Buffer.from('the key of these tests, 0123456789')
const OTHER_KEY = Buffer.from('another key than that of these tests')

let t: TestPortal
let writerId: number
let history: ReturnType<typeof warrantHistoryOf>
beforeAll(async () => {
  t = await startTestPortal({ historyKey: KEY })
  writerId = (await t.person('legal')).userId
})
afterAll(() => t.close())

/** Changes the database past the triggers, as someone who has access to it can. */
const tamper = (...statements: string[]) =>
  t.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
  })
const check = async (key = KEY, slice?: number, endFile?: string): Promise<readonly HistoryProblem[]> => {
  const problems: HistoryProblem[] = []
  let after = 0
  for (;;) {
    const part: HistoryCheck = await checkHistory(t.db, key, after, { slice, endFile })
    problems.push(...part.problems)
    if (part.isDone) return problems
    expect(part.checkedTo).toBeGreaterThan(after)
    after = part.checkedTo
  }
}
const told = (problems: readonly HistoryProblem[]) => problems.map(({ entry, what }) => `${entry}: ${what}`)

/** Three warrants and nine entries: 7 in 1, 4, 7, 8 and 9; 14 in 2 and 5; 21 in 3 and 6. */
beforeEach(async () => {
  await tamper('delete from warrant_entries', 'delete from warrant_chain', 'delete from warrants')
  history = warrantHistoryOf(t.db, KEY)
  const ids = [await history.submit(writerId), await history.submit(writerId), await history.submit(writerId)]
  for (const id of ids) await history.step(id, 'returned')
  for (const state of ['submitted', 'returned', 'submitted'] as const) await history.step(7, state)
})

describe('an untouched history', () => {
  test.each([undefined, 1, 2, 4, 9, 10])('is unbroken, checked %s entries at a time', async (slice) => {
    expect(await check(KEY, slice)).toEqual([])
  })

  test('is unbroken after many steps at the same time', async () => {
    const added = await Promise.all(Array.from({ length: 40 }, () => history.submit(writerId)))
    await Promise.all(added.map((id) => history.step(id, 'returned')))
    expect(await check(KEY, 30)).toEqual([])
    const { rows } = await sql<{ entries: number }>`select entries from warrant_chain`.execute(t.db)
    expect(rows).toEqual([{ entries: 9 + 80 }])
  })

  test('is unbroken when its very first entries are written at the same time', async () => {
    await tamper('delete from warrant_entries', 'delete from warrant_chain', 'delete from warrants')
    await Promise.all(Array.from({ length: 8 }, () => history.submit(writerId)))
    expect(await check()).toEqual([])
  })

  test('is read newest first, with the seal of the last step', async () => {
    const events = await historyOf(t.db, 7)
    expect(events.map(({ step, title }) => [step, title])).toEqual([
      [5, 'Step'],
      [4, 'Step'],
      [3, 'Step'],
      [2, 'Step'],
      [1, 'Submitted'],
    ])
    expect(events[0]).toMatchObject({ reason: 'Because', by: null, changes: [{ what: 'State' }] })
    expect(events[4]?.by).toEqual({ userId: writerId, name: 'Ann', identifier: '1A-1' })
    const { rows } = await sql<{ seal: string }>`select encode(seal, 'hex') as seal from warrant_entries where entry = 9`.execute(t.db)
    const seal = rows[0]?.seal ?? ''
    expect(await integrityOf(t.db, KEY, 7)).toEqual({ entries: 5, state: 'unbroken', digest: seal })
  })

  test(`of more than ${MAX_WARRANT_HISTORY} steps is read in part, the newest steps, and counted completely`, async () => {
    for (let step = 2; step < MAX_WARRANT_HISTORY; step += 1) await history.step(14, step % 2 === 0 ? 'submitted' : 'returned')
    expect([(await historyOf(t.db, 14)).length, await integrityOf(t.db, KEY, 14)]).toMatchObject([
      MAX_WARRANT_HISTORY,
      { entries: MAX_WARRANT_HISTORY, state: 'unbroken' },
    ])
    for (const state of ['submitted', 'returned'] as const) await history.step(14, state)
    const events = await historyOf(t.db, 14)
    expect([events.length, events[0]?.step, events.at(-1)?.step]).toEqual([MAX_WARRANT_HISTORY, MAX_WARRANT_HISTORY + 2, 3])
    expect(await integrityOf(t.db, KEY, 14)).toMatchObject({ entries: MAX_WARRANT_HISTORY + 2, state: 'unbroken' })
    await tamper(`delete from warrant_entries where warrant_id = 14 and step = 1`)
    expect(await integrityOf(t.db, KEY, 14), 'an entry that is not shown is missing').toMatchObject({ state: 'broken' })
  })

  test('does not depend on the order in which keys of JSON are stored', async () => {
    await tamper(`update warrants set content = (select jsonb_object_agg(key, value order by key desc) from jsonb_each(content))`)
    expect(await check()).toEqual([])
  })

  test('does not make all steps wait for one step whose member is locked', async () => {
    let waiting: Promise<unknown> | undefined
    await t.db.transaction().execute(async (tx) => {
      await sql`select from users where id = ${writerId} for update`.execute(tx)
      waiting = history.step(14, 'submitted', { byUserId: writerId })
      await until('a step waits', async () => (await sql`select from pg_locks where not granted`.execute(t.db)).rows.length > 0)
      // If the step had locked the end already, it would now wait for us and we for it.
      await sql`set local lock_timeout = '5s'`.execute(tx)
      await sql`select from warrant_chain for update`.execute(tx)
    })
    await waiting
    expect(await check()).toEqual([])
  })
})

const NOT_FITTING = 'It was changed after it was written: its seal does not fit'
const NOT_FOLLOWING = 'It does not follow the entry before it: one of them was changed or moved'

describe('changes past the portal are found, with their entry', () => {
  test.each([
    ['text', `body = replace(body, 'Because', 'Just so')`],
    ['a space in it', `body = body || ' '`],
    ['its time, by a millisecond', `at = at + interval '1 millisecond'`],
    ['its time, to none', `at = 'infinity'`],
    ['who did it', `by_user_id = ${1}`],
    ['its seal', `seal = sha256('x')`],
  ])('a changed entry: %s', async (what, change) => {
    await tamper(`update warrant_entries set ${change} where entry = 4`)
    const problems = await check()
    expect(problems[0]).toEqual({ entry: 4, warrant: { warrantId: 7, number: 'W-2026-0007', step: 2 }, what: NOT_FITTING })
    expect(told(problems).slice(1)).toEqual(what === 'its seal' ? [`5: ${NOT_FOLLOWING}`] : [])
    expect(await integrityOf(t.db, KEY, 7)).toMatchObject({ state: 'broken' })
    await expect(historyOf(t.db, 7)).resolves.toHaveLength(5)
  })

  test('a warrant can be read although the text of an entry is no longer JSON', async () => {
    await tamper(`update warrant_entries set body = 'gone' where entry = 9`)
    expect((await historyOf(t.db, 7))[0]).toMatchObject({ step: 5, title: 'Damaged entry' })
    expect(told(await check())).toEqual([`9: ${NOT_FITTING}`])
  })

  test('an entry that was moved to another warrant', async () => {
    await tamper(`update warrant_entries set warrant_id = 14, step = 3 where entry = 9`)
    const problems = told(await check())
    expect(problems).toContain('8: The warrant differs from this entry, its last: its state')
    expect(problems).toContain(`9: ${NOT_FITTING}`)
  })

  test('a changed seal of the entry before', async () => {
    await tamper(`update warrant_entries set seal_before = sha256('x') where entry = 4`)
    expect(told(await check())).toEqual([`4: ${NOT_FITTING}`, `4: ${NOT_FOLLOWING}`])
  })

  test.each([undefined, 3, 4, 5])('a gap, checked %s entries at a time', async (slice) => {
    await tamper(`delete from warrant_entries where entry in (5, 6)`)
    expect(told(await check(KEY, slice))).toEqual([
      '2: The warrant differs from this entry, its last: its state',
      '3: The warrant differs from this entry, its last: its state',
      '5: Entries 5 to 6 are missing',
    ])
  })

  test('a gap in the steps of one warrant', async () => {
    await tamper(`delete from warrant_entries where entry = 8`)
    const problems = await check()
    expect(told(problems)).toEqual(['8: Entry 8 is missing', '9: It is step 5 of its warrant where step 4 comes next'])
    expect(problems[1]?.warrant).toEqual({ warrantId: 7, number: 'W-2026-0007', step: 5 })
    expect(await integrityOf(t.db, KEY, 7)).toMatchObject({ entries: 4, state: 'broken' })
  })

  test('entries that changed places', async () => {
    await tamper(
      `update warrant_entries set entry = 100 where entry = 5`,
      `update warrant_entries set entry = 5 where entry = 6`,
      `update warrant_entries set entry = 6 where entry = 100`,
    )
    expect(told(await check())).toEqual([
      `5: ${NOT_FITTING}`,
      `5: ${NOT_FOLLOWING}`,
      `6: ${NOT_FITTING}`,
      `6: ${NOT_FOLLOWING}`,
      `7: ${NOT_FOLLOWING}`,
    ])
  })

  test('deleted last entries', async () => {
    await tamper(`delete from warrant_entries where entry >= 8`)
    expect(told(await check())).toContain('8: Entries 8 to 9 are missing: the history was sealed with 9 entries')
  })

  test('deleted last entries, with an end that was adapted without the key', async () => {
    await tamper(
      `delete from warrant_entries where entry >= 8`,
      `update warrant_chain set entries = 7, last_seal = (select seal from warrant_entries where entry = 7)`,
    )
    expect(told(await check())).toEqual(['7: The end of the history was forged: its seal does not fit'])
    await history.step(14, 'submitted')
    expect(told(await check())).toEqual([
      '8: When it was written, the history before it did not end as it was sealed: entries were deleted, added or changed',
    ])
  })

  test('deleted last entries stay a gap after further entries', async () => {
    await tamper(`delete from warrant_entries where entry >= 8`)
    await history.step(14, 'submitted')
    expect(told(await check())).toEqual([
      '8: Entries 8 to 9 are missing',
      '10: When it was written, the history before it did not end as it was sealed: entries were deleted, added or changed',
    ])
  })

  test('a missing end, also after further entries', async () => {
    await tamper(`delete from warrant_chain`)
    expect(told(await check())).toEqual(['9: The sealed end of the history is missing: entries after this one may have been deleted'])
    await history.step(14, 'submitted')
    expect(told(await check())).toEqual([
      '10: When it was written, the history before it did not end as it was sealed: entries were deleted, added or changed',
    ])
  })

  test('an end without any entry', async () => {
    await tamper(`delete from warrant_entries`)
    expect(told(await check())).toEqual([
      '1: Entries 1 to 9 are missing: the history was sealed with 9 entries',
      ...[7, 14, 21].map(() => '0: The warrant has no entry in the history'),
    ])
  })

  test('an old end that was restored', async () => {
    const { rows } = await sql<{ seal: string; last: string }>`
      select encode(seal, 'hex') as seal, encode(last_seal, 'hex') as last from warrant_chain`.execute(t.db)
    await history.step(14, 'submitted')
    await tamper(`update warrant_chain set entries = 9, seal = '\\x${rows[0]?.seal}', last_seal = '\\x${rows[0]?.last}'`)
    expect(told(await check())).toEqual(['10: The history was sealed with 9 entries, and there are 10'])
  })

  test('a warrant that was changed without an entry, with the entry that it differs from', async () => {
    await tamper(`update warrants set state = 'submitted', reason = 'x' where id = 14`)
    const problems = await check()
    expect(problems).toEqual([
      {
        entry: 5,
        warrant: { warrantId: 14, number: 'W-2026-0014', step: 2 },
        what: 'The warrant differs from this entry, its last: its state, its reason',
      },
    ])
    expect(await integrityOf(t.db, KEY, 14)).toMatchObject({ state: 'broken' })
    expect(await integrityOf(t.db, KEY, 7)).toMatchObject({ state: 'unbroken' })
  })

  test('an affidavit that was changed without an entry', async () => {
    await tamper(`update warrants set content = jsonb_set(content, '{affidavit}', '"Never seen."') where id = 21`)
    expect(told(await check())).toEqual(['6: The warrant differs from this entry, its last: what was submitted'])
  })

  test('a warrant with no entry at all', async () => {
    const id = await history.submit(writerId, { hasEntry: false })
    expect(await check()).toEqual([
      { entry: 0, warrant: { warrantId: id, number: 'W-2026-0028', step: 0 }, what: 'The warrant has no entry in the history' },
    ])
    expect(await integrityOf(t.db, KEY, id)).toEqual({ entries: 0, state: 'broken', digest: '' })
  })

  test('a warrant that is gone', async () => {
    await tamper(`delete from warrants where id = 21`)
    expect(told(await check())).toEqual(['3: There is no warrant 21, which it is about', '6: There is no warrant 21, which it is about'])
  })

  test('seals that were all computed again, with another key or without a key', async () => {
    const { rows } = await sql<Parameters<typeof sealEntry>[2] & { sealBefore: Buffer }>`
      select entry, warrant_id as "warrantId", step, by_user_id as "byUserId", at, replace(body, 'Because', 'Just so') as body,
        seal_before as "sealBefore" from warrant_entries order by warrant_entries.entry`.execute(t.db)
    for (const forge of [
      (before: Buffer, row: (typeof rows)[number]) => sealEntry(OTHER_KEY, before, row),
      (before: Buffer, row: (typeof rows)[number]) => createHash('sha256').update(before).update(row.body).digest(),
      (before: Buffer, row: (typeof rows)[number]) => createHmac('sha256', keyIdOf(KEY)).update(before).update(row.body).digest(),
    ]) {
      let before = Buffer.alloc(32)
      for (const row of rows) {
        const seal = forge(before, row)
        await tamper(
          `update warrant_entries set body = '${row.body.replaceAll("'", "''")}', seal_before = '\\x${before.toString('hex')}',
            seal = '\\x${seal.toString('hex')}' where entry = ${row.entry}`,
          `update warrant_chain set last_seal = '\\x${seal.toString('hex')}'`,
        )
        before = Buffer.from(seal)
      }
      expect(told(await check())).toEqual([
        ...rows.map(({ entry }) => `${entry}: ${NOT_FITTING}`),
        '9: The end of the history was forged: its seal does not fit',
      ])
    }
  })

  test('at most 100 problems at a time', async () => {
    for (let i = 0; i < 11; i += 1) await Promise.all(Array.from({ length: 10 }, () => history.submit(writerId)))
    await tamper(`update warrant_entries set body = body || ' '`)
    expect(await check()).toHaveLength(100)
  })
})

describe('with another key', () => {
  test('entries that were sealed before can’t be checked, and the check says which they are', async () => {
    const keyId = keyIdOf(KEY)
    expect(told(await check(OTHER_KEY))).toEqual([
      `1: 9 entries from 1 to 9 were sealed with another key (${keyId}) and can’t be checked`,
      `9: The end of the history was sealed with another key (${keyId}): whether later entries were deleted can’t be checked`,
    ])
    expect(await integrityOf(t.db, OTHER_KEY, 7)).toMatchObject({ entries: 5, state: 'unknown' })
  })

  test('entries written from now on are sealed with it, and can be checked', async () => {
    await history.step(14, 'submitted', { sealedWith: OTHER_KEY })
    await history.step(14, 'returned', { sealedWith: OTHER_KEY })
    expect(await integrityOf(t.db, OTHER_KEY, 14), 'its first entries can’t be checked').toMatchObject({ entries: 4, state: 'unknown' })
    expect(told(await check(OTHER_KEY))).toEqual([
      `1: 9 entries from 1 to 9 were sealed with another key (${keyIdOf(KEY)}) and can’t be checked`,
    ])
    await tamper(`update warrant_entries set body = body || ' ' where entry = 11`)
    expect(told(await check(OTHER_KEY))).toContain(`11: ${NOT_FITTING}`)
    expect(await integrityOf(t.db, OTHER_KEY, 14), 'its other entries are checked').toMatchObject({ state: 'broken' })
  })

  test('a single entry is named by its number', async () => {
    await history.step(14, 'submitted', { sealedWith: OTHER_KEY })
    expect(told(await check())).toContain(`10: It was sealed with another key (${keyIdOf(OTHER_KEY)}) and can’t be checked`)
  })

  test('an entry that is only marked as sealed with it is found', async () => {
    await tamper(`update warrant_entries set key_id = 'ffff' where entry = 4`)
    expect(told(await check())).toEqual([
      '4: It is marked as sealed with another key, and was sealed with this one',
      '5: The key of the entry before it is not the one that was in use when this one was written',
    ])
  })

  test('a changed entry that is marked as sealed with it is found by the entry after it', async () => {
    await tamper(`update warrant_entries set key_id = 'ffff', body = body || ' ' where entry = 4`)
    expect(told(await check())).toContain('5: The key of the entry before it is not the one that was in use when this one was written')
  })
})

describe('over the API', () => {
  test('an admin checks the history', async () => {
    const response = await (await t.as('admin')).get('/api/warrants/history/check')
    expect(response.json()).toEqual({ checkedTo: 9, entries: 9, isDone: true, problems: [], restores: [] })
    const rest = await (await t.as('admin')).get('/api/warrants/history/check?after=9')
    expect(rest.json()).toEqual({ checkedTo: 9, entries: 9, isDone: true, problems: [], restores: [] })
  })

  test('nobody below an admin checks it', async () => {
    for (const role of ['legalSupervisor', 'staff', 'officer'] as const) {
      expect((await (await t.as(role)).get('/api/warrants/history/check')).statusCode).toBe(403)
    }
  })

  test('before there is any warrant, there is nothing to find', async () => {
    await tamper('delete from warrant_entries', 'delete from warrant_chain', 'delete from warrants')
    const response = await (await t.as('admin')).get('/api/warrants/history/check')
    expect(response.json()).toEqual({ checkedTo: 0, entries: 0, isDone: true, problems: [], restores: [] })
  })
})
