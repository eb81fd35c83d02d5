import type { Correction } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hoursAgo, patrolsOf, type PatrolMember } from '../../../testing/test-patrols.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { statuses } from '../../../testing/test-records.ts'

const MOMENT = hoursAgo(5)

let t: TestPortal
let p: ReturnType<typeof patrolsOf>
let supervisor: PatrolMember
let officer: PatrolMember
beforeAll(async () => {
  t = await startTestPortal()
  p = patrolsOf(t)
  supervisor = await p.supervisor()
})
beforeEach(async () => {
  officer = await p.member()
})
afterAll(() => t.close())

const ask = (by: PatrolMember, patrol: { id: number; version: number }, over: object = {}) =>
  by.http.post(`/api/patrols/${patrol.id}/corrections`, { reason: 'The portal was down', version: patrol.version, ...over })
const asked = async (patrol: { id: number; version: number }, over: object, by = officer) => {
  const response = await ask(by, patrol, over)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<Correction>()
}
const withdraw = (by: PatrolMember, { correctionId }: Correction) => by.http.post(`/api/patrols/corrections/${correctionId}/withdraw`, {})
const decide = (http: Http, { correctionId }: Correction, isAccepted = true, note = '') =>
  http.post(`/api/patrols/corrections/${correctionId}/decide`, { isAccepted, note })
const row = (id: number) => t.db.selectFrom('patrols').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const times = async (id: number) => {
  const { started_at, ended_at } = await row(id)
  return [started_at.toISOString(), ended_at?.toISOString()]
}
const stretches = async (id: number) =>
  (await t.db.selectFrom('patrol_stretches').select(['at', 'status']).where('patrol_id', '=', id).orderBy('at').execute()).map(
    ({ at, status }) => [at.toISOString(), status],
  )
const gaps = (id: number) => t.db.selectFrom('patrol_gaps').selectAll().where('patrol_id', '=', id).orderBy('started_at').execute()
const notices = async (of: PatrolMember) => (await of.http.get(`/api/user/notices/${of.userId}`)).json<{ title: string; text: string }[]>()
const audited = (of: PatrolMember) =>
  t.db
    .selectFrom('audit')
    .selectAll()
    .where('subject_id', '=', String(of.userId))
    .where('action', 'like', 'patrol.%')
    .orderBy('id')
    .execute()

