import {
  tabOf,
  WarrantState,
  WarrantTab,
  type PageOf,
  type WarrantAlert,
  type WarrantCounts,
  type WarrantSummary,
  type WarrantViewer,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { castOf, confidential, warrantRowsOf, whoGets, type Cast } from '../../../../testing/test-warrant-cast.ts'
import { isIn } from './warrants.lists.ts'

let t: TestPortal
let rows: ReturnType<typeof warrantRowsOf>
let cast: Cast
beforeAll(async () => {
  t = await startTestPortal()
  rows = warrantRowsOf(t)
  cast = await castOf(t)
})
afterAll(() => t.close())

type By = Pick<Member, 'http'>
const list = async (by: By, query: string): Promise<PageOf<WarrantSummary>> => {
  const response = await by.http.get(`/api/warrants?${query}`)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<PageOf<WarrantSummary>>()
}
const counts = async (by: By) => (await by.http.get('/api/warrants/counts')).json<WarrantCounts>()
const ids = ({ items }: PageOf<{ readonly warrantId: number }>) => items.map(({ warrantId }) => warrantId)
const signed = () => ({ writerId: cast.writer.userId, signerId: cast.judge.userId })

test('queries and the contract put a warrant into the same tab, for every state, writer, reviewer and viewer', async () => {
  const { reviewer, judge, clerk } = cast
  const people = [reviewer.userId, judge.userId, clerk.userId]
  const made: number[] = []
  for (const state of WarrantState.options) {
    for (const writerId of people) {
      for (const reviewerId of [...people, null]) {
        if (state === 'review' && reviewerId === null) continue
        for (const isReady of state === 'review' ? [true, false] : [false]) {
          made.push(await rows.insert({ state, writerId, reviewerId, isReady, signerId: people.find((id) => id !== writerId)! }))
        }
      }
    }
  }
  const { rows: all } = await sql<{ id: number; state: WarrantState; isReady: boolean; writerId: number; reviewerId: number | null }>`
    select id, state, is_ready as "isReady", writer_id as "writerId", reviewer_id as "reviewerId" from warrants
    where id = any(${made}::int[]) order by id`.execute(t.db)
  expect(all.length).toBeGreaterThan(90)
  const viewers: WarrantViewer[] = people.flatMap((userId) => [true, false].map((maySign) => ({ userId, maySign })))
  for (const viewer of viewers) {
    for (const tab of WarrantTab.options) {
      const { rows: found } = await sql<{ id: number }>`
        select w.id from warrants w where w.id = any(${made}::int[]) and ${isIn(tab, { ...viewer, isLegal: true })} order by w.id`.execute(
        t.db,
      )
      const expected = all.filter((row) => tabOf(row, viewer) === tab).map(({ id }) => id)
      expect(
        found.map(({ id }) => id),
        `${tab} of ${JSON.stringify(viewer)}`,
      ).toEqual(expected)
    }
  }
})

describe('the lists of legal staff', () => {
  /** Warrants are never deleted, so each test looks at subjects of its own. */
  let mark = ''
  let counter = 0
  beforeEach(() => {
    counter += 1
    mark = `Mark${String.fromCodePoint(96 + counter)}x`
  })
  const marked = (over: Partial<Parameters<typeof rows.insert>[0]> = {}) =>
    rows.insert({ ...signed(), subjectName: `${mark} Subject`, ...over })

  test('are filtered by type and state, and found by number, subject, offences and writer', async () => {
    const arrest = await marked({ characterId: await character(), about: `2x Burglary${mark}` })
    const search = await marked({ about: 'Radios' })
    const other = await marked({ writerId: cast.unnamed.userId, state: 'recalled' })
    const q = (words: string, more = '') => list(cast.clerk, `tab=active&q=${encodeURIComponent(words)}${more}`).then(ids)
    expect(new Set(await q(mark))).toEqual(new Set([arrest, search]))
    expect(await q(mark, '&type=search')).toEqual([search])
    expect(await q(rows.number(search))).toEqual([search])
    expect(await q(rows.number(search).toLowerCase())).toEqual([search])
    expect(await q(String(arrest))).toEqual([arrest])
    expect(await q(`burglary${mark}`)).toEqual([arrest])
    expect(await q(`wilma ${mark} radios`)).toEqual([search])
    expect(await q(`wilma ${mark} nothing`)).toEqual([])
    expect(await q('%')).toEqual([])
    expect(ids(await list(cast.clerk, `tab=closed&state=recalled&q=${mark}`))).toEqual([other])
    expect(ids(await list(cast.clerk, `tab=closed&state=denied&q=${mark}`))).toEqual([])
  })

  test('are sorted, paged and counted', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    const end = (day: number) => new Date(Date.UTC(2200, 0, day))
    const [b, a, c] = [
      await marked({ subjectName: `B ${mark}`, since: at(2), expiresAt: end(1) }),
      await marked({ subjectName: `a ${mark}`, since: at(3), expiresAt: end(3) }),
      await marked({ subjectName: `C ${mark}`, since: at(1), expiresAt: end(2) }),
    ]
    const by = (sort: string) => list(cast.clerk, `tab=active&q=${mark}&${sort}`).then(ids)
    expect(await by('sort=since')).toEqual([c, b, a])
    expect(await by('sort=since&direction=desc')).toEqual([a, b, c])
    expect(await by('sort=subject')).toEqual([a, b, c])
    expect(await by('sort=number&direction=desc')).toEqual([c, a, b])
    expect(await by('sort=expiresAt')).toEqual([b, c, a])
    const page = await list(cast.clerk, `tab=active&q=${mark}&sort=subject&pageSize=2&page=2`)
    expect(page).toMatchObject({ total: 3, isTotalExact: true, page: 2 })
    expect(ids(page)).toEqual([c])
    const far = await cast.clerk.http.get('/api/warrants?tab=active&page=1000&pageSize=100')
    expect(far.statusCode).toBe(400)
  })

  test('have a confidential warrant only for members who may know of it: in pages, totals, searches and counts', async () => {
    const people = { judge: cast.judge, reviewer: cast.reviewer, clerk: cast.clerk, admin: cast.admin }
    const before = new Map<string, WarrantCounts>()
    for (const [name, by] of Object.entries(people)) before.set(name, await counts(by))
    const id = await marked({ ...confidential(cast), expiresAt: new Date(Date.now() + 3_600_000) })
    const ended = await marked({ ...confidential(cast), state: 'expired' })
    const KNOW = ['judge', 'reviewer', 'admin']
    for (const [tab, warrantId] of [
      ['active', id],
      ['closed', ended],
    ] as const) {
      for (const q of [mark, rows.number(warrantId), `${mark} wilma`, String(warrantId)]) {
        expect(
          await whoGets(people, async (by) => {
            const { items, total } = await list(by, `tab=${tab}&q=${encodeURIComponent(q)}`)
            expect(total).toBe(items.length)
            return items.some((item) => item.warrantId === warrantId)
          }),
          `${tab} ${q}`,
        ).toEqual(KNOW)
      }
    }
    for (const [name, by] of Object.entries(people)) {
      const was = before.get(name)!
      const more = KNOW.includes(name) ? 1 : 0
      expect(await counts(by), name).toEqual({
        ...was,
        active: was.active + more,
        expiring: was.expiring + more,
        closed: was.closed + more,
      })
    }
  })

  test('are refused to officers', async () => {
    for (const path of ['/api/warrants', '/api/warrants/counts']) expect((await cast.writer.http.get(path)).statusCode).toBe(403)
  })
})

