import type { Warrant, WarrantState } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AN_HOUR } from '../../../../platform/limits/limits.ts'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { statuses } from '../../../../testing/test-records.ts'
import { warrantRowsOf } from '../../../../testing/test-warrant-cast.ts'
import { warrantRows } from '../../../../testing/test-warrant-rows.ts'
import { warrantsOf } from '../../../../testing/test-warrants.ts'
import { expireWarrants } from './warrants.expire.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let rows: ReturnType<typeof warrantRows>
let about: ReturnType<typeof warrantRowsOf>
const people: Record<string, Member> = {}
const who = (name: string): Member => {
  const found = people[name]
  if (!found) throw new Error(`There is no ${name}`)
  return found
}
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
  rows = warrantRows(t)
  about = warrantRowsOf(t)
  people['writer'] = await w.officer()
  people['officer'] = await w.officer()
  people['other department'] = await w.officer({ department: 'BCSO' })
  people['reviewer'] = await w.clerk()
  people['clerk'] = await w.clerk()
  people['judge'] = await w.judge()
})
afterAll(() => t.close())

const BODIES: Record<string, (() => object) | undefined> = {
  return: () => ({ reason: 'Name the street' }),
  deny: () => ({ reason: 'Too little' }),
  recall: () => ({ reason: 'Wrong person' }),
  sign: () => ({ bail: 500, isConfidential: false }),
  serve: () => ({ servedAt: new Date().toISOString(), location: 'Legion Square', text: 'Arrested' }),
}
const act = (by: Member, name: string, warrantId: number, over: object = {}) =>
  by.http.post(`/api/warrants/${warrantId}/${name}`, { version: 1, ...BODIES[name]?.(), ...over })

const STATES = ['submitted', 'review', 'ready', 'returned', 'denied', 'active', 'past', 'served', 'recalled', 'expired'] as const
const ACTS = ['take', 'pass', 'return', 'take-back', 'sign', 'deny', 'recall', 'serve'] as const
const WHO = ['writer', 'officer', 'reviewer', 'clerk', 'judge'] as const
/** All allowed acts, with the state after them; all others are refused. A `past` warrant is active by its row, but has expired by the clock. */
const ALLOWED: Record<string, WarrantState | undefined> = {
  'submitted take reviewer': 'review',
  'submitted take clerk': 'review',
  'submitted take judge': 'review',
  'review take clerk': 'review',
  'review take judge': 'review',
  'ready take reviewer': 'review',
  'ready take clerk': 'review',
  'ready take judge': 'review',
  'review pass reviewer': 'review',
  'submitted return judge': 'returned',
  'review return reviewer': 'returned',
  'review return judge': 'returned',
  'ready return reviewer': 'returned',
  'ready return judge': 'returned',
  'submitted take-back writer': 'returned',
  'review take-back writer': 'returned',
  'ready take-back writer': 'returned',
  'submitted sign judge': 'active',
  'review sign judge': 'active',
  'ready sign judge': 'active',
  'submitted deny judge': 'denied',
  'review deny judge': 'denied',
  'ready deny judge': 'denied',
  'active recall judge': 'recalled',
  'active serve writer': 'served',
  'active serve officer': 'served',
}
const SIGNED: readonly string[] = ['active', 'past', 'served', 'recalled', 'expired']
/** 404 for members who may not know of the warrant, 403 for those who may never do this, 409 if the state does not allow it. */
function refusal(state: (typeof STATES)[number], name: (typeof ACTS)[number], by: (typeof WHO)[number]): number {
  const isUndecided = state === 'submitted' || state === 'review' || state === 'ready'
  if (name === 'serve') return by === 'officer' && !SIGNED.includes(state) ? 404 : by === 'officer' || by === 'writer' ? 409 : 403
  if (name === 'take-back') return by === 'writer' ? 409 : by === 'officer' && !SIGNED.includes(state) ? 404 : 403
  if (by === 'writer' || by === 'officer') return 403
  if (name === 'sign' || name === 'deny' || name === 'recall') return by === 'judge' ? 409 : 403
  if (name === 'pass') return (state === 'review' || state === 'ready') && by !== 'reviewer' ? 403 : 409
  if (name === 'return') return isUndecided ? 403 : 409
  return 409
}
const put = (state: (typeof STATES)[number], writer = who('writer')) =>
  rows.put(writer, {
    state: state === 'ready' ? 'review' : state === 'past' ? 'active' : state,
    isReady: state === 'ready',
    signer: who('judge').userId === writer.userId ? who('clerk') : who('judge'),
    ...(state === 'review' || state === 'ready' ? { reviewer: who('reviewer') } : {}),
    ...(state === 'past' ? { expiresInMs: -1000 } : {}),
  })