describe('asking', () => {
  test.each<[string, object, string]>([
    ['no reason', { reason: ' ', endedAt: hoursAgo(2) }, 'reason'],
    ['nothing to correct', {}, 'startedAt'],
    ['an end in the future', { endedAt: hoursAgo(-1) }, 'endedAt'],
    ['a start in the future', { startedAt: hoursAgo(-1) }, 'startedAt'],
    ['an end before the start', { endedAt: hoursAgo(9) }, 'endedAt'],
    ['a start after the end', { startedAt: hoursAgo(1) }, 'startedAt'],
    ['an empty patrol', { startedAt: MOMENT, endedAt: MOMENT }, 'endedAt'],
    ['another time altogether', { startedAt: hoursAgo(20), endedAt: hoursAgo(18) }, 'endedAt'],
    ['more than 24 hours longer', { startedAt: hoursAgo(8 + 24.1) }, 'startedAt'],
    ['absences to count where none is left out', { countsGaps: true }, 'countsGaps'],
  ])('%s is refused with its field, and changes nothing', async (_what, input, field) => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const response = await ask(officer, patrol, input)
    expect([response.statusCode, response.json().field], response.body).toEqual([400, field])
    expect(await t.db.selectFrom('patrol_corrections').selectAll().where('patrol_id', '=', patrol.id).execute()).toEqual([])
  })

  test('a request with unchanged times is refused', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const [startedAt, endedAt] = await times(patrol.id)
    expect((await ask(officer, patrol, { startedAt, endedAt })).json()).toMatchObject({ code: 'invalid_input', field: 'startedAt' })
    expect(await asked(patrol, { startedAt, endedAt: hoursAgo(3) })).toMatchObject({
      startedAt: null,
      endedAt: expect.any(String) as string,
    })
  })

  test.each<[string, { from: number; to: number | null }, string]>([
    ['that is under way', { from: 8, to: null }, 'This patrol is still under way: end it first'],
    ['that ended 91 days ago', { from: 91 * 24 + 2, to: 91 * 24 }, 'This patrol ended more than 90 days ago: its times stay as they are'],
  ])('a patrol %s can not be corrected', async (_what, when, message) => {
    const patrol = await p.patrol(officer, when)
    expect((await ask(officer, patrol, { startedAt: hoursAgo(when.from + 1) })).json()).toMatchObject({ code: 'conflict', message })
  })

  test('only the member can ask for a correction of a patrol, not even staff or a supervisor', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const admin = { ...(await t.person('admin')), http: await t.as('admin') }
    for (const by of [await p.member(), supervisor, admin]) expect((await ask(by, patrol, { endedAt: hoursAgo(3) })).statusCode).toBe(404)
  })

  test('an overlap with the patrol before or after is refused with the field', async () => {
    await p.patrol(officer, { from: 12, to: 10 })
    const patrol = await p.patrol(officer, { from: 8, to: 6 })
    await p.patrol(officer, { from: 4, to: null })
    const before = await ask(officer, patrol, { startedAt: hoursAgo(10.5) })
    expect(before.json()).toMatchObject({ code: 'conflict', field: 'startedAt' })
    const after = await ask(officer, patrol, { endedAt: hoursAgo(3) })
    expect(after.json()).toMatchObject({ code: 'conflict', field: 'endedAt' })
    expect((await ask(officer, patrol, { startedAt: hoursAgo(9.9), endedAt: hoursAgo(4.1) })).statusCode).toBe(200)
  })

  test('a patrol has one open correction at a time, also if two are requested at once; withdrawing it makes room', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const twice = await Promise.all([1, 2, 3].map(() => ask(officer, patrol, { endedAt: hoursAgo(3) })))
    expect(statuses(twice)).toEqual([200, 409, 409])
    const first = twice.find(({ statusCode }) => statusCode === 200)!.json<Correction>()
    expect(first).toMatchObject({
      patrolId: patrol.id,
      askedBy: { userId: officer.userId },
      state: 'asked',
      decided: null,
      countsGaps: false,
    })
    expect((await withdraw(await p.member(), first)).statusCode).toBe(404)
    expect((await withdraw(officer, first)).json()).toMatchObject({ state: 'withdrawn', decided: null })
    expect((await withdraw(officer, first)).statusCode).toBe(409)
    expect((await ask(officer, patrol, { endedAt: hoursAgo(2) })).statusCode).toBe(200)
  })

  test('a correction requested at an older version is refused with what changed', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const gapId = await p.gap(patrol.id, { from: 6, to: 5 })
    await supervisor.http.post(`/api/patrols/gaps/${gapId}`, { isCounted: true, version: patrol.version })
    const response = await ask(officer, patrol, { endedAt: hoursAgo(3) })
    expect(response.json()).toMatchObject({ code: 'conflict' })
    expect(response.json().message).toMatch(/^This patrol has changed since you opened it: .+ decided on an absence$/)
  })

  test('at most 30 requests in an hour', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    for (let count = 0; count < 30; count += 1) await ask(officer, patrol, { reason: 'Again', countsGaps: true })
    expect((await ask(officer, patrol, { endedAt: hoursAgo(3) })).statusCode).toBe(429)
  })

  test('an invalid request counts towards the limit', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    for (let count = 0; count < 30; count += 1) expect((await ask(officer, patrol, { reason: ' ' })).statusCode).toBe(400)
    expect((await ask(officer, patrol, { endedAt: hoursAgo(3) })).statusCode).toBe(429)
  })
})

