import type { Call, PatrolUnit } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, WEB_KEY, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dana: Member
let officer: Member
let fire: Member
let civilian: Member
let callTaker: Member
let elsewhere: Member
let staff: Pick<Member, 'http'>
let otherServer: number
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dana = await d.onDuty({ department: 'COMM', name: 'Dana' })
  officer = await d.onDuty()
  fire = await d.onDuty({ department: 'FIRE' })
  civilian = await d.onDuty({ department: 'CIV' })
  callTaker = await d.onDuty({ department: 'COMM', type: 1 })
  otherServer = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Second' })).json<{ serverId: number }>().serverId
  elsewhere = await d.onDuty({ department: 'COMM', serverId: otherServer })
  staff = { http: await t.as('staff') }
})
afterAll(() => t.close())

const openCalls = async () => (await dana.http.get('/api/cad/calls/active/1')).json<Call[]>()
const board = async () => [await openCalls(), (await dana.http.get('/api/patrol/units/1')).json<PatrolUnit[]>()]
const note = (by: Member, callId: number, message: string) =>
  t
    .http(by.token, WEB_KEY, { headers: { 'content-type': 'application/json' } })
    .post(`/api/cad/call/${callId}/callLog`, JSON.stringify(message))
const codes = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

describe('several units at once', () => {
  test('are sent and released together; the first becomes primary', async () => {
    const [a, b, c] = [await d.onDuty(), await d.onDuty(), await d.onDuty()]
    const { callId } = await d.call(dana, { unitIds: [a.userId] })
    const answer = await d.changeUnits(dana, callId, { attach: [{ userId: b.userId }, { userId: c.userId }], detach: [a.userId] })
    expect(answer.json<PatrolUnit[]>().map((unit) => [unit.userId, unit.callId, unit.status])).toEqual([
      [a.userId, null, 3],
      [b.userId, callId, 5],
      [c.userId, callId, 5],
    ])
    expect(await d.detail(dana, callId)).toMatchObject({ status: 'active', primaryUserId: b.userId })
    expect((await d.texts(dana, callId)).slice(-3)).toEqual([
      `${a.identifier} released`,
      `${b.identifier} en route`,
      `${c.identifier} en route`,
    ])
    await d.clear(dana, callId)
  })

  test('all or none: if one is elsewhere nothing changes, and the error says where it is', async () => {
    const [a, b] = [await d.onDuty(), await d.onDuty()]
    const other = await d.call(dana, { unitIds: [b.userId] })
    const { callId } = await d.call(dana)
    const before = await board()
    const refused = await d.changeUnits(dana, callId, { attach: [{ userId: a.userId }, { userId: b.userId }] })
    expect(refused.json()).toMatchObject({ code: 'conflict' })
    expect(refused.json<{ message: string }>().message).toMatch(
      new RegExp(`^Dana sent ${b.identifier} to call ${other.callId} \\d+ s ago$`),
    )
    expect(await board()).toEqual(before)
    const gone = await d.changeUnits(dana, callId, { attach: [{ userId: b.userId, from: other.callId }], detach: [a.userId] })
    expect(gone.json()).toMatchObject({ code: 'conflict', message: `${a.identifier} is no longer on a call` })
    expect(await board()).toEqual(before)

    const moved = await d.changeUnits(dana, callId, { attach: [{ userId: a.userId }, { userId: b.userId, from: other.callId }] })
    expect(moved.json<PatrolUnit[]>().map((unit) => unit.callId)).toEqual([callId, callId])
    expect(await d.detail(dana, other.callId)).toMatchObject({ status: 'pending', primaryUserId: null })
    // A repeated request has nothing to do.
    const after = await board()
    expect((await d.changeUnits(dana, callId, { attach: [{ userId: a.userId }] })).statusCode).toBe(200)
    expect(await board()).toEqual(after)
    for (const each of [other.callId, callId]) await d.clear(dana, each)
  })

  test('any by dispatchers and staff, only their own by others on duty there, none by civilians or from another server', async () => {
    const unit = await d.onDuty()
    const { callId } = await d.call(dana)
    const attach = [{ userId: unit.userId }]
    const refused = await Promise.all([officer, fire, callTaker, civilian, elsewhere].map((by) => d.changeUnits(by, callId, { attach })))
    expect(codes(refused)).toEqual([403, 403, 403, 403, 403])
    expect((await d.changeUnits(officer, callId, { attach: [{ userId: officer.userId }, ...attach] })).statusCode).toBe(403)
    expect((await d.changeUnits(elsewhere, callId, { attach: [{ userId: elsewhere.userId }] })).statusCode).toBe(403)
    expect((await d.unit(dana, unit)).callId).toBeNull()
    expect((await d.changeUnits(unit, callId, { attach })).statusCode).toBe(200)
    expect((await d.changeUnits(unit, callId, { detach: [unit.userId] })).statusCode).toBe(200)
    expect((await d.changeUnits(staff, callId, { attach })).statusCode).toBe(200)
    await d.clear(dana, callId)
  })

  test('a civilian, a unit off duty or of another server, or a cleared call is refused', async () => {
    const off = await d.onDuty()
    await d.status(off, off, 1)
    const { callId } = await d.call(dana)
    const attach = (...members: Member[]) => d.changeUnits(dana, callId, { attach: members.map(({ userId }) => ({ userId })) })
    const before = await board()
    const away = await d.onDuty({ serverId: otherServer })
    expect(codes([await attach(civilian), await attach(off), await attach(away)])).toEqual([409, 409, 409])
    expect(await board()).toEqual(before)
    await d.clear(dana, callId)
    expect((await attach(officer)).json()).toMatchObject({ code: 'conflict', message: `Call ${callId} was cleared by Dana` })
  })

  test.each([
    ['nobody', {}, 'attach', 400],
    ['one twice', { attach: [{ userId: 1 }, { userId: 1 }] }, 'attach', 400],
    ['one both ways', { attach: [{ userId: 1 }], detach: [1] }, 'detach', 400],
    ['too many', { attach: Array.from({ length: 21 }, (_, n) => ({ userId: n + 1 })) }, 'attach', 400],
    ['no number', { attach: [{ userId: 'x' }] }, 'attach.0.userId', 400],
    ['a unit that is none', { attach: [{ userId: 999_999 }] }, 'attach', 404],
    ['a unit that is none, off', { detach: [999_999] }, 'detach', 404],
  ])('%s: refused at its field', async (_what, change, field, status) => {
    const { callId } = await d.call(dana)
    const before = await board()
    const answer = await d.changeUnits(dana, callId, change)
    expect([answer.statusCode, answer.json<{ field: string }>().field]).toEqual([status, field])
    expect(await board()).toEqual(before)
  })
})