describe.each(STATES)('a warrant that is %s', (state) => {
  test.each(ACTS)('%s', async (name) => {
    for (const by of WHO) {
      const { warrantId } = await put(state)
      const response = await act(who(by), name, warrantId)
      const outcome = ALLOWED[`${state} ${name} ${by}`]
      const row = await rows.row(warrantId)
      if (outcome === undefined) {
        expect(response.statusCode, `${by}: ${response.body}`).toBe(refusal(state, name, by))
        expect([row.version, await rows.steps(warrantId)], by).toEqual([1, []])
      } else {
        expect(response.json(), `${by}: ${response.body}`).toMatchObject({ warrantId, state: outcome, version: 2 })
        expect([row.state, (await rows.steps(warrantId)).length], by).toEqual([outcome, 1])
      }
    }
  })
})

test('nobody decides on a warrant that they wrote, whatever role they have', async () => {
  const marked = await w.officer()
  await sql`with made as (insert into roles (name, level, role_group_id, signs_warrants)
      select 'Magistrate', 1, id, true from role_groups where name = 'Developer' returning id)
    insert into user_roles (user_id, role_id) select ${marked.userId}, id from made`.execute(t.db)
  await sql`update users set access_version = access_version + 1 where id = ${marked.userId}`.execute(t.db)
  const others = await Promise.all(
    (['admin', 'root'] as const).map(async (role) => ({ ...(await t.person(role)), http: await t.as(role), identifier: '' })),
  )
  for (const by of [marked, who('judge'), ...others]) {
    for (const name of ['take', 'pass', 'return', 'sign', 'deny']) {
      for (const state of ['submitted', 'review', 'ready'] as const) {
        const { warrantId } = await put(state, by)
        expect((await act(by, name, warrantId)).json(), name).toMatchObject({ code: 'forbidden' })
      }
    }
    const { warrantId } = await put('submitted')
    expect((await act(by, 'sign', warrantId)).json(), 'another’s').toMatchObject({ state: 'active' })
  }
})

describe('the member whose character or vehicle the warrant is about', () => {
  const DECISIONS = [
    ['submitted', 'take'],
    ['review', 'pass'],
    ['review', 'return'],
    ['review', 'sign'],
    ['ready', 'deny'],
    ['active', 'recall'],
  ] as const
  const ABOUT_OWN = { code: 'forbidden', message: 'You cannot decide on a warrant about your own character or vehicle' }
  const subjectsOf = async (owner: Member) => {
    const [own, noted] = [await w.character(owner), await w.character(null)]
    await sql`update characters set merged_into_id = ${own}, removed_at = now() where id = ${noted}`.execute(t.db)
    const { rows: made } = await sql<{ id: number }>`
      insert into vehicles (plate, vin, model, character_id) values ('OWNED1', 'VINOWNED1', 'Sultan', ${own}) returning id`.execute(t.db)
    return [{ characterId: own }, { characterId: noted }, { type: 'search' as const, vehicleId: made[0]!.id }]
  }

  test('does not decide on the warrant; another member does', async () => {
    const own = await w.judge()
    for (const subject of await subjectsOf(own)) {
      for (const [state, name] of DECISIONS) {
        const warrantId = await about.insert({
          ...subject,
          state: state === 'ready' ? 'review' : state,
          isReady: state === 'ready',
          writerId: who('writer').userId,
          signerId: who('judge').userId,
          reviewerId: name === 'pass' ? own.userId : who('reviewer').userId,
        })
        expect((await act(own, name, warrantId)).json(), name).toMatchObject(ABOUT_OWN)
        const { may } = (await own.http.get(`/api/warrants/${warrantId}`)).json<Warrant>()
        expect(Object.values(may), 'and has no button for it').not.toContain(true)
        const other = name === 'pass' ? who('clerk') : who('judge')
        if (name === 'pass') await sql`update warrants set reviewer_id = ${other.userId} where id = ${warrantId}`.execute(t.db)
        expect((await act(other, name, warrantId)).statusCode, name).toBe(200)
      }
    }
  })

  test('learns nothing from refusals about a confidential warrant that they may not know of', async () => {
    const own = await w.clerk()
    const warrantId = await about.insert({
      characterId: await w.character(own),
      isConfidential: true,
      writerId: who('writer').userId,
      signerId: who('judge').userId,
      members: [who('officer').userId],
    })
    for (const name of ['take', 'pass', 'return']) {
      const [hidden, none] = [await act(own, name, warrantId), await act(own, name, 999_999)]
      expect({ ...hidden.json<object>(), requestId: '' }).toEqual({ ...none.json<object>(), requestId: '' })
      expect(hidden.statusCode).toBe(404)
    }
    expect((await act(own, 'recall', warrantId)).json()).not.toMatchObject(ABOUT_OWN)
  })
})