test('count up to 1,000, and count warrants that expire within seven days', async () => {
  const before = await counts(cast.clerk)
  await rows.insert({ ...signed(), expiresAt: new Date(Date.now() + 6.9 * 86_400_000) })
  await rows.insert({ ...signed(), expiresAt: new Date(Date.now() + 7.1 * 86_400_000) })
  expect(await counts(cast.clerk)).toEqual({ ...before, active: before.active + 2, expiring: before.expiring + 1 })
  await sql`insert into warrants (id, type, state, year, number, writer_id, writer_identifier, content, subject_kind, subject_name, about, closed_at)
    select 1000000 + n, 'search', 'denied', 2025, n, ${cast.writer.userId}, '', '{}', 'place', 'Many', 'Many', now()
    from generate_series(1, 1001) n`.execute(t.db)
  expect((await counts(cast.clerk)).closed).toBe(1000)
})

const character = async () => {
  const { rows: made } = await sql<{ id: number }>`
    insert into characters (name, origin) values ('Anybody', 'officer') returning id`.execute(t.db)
  return made[0]!.id
}

describe("the list of a member's own warrants", () => {
  const own = async (by: By, query = ''): Promise<PageOf<WarrantSummary>> =>
    (await by.http.get(`/api/warrants/own${query}`)).json<PageOf<WarrantSummary>>()

  test('has only warrants that they wrote, newest first, confidential or not, on duty or not', async () => {
    const { offDuty } = cast
    const made = { writerId: offDuty.userId, signerId: cast.judge.userId }
    const old = await rows.insert({ ...made, state: 'returned', since: new Date(Date.now() - 5000) })
    const kept = await rows.insert({ ...confidential(cast), ...made, subjectName: 'Kept Secret' })
    expect(ids(await own(offDuty))).toEqual([kept, old])
    expect(ids(await own(offDuty, '?state=returned'))).toEqual([old])
    expect(ids(await own(offDuty, '?q=kept'))).toEqual([kept])
    expect(ids(await own(cast.ofDepartment))).toEqual([])
  })
})