describe('a duplicate', () => {
  test('is cleared into the other call: its units move over, and its texts go into the log', async () => {
    const [lead, second, there] = [await d.onDuty(), await d.onDuty(), await d.onDuty()]
    const into = await d.call(dana, { callTypeId: 23, unitIds: [there.userId] })
    const duplicate = await d.call(dana, { callTypeId: 8, narrative: 'Smoke', postal: '8020', unitIds: [lead.userId, second.userId] })
    await d.status(lead, lead, 6)
    await note(officer, duplicate.callId, 'Roof is gone')
    const merged = await d.merge(dana, duplicate.callId, into.callId)
    expect(merged.json()).toMatchObject({
      callId: into.callId,
      status: 'active',
      primaryUserId: there.userId,
      priority: 1,
      version: 2,
      classes: [1, 3],
    })

    const detail = await d.detail(dana, into.callId)
    const from = `From call ${duplicate.callId}`
    expect(detail.log.slice(2).map(({ kind, text, author }) => [kind, text, author?.userId])).toEqual([
      ['change', `Call ${duplicate.callId} merged into this one: Structure fire, Legion Square, 8020`, dana.userId],
      ['note', `${from}: Smoke`, dana.userId],
      ['note', `${from}: Roof is gone`, officer.userId],
      ['change', `${lead.identifier} over from call ${duplicate.callId}`, dana.userId],
      ['change', `${second.identifier} over from call ${duplicate.callId}`, dana.userId],
      ['change', 'Priority 4 to 1', dana.userId],
    ])
    expect(detail.units.map(({ userId, isPrimary }) => [userId, isPrimary])).toEqual([
      [there.userId, true],
      [lead.userId, false],
      [second.userId, false],
    ])
    expect(await d.unit(dana, lead)).toMatchObject({ callId: into.callId, status: 6 })
    expect(detail.units.map(({ onSceneAt }) => onSceneAt !== null)).toEqual([false, true, false])

    const gone = await d.detail(dana, duplicate.callId)
    expect(gone).toMatchObject({
      status: 'cleared',
      mergedIntoId: into.callId,
      disposition: `Merged into call ${into.callId}`,
      primaryUserId: null,
    })
    expect(gone.log.at(-1)?.text).toBe(`Merged into call ${into.callId}`)
    expect(gone.units.every(({ clearedAt }) => clearedAt !== null)).toBe(true)
    await d.clear(dana, into.callId)
  })

  test('gives the other call its primary unit if that has none', async () => {
    const [a, b] = [await d.onDuty(), await d.onDuty()]
    const into = await d.call(officer)
    const duplicate = await d.call(dana, { unitIds: [a.userId, b.userId] })
    await dana.http.post(`/api/cad/call/${duplicate.callId}/primary`, { userId: b.userId })
    const merged = (await d.merge(staff, duplicate.callId, into.callId)).json()
    expect(merged).toMatchObject({ primaryUserId: b.userId, status: 'active', handlerUserId: dana.userId })
    await d.clear(dana, into.callId)
  })

  test('of itself, of a cleared call, or of one on another server is refused, and nothing changes', async () => {
    const [one, cleared] = [await d.call(dana), await d.call(dana)]
    const away = await d.call(elsewhere, { serverId: otherServer })
    await d.clear(dana, cleared.callId)
    const before = await board()
    const answers = await Promise.all([
      d.merge(dana, one.callId, one.callId),
      d.merge(dana, one.callId, cleared.callId),
      d.merge(dana, cleared.callId, one.callId),
      d.merge(dana, one.callId, away.callId),
      d.merge(dana, one.callId, 999_999),
      d.merge(dana, 999_999, one.callId),
    ])
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ field?: string }>().field])).toEqual([
      [400, 'into'],
      [409, undefined],
      [409, undefined],
      [404, 'into'],
      [404, 'into'],
      [404, 'callId'],
    ])
    expect((await dana.http.post(`/api/cad/call/${one.callId}/merge`, {})).json()).toMatchObject({ field: 'into' })
    expect(await board()).toEqual(before)
  })

  test('is for dispatchers of that server and staff', async () => {
    const [one, other] = [await d.call(dana), await d.call(dana)]
    const answers = await Promise.all([officer, fire, callTaker, civilian, elsewhere].map((by) => d.merge(by, one.callId, other.callId)))
    expect(codes(answers)).toEqual([403, 403, 403, 403, 403])
    expect((await d.merge(staff, one.callId, other.callId)).statusCode).toBe(200)
  })
})