test('an act on an older version is refused, and an act that the state does not allow says the state', async () => {
  const { warrantId } = await put('submitted')
  expect((await act(who('judge'), 'sign', warrantId, { version: 7 })).json()).toMatchObject({
    message: 'This warrant has changed since you opened it',
  })
  const signed = await put('active')
  expect((await act(who('judge'), 'deny', signed.warrantId)).json()).toMatchObject({
    code: 'conflict',
    message: 'This warrant is already signed',
  })
  const past = await put('past')
  expect((await act(who('officer'), 'serve', past.warrantId)).json()).toMatchObject({
    code: 'conflict',
    message: 'This warrant has expired',
  })
})

test('the steps of one member are limited per hour', async () => {
  const busy = await w.clerk()
  for (let calls = 1; calls <= AN_HOUR.warrantActs; calls += 1) {
    expect((await act(busy, 'take', 999_999)).statusCode, `call ${calls}`).toBe(404)
  }
  const { warrantId } = await put('submitted')
  for (const name of ['take', 'pass', 'return']) expect((await act(busy, name, warrantId)).statusCode, name).toBe(429)
  expect((await act(who('clerk'), 'take', warrantId)).statusCode, 'others go on').toBe(200)
})

test('the history names the reviewer before when a warrant is taken over, and not when its reviewer takes it back from those who sign', async () => {
  const { warrantId } = await put('submitted')
  const titles: unknown[] = []
  for (const [version, [by, name]] of [
    ['reviewer', 'take'],
    ['reviewer', 'pass'],
    ['reviewer', 'take'],
    ['clerk', 'take'],
  ].entries()) {
    const { history } = (await act(who(by!), name!, warrantId, { version: version + 1 })).json<Warrant>()
    titles.push([history[0]!.title, history[0]!.changes.map(({ what }) => what)])
  }
  expect(titles).toEqual([
    ['Taken under review', ['State', 'Reviewer']],
    ['Passed on for signature', []],
    ['Taken under review again', []],
    ['Taken over', ['Reviewer']],
  ])
})

test('of two acts at the same time only one happens', async () => {
  const second = await w.judge()
  for (const [state, one, other, by] of [
    ['submitted', 'sign', 'deny', second],
    ['submitted', 'sign', 'sign', second],
    ['active', 'recall', 'serve', who('officer')],
  ] as const) {
    for (let round = 0; round < 4; round += 1) {
      const { warrantId } = await put(state)
      expect(statuses(await Promise.all([act(who('judge'), one, warrantId), act(by, other, warrantId)]))).toEqual([200, 409])
      expect(await rows.steps(warrantId)).toHaveLength(1)
    }
  }
})