describe('the list of active warrants for units', () => {
  const active = async (by: By, query = ''): Promise<PageOf<WarrantAlert>> => {
    const response = await by.http.get(`/api/warrants/active${query}`)
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json<PageOf<WarrantAlert>>()
  }

  test('has warrants in force, the one signed last first, filtered and searched', async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000)
    const first = await rows.insert({ ...signed(), subjectName: 'Forcea One', since: at(-10) })
    const last = await rows.insert({ ...signed(), subjectName: 'Forcea Two', since: at(-5), characterId: await character(), type: 'bench' })
    await rows.insert({ ...signed(), subjectName: 'Forcea Over', expiresAt: at(-1) })
    await rows.insert({ ...signed(), subjectName: 'Forcea Ended', state: 'recalled' })
    const found = await active(cast.unnamed, '?q=forcea')
    expect(ids(found)).toEqual([last, first])
    expect(found).toMatchObject({ total: 2, items: [{ type: 'bench', signedBy: 'Judge Judith', isConfidential: false }, {}] })
    expect(ids(await active(cast.unnamed, '?q=forcea&type=bench'))).toEqual([last])
  })

  test('has a confidential warrant only for members who may know of it, and nothing off duty', async () => {
    const id = await rows.insert({ ...confidential(cast), subjectName: 'Hiddenx Person' })
    const { writer, unnamed, ofDepartment, named, supervisor } = cast
    for (const q of ['hiddenx', rows.number(id)]) {
      const knowing = await whoGets({ writer, unnamed, ofDepartment, named, supervisor }, async (by) => {
        const { items, total } = await active(by, `?q=${q}`)
        expect(total).toBe(items.length)
        return total > 0
      })
      expect(knowing).toEqual(['writer', 'ofDepartment', 'named'])
    }
    for (const by of [cast.offDuty, cast.clerk, cast.admin]) expect((await by.http.get('/api/warrants/active')).statusCode).toBe(403)
  })
})
