import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchBoard } from '../../../../testing/test-board.ts'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dana: Member
let dirk: Member
let unit: Member
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dana = await d.onDuty({ department: 'COMM', name: 'Dana' })
  dirk = await d.onDuty({ department: 'COMM', name: 'Dirk' })
  unit = await d.onDuty()
})
afterAll(() => t.close())

const statuses = (responses: readonly { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const openAssignments = () => t.db.selectFrom('call_units').selectAll().where('cleared_at', 'is', null).execute()
const ROUNDS = 5

test('two dispatchers send the same unit to two calls: one succeeds, the other is told who sent it where', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two] = [await d.call(dana), await d.call(dirk)]
    const both = await Promise.all([d.assign(dana, unit, one.callId), d.assign(dirk, unit, two.callId)])
    expect(statuses(both)).toEqual([200, 409])
    const isDanas = both[0].statusCode === 200
    const [won, by] = isDanas ? [one, 'Dana'] : [two, 'Dirk']
    const refused = both.find(({ statusCode }) => statusCode === 409)!.json()
    expect(refused.message).toMatch(new RegExp(`^${by} sent ${unit.identifier} to call ${won.callId} \\d+ s ago$`))
    expect(await d.unit(unit, unit)).toMatchObject({ callId: won.callId, status: 5 })
    const lost = isDanas ? two : one
    expect((await d.texts(dana, lost.callId)).some((text) => text.includes(unit.identifier))).toBe(false)
    await d.assign(dana, unit, 0)
  }
})

test('the same unit to the same call from both: it is sent once', async () => {
  const { callId } = await d.call(dana)
  expect(statuses(await Promise.all([dana, dirk, dana].map((by) => d.assign(by, unit, callId))))).toEqual([200, 200, 200])
  expect((await d.texts(dana, callId)).filter((text) => text === `${unit.identifier} en route`)).toHaveLength(1)
  await d.clear(dana, callId)
})

test('a unit on a call is sent on only from the call it is on', async () => {
  const [one, two] = [await d.call(dana), await d.call(dana)]
  await d.assign(dana, unit, one.callId)
  expect((await d.assign(dirk, unit, two.callId)).statusCode).toBe(409)
  expect((await d.assign(dirk, unit, two.callId, two.callId)).statusCode).toBe(409)
  expect((await d.assign(dirk, unit, 0, two.callId)).statusCode).toBe(409)
  expect((await d.assign(dirk, unit, two.callId, one.callId)).json()).toMatchObject({ callId: two.callId })
  expect(await d.detail(dana, one.callId)).toMatchObject({ status: 'pending' })
  expect(await d.texts(dana, one.callId)).toContain(`${unit.identifier} sent on to call ${two.callId}`)
  await d.clear(dana, two.callId)
})

test('a call is cleared while a unit is sent to it: the call ends without units, and the unit has no call', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { callId } = await d.call(dana)
    const [cleared] = await Promise.all([d.clear(dana, callId), d.assign(dirk, unit, callId)])
    expect(cleared.statusCode).toBe(200)
    expect(await d.detail(dana, callId)).toMatchObject({ status: 'cleared', primaryUserId: null })
    expect(await d.unit(unit, unit)).toMatchObject({ callId: null, status: 3 })
  }
  expect(await openAssignments()).toEqual([])
})

test('a unit goes off duty while it is sent to a call: it is off duty, and the call is pending', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { callId } = await d.call(dana)
    const [off] = await Promise.all([d.status(unit, unit, 1), d.assign(dirk, unit, callId)])
    expect(off.statusCode).toBe(200)
    expect(await d.unit(unit, unit)).toMatchObject({ callId: null, status: 1 })
    expect(await d.detail(dana, callId)).toMatchObject({ status: 'pending', primaryUserId: null })
    await d.status(unit, unit, 3)
  }
  expect(await openAssignments()).toEqual([])
  const open = await t.db.selectFrom('patrols').selectAll().where('user_id', '=', unit.userId).where('ended_at', 'is', null).execute()
  expect(open).toHaveLength(1)
})

test('two dispatchers send overlapping sets of units: one gets all of them, the other none, and is told who sent them', async () => {
  const [a, b, c] = [await d.onDuty(), await d.onDuty(), await d.onDuty()]
  const attach = (...members: Member[]) => ({ attach: members.map(({ userId }) => ({ userId })) })
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two] = [await d.call(dana), await d.call(dirk)]
    const both = await Promise.all([d.changeUnits(dana, one.callId, attach(a, b)), d.changeUnits(dirk, two.callId, attach(c, b))])
    expect(statuses(both)).toEqual([200, 409])
    const isDanas = both[0].statusCode === 200
    const [won, lost, by] = isDanas ? [one, two, 'Dana'] : [two, one, 'Dirk']
    const refused = both.find(({ statusCode }) => statusCode === 409)!.json<{ message: string }>()
    expect(refused.message).toMatch(new RegExp(`^${by} sent ${b.identifier} to call ${won.callId} \\d+ s ago$`))
    const places = await Promise.all([a, b, c].map(async (each) => (await d.unit(dana, each)).callId))
    expect(places).toEqual(isDanas ? [won.callId, won.callId, null] : [null, won.callId, won.callId])
    expect(await d.detail(dana, lost.callId)).toMatchObject({ status: 'pending', units: [] })
    await d.clear(dana, won.callId)
    await d.clear(dana, lost.callId)
  }
  expect(await openAssignments()).toEqual([])
})