test('two portals end an expired warrant only once, and its writer is told', async () => {
  const due = await Promise.all([put('past'), put('past'), put('past')])
  const later = await put('active')
  const deps = { db: t.db, publish: t.app.realtime.publish, historyKey: Buffer.from('the key of the tests, which is no secret') }
  await Promise.all([expireWarrants(deps), expireWarrants(deps)])
  await expireWarrants(deps)
  for (const { warrantId, number } of due) {
    expect([(await rows.row(warrantId)).state, await rows.steps(warrantId)]).toEqual(['expired', ['Expired']])
    expect((await w.reports.notices(who('writer'))).map(({ title }) => title)).toContain(`Arrest warrant ${number} expired`)
  }
  expect((await rows.row(later.warrantId)).state).toBe('active')
  await expireWarrants(deps, () => new Date(Date.now() + 2 * 86_400_000))
  expect((await rows.row(later.warrantId)).state, 'with a clock two days ahead').toBe('expired')
})

test('members who may know of a confidential warrant are told in their own rooms, and the shared rooms are told that it left', async () => {
  const seqs = async () => {
    const { rows: streams } = await sql<{ key: string; seq: number }>`select key, seq from streams`.execute(t.db)
    return new Map(streams.map(({ key, seq }) => [key, Number(seq)]))
  }
  const [named, stranger] = [await w.officer(), await w.officer()]
  const { warrantId } = await rows.put(who('writer'), { state: 'review', reviewer: who('reviewer'), signer: who('judge') })
  await sql`insert into warrant_reviewers (warrant_id, user_id) values (${warrantId}, ${who('reviewer').userId})`.execute(t.db)
  const before = await seqs()
  await act(who('judge'), 'sign', warrantId, { isConfidential: true, servedBy: { userIds: [named.userId] } })
  const after = await seqs()
  const told = (key: string) => (after.get(key) ?? 0) - (before.get(key) ?? 0)
  const own = ({ userId }: Member) => told(`own-warrants:${userId}`)
  expect([told('warrants'), told('active-warrants')], 'that it left, and no alert').toEqual([1, 0])
  expect([own(who('judge')), own(who('reviewer')), own(named)]).toEqual([1, 1, 1])
  expect(own(who('writer')), 'as the writer, and as a unit on duty').toBe(2)
  expect([stranger, who('clerk'), who('other department')].map(own)).toEqual([0, 0, 0])
})

test('only members who may know of a confidential warrant are told of it', async () => {
  const [named, clerk] = [await w.officer(), await w.clerk()]
  const before = await Promise.all(['officer', 'other department', 'clerk'].map((name) => w.reports.notices(who(name))))
  const { warrantId, number } = await rows.put(who('writer'), { state: 'review', reviewer: who('reviewer'), signer: who('judge') })
  const servedBy = { departmentIds: [], userIds: [named.userId] }
  expect((await act(who('judge'), 'sign', warrantId, { isConfidential: true })).json()).toMatchObject({
    code: 'invalid_input',
    field: 'servedBy',
  })
  expect((await act(who('judge'), 'sign', warrantId, { servedBy })).json()).toMatchObject({ code: 'invalid_input', field: 'servedBy' })
  expect(
    (await act(who('judge'), 'sign', warrantId, { isConfidential: true, servedBy: { userIds: [clerk.userId] } })).json(),
  ).toMatchObject({ field: 'servedBy.userIds' })
  expect((await act(who('judge'), 'sign', warrantId, { isConfidential: true, servedBy: { departmentIds: [5] } })).json()).toMatchObject({
    field: 'servedBy.departmentIds',
  })
  expect((await act(who('judge'), 'sign', warrantId, { isConfidential: true, servedBy })).json()).toMatchObject({ isConfidential: true })
  expect((await w.reports.notices(named))[0]?.title).toBe(`New arrest warrant ${number}`)
  expect(await Promise.all(['officer', 'other department', 'clerk'].map((name) => w.reports.notices(who(name))))).toEqual(before)
  for (const name of ['officer', 'other department']) {
    expect((await act(who(name), 'serve', warrantId, { version: 2 })).json(), name).toMatchObject({ code: 'not_found' })
  }
  expect((await act(clerk, 'take', warrantId, { version: 2 })).json()).toMatchObject({ code: 'not_found' })
  const { rows: told } = await sql<{ key: string }>`select key from streams where key = ${`own-warrants:${clerk.userId}`}`.execute(t.db)
  expect(told).toEqual([])
  expect((await act(named, 'serve', warrantId, { version: 2 })).json()).toMatchObject({ state: 'served', isConfidential: false })
})