describe('deciding', () => {
  test("is refused to the member, even as staff or with the capability, and to other departments' supervisors", async () => {
    const correction = await asked(await p.patrol(officer, { from: 8, to: 4 }), { endedAt: hoursAgo(3) })
    const others = [officer, await p.member(), await p.supervisor('BCSO', ['seePatrols'])]
    for (const by of others) expect((await decide(by.http, correction)).statusCode).toBe(403)

    const own = await asked(await p.patrol(supervisor, { from: 8, to: 4 }), { endedAt: hoursAgo(3) }, supervisor)
    expect((await decide(supervisor.http, own)).json()).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('your own') as string,
    })
    const admin = { ...(await t.person('admin')), http: await t.as('admin') }
    const staffs = await asked(await p.patrol(admin, { from: 8, to: 4 }), { endedAt: hoursAgo(3) }, admin)
    expect((await decide(admin.http, staffs)).statusCode).toBe(403)
    expect((await decide(await t.as('staff'), staffs)).statusCode, 'whatever the role').toBe(200)
    expect((await decide(supervisor.http, { ...correction, correctionId: 999_999 })).statusCode).toBe(404)
  })

  test('accepting changes the times, adapts stretches and absences, and settles the patrol again', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const before = await stretches(patrol.id)
    await p.seenExcept(officer, 12, 1, [
      [8, 7.6],
      [5.9, 5.5],
      [4.5, 4],
    ])
    for (const [from, to] of [
      [8, 7.6],
      [5.9, 5.5],
      [4.5, 4],
    ] as const)
      await p.gap(patrol.id, { from, to })
    const [startedAt, endedAt] = [hoursAgo(6.5), hoursAgo(5.7)]
    const correction = await asked(patrol, { startedAt, endedAt })
    const [wasStartedAt, wasEndedAt] = await times(patrol.id)
    const decided = (await decide(supervisor.http, correction, true, 'I was there')).json<Correction>()
    expect(decided).toMatchObject({
      state: 'accepted',
      startedAt,
      endedAt,
      wasStartedAt,
      wasEndedAt,
      decided: { by: { userId: supervisor.userId }, note: 'I was there' },
    })
    expect(await times(patrol.id)).toEqual([startedAt, endedAt])
    expect(await stretches(patrol.id), 'the one in force at the new start begins there').toEqual([[startedAt, before[1]![1]], before[2]])
    expect(
      (await gaps(patrol.id)).map((gap) => gap.ended_at.toISOString()),
      'cut',
    ).toEqual([endedAt])
    expect((await row(patrol.id)).version).toBeGreaterThan(patrol.version)
    expect((await notices(officer))[0]).toMatchObject({ title: 'Your correction of a patrol was accepted', text: 'I was there' })
    expect(await audited(officer)).toMatchObject([
      { action: 'patrol.corrected', actor_id: supervisor.userId, before: { startedAt: wasStartedAt }, after: { startedAt, endedAt } },
    ])
  })

  test('a patrol made longer has an earlier first stretch and a longer last one', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 6 })
    const before = await stretches(patrol.id)
    const [startedAt, endedAt] = [hoursAgo(9), hoursAgo(5)]
    expect((await decide(supervisor.http, await asked(patrol, { startedAt, endedAt }))).statusCode).toBe(200)
    expect(await stretches(patrol.id)).toEqual([[startedAt, before[0]![1]], ...before.slice(1)])
    expect(await times(patrol.id)).toEqual([startedAt, endedAt])
  })

  test('an absence in added time is flagged, and counts if the request asked for that; earlier decisions stay', async () => {
    await p.seenExcept(officer, 12, 1, [
      [10, 9],
      [7, 6],
      [3.5, 3],
    ])
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const gapId = await p.gap(patrol.id, { from: 7, to: 6 })
    const left = await supervisor.http.post(`/api/patrols/gaps/${gapId}`, { isCounted: false, version: patrol.version })
    const current = { ...patrol, ...left.json<{ version: number }>() }
    const correction = await asked(current, { startedAt: hoursAgo(9.5), endedAt: hoursAgo(4) })
    expect((await decide(supervisor.http, correction)).statusCode).toBe(200)
    expect((await gaps(patrol.id)).map(({ is_counted, decided_by }) => [is_counted, decided_by])).toEqual([
      [false, null],
      [false, supervisor.userId],
    ])
    const { version } = await row(patrol.id)
    const longer = await asked({ id: patrol.id, version }, { endedAt: hoursAgo(2), countsGaps: true })
    expect((await decide(supervisor.http, longer)).statusCode).toBe(200)
    expect((await gaps(patrol.id)).map(({ is_counted, decided_by }) => [is_counted, decided_by])).toEqual([
      [true, supervisor.userId],
      [false, supervisor.userId],
      [true, supervisor.userId],
    ])
  })

  test('a patrol that begins where another ended keeps its start to the microsecond', async () => {
    const earlier = await p.patrol(officer, { from: 8, to: 6 })
    const patrol = await p.patrol(officer, { from: 5.9, to: 4 })
    await sql`update patrols set ended_at = date_trunc('second', ended_at) + interval '456789 microseconds' where id = ${earlier.id}`.execute(
      t.db,
    )
    await sql`update patrols set started_at = (select ended_at from patrols where id = ${earlier.id}) where id = ${patrol.id}`.execute(t.db)
    const correction = await asked(patrol, { endedAt: hoursAgo(3) })
    expect((await decide(supervisor.http, correction)).statusCode).toBe(200)
    const { rows } = await sql<{ same: boolean }>`select p.started_at = e.ended_at as same from patrols p, patrols e
      where p.id = ${patrol.id} and e.id = ${earlier.id}`.execute(t.db)
    expect(rows[0]?.same).toBe(true)
  })

  test("accepting counts the patrol's absences, except those that someone decided on", async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const [first, second] = [await p.gap(patrol.id, { from: 7, to: 6.5 }), await p.gap(patrol.id, { from: 6, to: 5 })]
    const left = await supervisor.http.post(`/api/patrols/gaps/${first}`, { isCounted: false, note: 'Asleep', version: patrol.version })
    const correction = await asked({ ...patrol, ...left.json<{ version: number }>() }, { countsGaps: true })
    expect((await decide(supervisor.http, correction, true, 'Radio duty')).statusCode).toBe(200)
    expect(await gaps(patrol.id)).toMatchObject([
      { id: first, is_counted: false, note: 'Asleep' },
      { id: second, is_counted: true, note: 'Radio duty', decided_by: supervisor.userId },
    ])
    const [sum] = (
      await sql<{ seconds: number }>`select sum(sign * overlap_seconds(started_at, ended_at, '-infinity', 'infinity'))::integer as seconds
        from counted_time where patrol_id = ${patrol.id}`.execute(t.db)
    ).rows
    expect(Math.round((sum?.seconds ?? 0) / 60)).toBe(210)
  })

  test('absences that are not known yet can not be decided on', async () => {
    const patrol = await p.patrol(officer, { from: 1, to: 0.01, isSettled: false })
    const correction = await asked(patrol, { countsGaps: true })
    expect((await decide(supervisor.http, correction)).json()).toMatchObject({ code: 'conflict' })
    expect((await decide(supervisor.http, correction, false)).json()).toMatchObject({ state: 'declined' })
  })

  test('declining changes only the correction', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const [before, was] = [await row(patrol.id), await stretches(patrol.id)]
    const correction = await asked(patrol, { endedAt: hoursAgo(3), countsGaps: true })
    expect((await decide(await t.as('staff'), correction, false, 'No')).json()).toMatchObject({
      state: 'declined',
      decided: { note: 'No' },
    })
    expect([await row(patrol.id), await stretches(patrol.id)]).toEqual([before, was])
    expect((await notices(officer))[0]).toMatchObject({ title: 'Your correction of a patrol was declined', text: 'No' })
    expect(await audited(officer)).toMatchObject([{ action: 'patrol.correction-declined' }])
    expect((await decide(supervisor.http, correction)).json()).toMatchObject({ message: 'The staff has already declined this correction' })
    expect((await ask(officer, patrol, { endedAt: hoursAgo(3) })).statusCode, 'asked again').toBe(200)
  })

  test('two supervisors at once: one decides, the other gets a conflict, and one notice goes out', async () => {
    const correction = await asked(await p.patrol(officer, { from: 8, to: 4 }), { endedAt: hoursAgo(3) })
    const colleague = await p.supervisor()
    const responses = await Promise.all([decide(supervisor.http, correction), decide(colleague.http, correction, false)])
    expect(statuses(responses)).toEqual([200, 409])
    expect(await notices(officer)).toHaveLength(1)
    expect(await audited(officer)).toHaveLength(1)
  })

  test('a correction that is withdrawn and accepted at once ends as one of both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const patrol = await p.patrol(officer, { from: 8 + round * 10, to: 4 + round * 10 })
      const correction = await asked(patrol, { endedAt: hoursAgo(3 + round * 10) })
      const [accepted, withdrawn] = await Promise.all([decide(supervisor.http, correction), withdraw(officer, correction)])
      expect(statuses([accepted, withdrawn])).toEqual([200, 409])
    }
  })

  test('if another patrol has taken the time meanwhile, accepting is refused with the field, declining is not', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const correction = await asked(patrol, { endedAt: hoursAgo(2) })
    await p.patrol(officer, { from: 3, to: null })
    const before = await times(patrol.id)
    expect((await decide(supervisor.http, correction)).json()).toMatchObject({ code: 'conflict', field: 'endedAt' })
    expect(await times(patrol.id)).toEqual(before)
    expect((await decide(supervisor.http, correction, false)).statusCode).toBe(200)
  })
})