test('a call is merged while a unit is sent to it: the unit ends on the remaining call, or the sender is told it was cleared', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [duplicate, into] = [await d.call(dana), await d.call(dana)]
    const [merged, sent] = await Promise.all([d.merge(dana, duplicate.callId, into.callId), d.assign(dirk, unit, duplicate.callId)])
    expect(merged.statusCode).toBe(200)
    expect(await d.detail(dana, duplicate.callId)).toMatchObject({ status: 'cleared', mergedIntoId: into.callId, primaryUserId: null })
    if (sent.statusCode === 200) expect(await d.unit(unit, unit)).toMatchObject({ callId: into.callId })
    else {
      expect(sent.json()).toMatchObject({ code: 'conflict', message: `Call ${duplicate.callId} was cleared by Dana` })
      expect(await d.unit(unit, unit)).toMatchObject({ callId: null })
    }
    await d.clear(dana, into.callId)
  }
  expect(await openAssignments()).toEqual([])
})

test('two calls are merged into each other at once: one remains', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two] = [await d.call(dana, { unitIds: [unit.userId] }), await d.call(dana)]
    const both = await Promise.all([d.merge(dana, one.callId, two.callId), d.merge(dirk, two.callId, one.callId)])
    expect(statuses(both)).toEqual([200, 409])
    const left = both[0].statusCode === 200 ? two : one
    expect(await d.unit(unit, unit)).toMatchObject({ callId: left.callId })
    await d.clear(dana, left.callId)
  }
})

test('the panic button is pressed several times at once: one call, and each press is in its log', async () => {
  const presses = await Promise.all([unit, unit, unit, unit].map((each) => d.panic(each)))
  expect(statuses(presses)).toEqual([200, 200, 200, 200])
  const calls = new Set(presses.map((press) => press.json<{ callId: number }>().callId))
  expect(calls.size).toBe(1)
  const [callId = 0] = calls
  const again = `${unit.identifier} pressed the panic button again`
  expect(await d.texts(dana, callId)).toEqual([`${unit.identifier} pressed the panic button`, again, again, again])
  await d.clear(dana, callId)
})

test('a call is handed to a dispatcher who goes off duty at that moment: no absent member handles it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { callId } = await d.call(dana)
    const [off, handed] = await Promise.all([d.status(dirk, dirk, 1), d.transfer(dana, callId, { handlerUserId: dirk.userId })])
    expect([off.statusCode, [200, 400].includes(handed.statusCode)]).toEqual([200, true])
    expect((await d.detail(dana, callId)).handlerUserId).toBe(handed.statusCode === 200 ? null : dana.userId)
    await d.status(dirk, dirk, 3)
    await d.clear(dana, callId)
  }
})

test('all kinds of actions at once: no deadlock, and every invariant holds', async () => {
  const { callId } = await d.call(dana)
  const units = [unit, await d.onDuty(), await d.onDuty()]
  const actions = units.flatMap((each) => [
    d.assign(dana, each, callId),
    d.status(each, each, 6),
    d.assign(dirk, each, 0),
    d.assign(dirk, each, callId),
    d.status(each, each, 4),
  ])
  const answers = await Promise.all([...actions, d.clear(dirk, callId)])
  expect(answers.filter(({ statusCode }) => ![200, 409].includes(statusCode))).toEqual([])
  expect(await openAssignments()).toEqual([])
  for (const each of units) expect((await d.unit(each, each)).callId).toBeNull()
})

test('a call is merged and reopened at once: in either order, everyone who watches gets every change', async () => {
  const view = await watchBoard(await t.connect(dana.token))
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two] = [await d.call(unit), await d.call(unit)]
    const reopen = () => dirk.http.post(`/api/cad/call/${one.callId}/reopen`)
    const [merged, ...reopened] = await Promise.all([d.merge(dana, one.callId, two.callId), reopen(), reopen(), reopen(), reopen()])
    expect(merged.statusCode).toBe(200)
    expect(statuses(reopened).slice(1)).toEqual([409, 409, 409])
    const { seq } = await t.db.selectFrom('streams').select('seq').where('key', '=', 'board:1').executeTakeFirstOrThrow()
    await expect.poll(() => view.seq).toBe(Number(seq))
    expect(view.calls.has(one.callId)).toBe((await d.detail(dana, one.callId)).status !== 'cleared')
    expect(view.outOfTurn).toEqual([])
  }
})

test('a clear is taken back while a unit is sent to the call: the call and its unit agree in the end', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two] = [await d.call(dana, { unitIds: [unit.userId] }), await d.call(dana)]
    await d.clear(dana, one.callId)
    const { log } = await d.detail(dana, one.callId)
    const path = `/api/cad/call/${one.callId}/callLog/${log.findLast(({ takeBack }) => takeBack === 'clear')!.callLogId}/take-back`
    const answers = await Promise.all([dana.http.post(path), d.assign(dirk, unit, two.callId), dirk.http.post(path)])
    // If the unit was sent elsewhere first, the clear stays; if it was taken back first, the unit is on its call again.
    expect(statuses(answers)).toEqual([200, 409, 409])
    const [back, there] = [await d.detail(dana, one.callId), await d.detail(dana, two.callId)]
    expect([back.status, there.status]).toEqual(answers[1].statusCode === 200 ? ['cleared', 'active'] : ['active', 'pending'])
    expect(await openAssignments()).toHaveLength(1)
    await d.assign(dana, unit, 0)
  }
})