describe('handing a call over', () => {
  test('to another dispatcher, or to other departments, is logged', async () => {
    const dirk = await d.onDuty({ department: 'COMM', name: 'Dirk' })
    const { callId } = await d.call(dana)
    expect((await d.transfer(dana, callId, { handlerUserId: dirk.userId, classes: [3, 1, 3] })).json()).toMatchObject({
      handlerUserId: dirk.userId,
      classes: [1, 3],
    })
    expect((await d.transfer(staff, callId, { handlerUserId: null })).json()).toMatchObject({ handlerUserId: null, classes: [1, 3] })
    // Setting the same again is no change.
    await d.transfer(dana, callId, { handlerUserId: null, classes: [3, 1] })
    expect((await d.texts(dana, callId)).slice(1)).toEqual([
      `Dirk (${dirk.identifier}) handles this call`,
      'Concerns police and fire now',
      'Nobody handles this call',
    ])
    // The transfer stays, even if the type changes.
    const edited = await dana.http.put(`/api/cad/call/${callId}`, { callTypeId: 3, version: 1 })
    expect(edited.json()).toMatchObject({ classes: [1, 3] })
  })

  test('a dispatcher who goes off duty, or stops dispatching, no longer handles calls', async () => {
    const dirk = await d.onDuty({ department: 'COMM', name: 'Dirk' })
    const leave = [
      () => d.status(dirk, dirk, 1),
      () => d.save(dirk, { serverId: 1, departmentId: 5, identifier: 'D9', type: 1 }),
      () => d.save(dirk, { serverId: otherServer, departmentId: 5, identifier: 'D9', type: 3 }),
    ]
    for (const step of leave) {
      await d.save(dirk, { serverId: 1, departmentId: 5, identifier: 'D9', type: 3 })
      const { callId, handlerUserId } = await d.call(dirk)
      expect(handlerUserId).toBe(dirk.userId)
      expect((await step()).statusCode).toBe(200)
      expect(await d.detail(dana, callId)).toMatchObject({ handlerUserId: null })
      expect((await d.texts(dana, callId)).at(-1)).toBe('Dirk no longer handles this call')
    }
  })

  test.each([
    ['nothing', {}, 'handlerUserId'],
    ['no classes', { classes: [] }, 'classes'],
    ['civilians', { classes: [0] }, 'classes.0'],
    ['nobody there is', { handlerUserId: 999_999 }, 'handlerUserId'],
  ])('to %s: refused at its field', async (_what, to, field) => {
    const { callId } = await d.call(dana)
    const before = await board()
    expect((await d.transfer(dana, callId, to)).json()).toMatchObject({ code: 'invalid_input', field })
    expect(await board()).toEqual(before)
  })

  test('is only possible to a dispatcher on duty on that server, and only for dispatchers and staff', async () => {
    const { callId } = await d.call(dana)
    const off = await d.onDuty({ department: 'COMM' })
    await d.status(off, off, 1)
    for (const { userId } of [officer, callTaker, civilian, elsewhere, off]) {
      expect((await d.transfer(dana, callId, { handlerUserId: userId })).json()).toMatchObject({
        code: 'invalid_input',
        field: 'handlerUserId',
      })
    }
    const answers = await Promise.all([officer, fire, callTaker, civilian, elsewhere].map((by) => d.transfer(by, callId, { classes: [3] })))
    expect(codes(answers)).toEqual([403, 403, 403, 403, 403])
    await d.clear(dana, callId)
    expect((await d.transfer(dana, callId, { classes: [3] })).statusCode).toBe(409)
  })
})