describe('an absence', () => {
  const decideGap = (http: Http, gapId: number, version: number, isCounted = true, note = '') =>
    http.post(`/api/patrols/gaps/${gapId}`, { isCounted, note, version })

  test('is counted or left out by staff and holders of the capability, never by the member or others', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const gapId = await p.gap(patrol.id, { from: 7, to: 6 })
    for (const by of [officer, await p.member(), await p.supervisor('BCSO', ['seePatrols'])]) {
      expect((await decideGap(by.http, gapId, patrol.version)).statusCode).toBe(403)
    }
    const own = await p.patrol(supervisor, { from: 80, to: 76 })
    expect((await decideGap(supervisor.http, await p.gap(own.id, { from: 79, to: 78 }), own.version)).statusCode).toBe(403)
    expect((await decideGap(supervisor.http, 999_999, 1)).statusCode).toBe(404)

    const counted = (await decideGap(supervisor.http, gapId, patrol.version, true, 'Lost connection')).json<{ version: number }>()
    expect(counted).toEqual({ patrolId: patrol.id, version: patrol.version + 1 })
    expect(await gaps(patrol.id)).toMatchObject([{ is_counted: true, note: 'Lost connection', decided_by: supervisor.userId }])
    expect((await decideGap(await t.as('staff'), gapId, counted.version, false)).statusCode).toBe(200)
    expect(await gaps(patrol.id)).toMatchObject([{ is_counted: false, note: '' }])
    expect((await audited(officer)).map(({ action }) => action)).toEqual(['patrol.absence-counted', 'patrol.absence-left-out'])
    expect((await notices(officer)).map(({ title }) => title)).toEqual([
      'An absence during your patrol does not count',
      'An absence during your patrol now counts',
    ])
  })

  test('two supervisors at once: the second gets a conflict', async () => {
    const patrol = await p.patrol(officer, { from: 8, to: 4 })
    const gapId = await p.gap(patrol.id, { from: 7, to: 6 })
    const colleague = await p.supervisor()
    const responses = await Promise.all([decideGap(supervisor.http, gapId, 1), decideGap(colleague.http, gapId, 1, false)])
    expect(statuses(responses)).toEqual([200, 409])
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().message).toContain('decided on an absence')
  })
})
