import type { Call, CallDetail, CallLogEntry, TakeBackOffer } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchBoard } from '../../../testing/test-board.ts'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, WEB_KEY, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dana: Member
let dirk: Member
let civilian: Member
let elsewhere: Member
let otherServer: number
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dana = await d.onDuty({ department: 'COMM', name: 'Dana' })
  dirk = await d.onDuty({ department: 'COMM', name: 'Dirk' })
  civilian = await d.onDuty({ department: 'CIV' })
  otherServer = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Second' })).json<{ serverId: number }>().serverId
  elsewhere = await d.onDuty({ department: 'COMM', serverId: otherServer })
})
afterAll(() => t.close())

type By = Pick<Member, 'http'>
const reopen = (by: By, callId: number) => by.http.post(`/api/cad/call/${callId}/reopen`)
const note = (by: Member, callId: number, message: string) =>
  t
    .http(by.token, WEB_KEY, { headers: { 'content-type': 'application/json' } })
    .post(`/api/cad/call/${callId}/callLog`, JSON.stringify(message))
/** The entry of a call's log that offers to take the action back. */
const entryOf = async (callId: number, kind: string): Promise<CallLogEntry> => {
  const { log } = (await dana.http.get(`/api/cad/call/${callId}`)).json<CallDetail>()
  return log.findLast(({ takeBack }) => takeBack === kind)!
}
const takeBack = async (by: By, callId: number, kind: string, entry?: CallLogEntry) =>
  by.http.post(`/api/cad/call/${callId}/callLog/${(entry ?? (await entryOf(callId, kind))).callLogId}/take-back`)
const offer = async (by: By) => (await by.http.get('/api/cad/take-back/1')).json<TakeBackOffer | null>()
const age = (callId: number, seconds: number) =>
  sql`update call_logs set at = at - make_interval(secs => ${seconds}) where call_id = ${callId}`.execute(t.db)
const refusal = async (answer: Promise<{ statusCode: number; json: <T>() => T }>) => {
  const { statusCode, json } = await answer
  return [statusCode, json<{ message: string }>().message]
}

describe('reopening a call', () => {
  test('is for dispatchers of its server, staff and the member who cleared it', async () => {
    const [officer, other] = [await d.onDuty(), await d.onDuty()]
    const { callId } = await d.call(dana, { unitIds: [officer.userId, other.userId] })
    await d.clear(officer, callId)
    for (const by of [other, civilian, elsewhere]) expect((await reopen(by, callId)).statusCode).toBe(403)
    expect((await reopen(dana, 999_999)).statusCode).toBe(404)
    expect((await reopen(officer, callId)).json()).toMatchObject({ status: 'pending' })
    await d.clear(dana, callId)
    expect((await reopen({ http: await t.as('staff') }, callId)).statusCode).toBe(200)
  })

  test('returns it to the board, pending and without units, and logs how it had been cleared', async () => {
    const officer = await d.onDuty()
    const { callId } = await d.call(dana, { unitIds: [officer.userId] })
    await d.clear(dana, callId, 'Unfounded')
    const board = await watchBoard(await t.connect(dana.token))
    const call = (await reopen(dirk, callId)).json<Call>()
    expect(call).toMatchObject({ status: 'pending', clearedAt: null, clearedBy: null, disposition: null, handlerUserId: dana.userId })
    expect(await d.texts(dana, callId)).toContain('Call reopened, was cleared: Unfounded')
    await expect.poll(() => board.calls.get(callId)).toEqual(call)
    expect(await d.unit(dana, officer)).toMatchObject({ callId: null, status: 3 })
    expect(await refusal(reopen(dana, callId))).toEqual([409, `Call ${callId} is open already`])
  })

  test('makes the caller its dispatcher, if the former one no longer dispatches', async () => {
    const gone = await d.onDuty({ department: 'COMM' })
    const { callId } = await d.call(gone)
    await d.clear(gone, callId)
    await d.status(gone, gone, 1)
    expect((await reopen(dirk, callId)).json()).toMatchObject({ handlerUserId: dirk.userId })
  })

  test('separates a merged call from the other again, whose log says so', async () => {
    const [one, two] = [await d.call(dana), await d.call(dana)]
    await d.merge(dana, one.callId, two.callId)
    expect((await reopen(dana, one.callId)).json()).toMatchObject({ status: 'pending', mergedIntoId: null })
    expect(await d.texts(dana, two.callId)).toContain(`Call ${one.callId} reopened, no longer merged into this one`)
  })

  test('is refused for a panic call while the same unit has another one open', async () => {
    const officer = await d.onDuty()
    const first = (await d.panic(officer)).json<Call>()
    await d.clear(dana, first.callId)
    const second = (await d.panic(officer)).json<Call>()
    const words = `The same unit has another panic call open: ${second.callId}`
    expect(await refusal(reopen(dana, first.callId))).toEqual([409, words])
  })
})

test('a note on a cleared call is marked as added after clearing', async () => {
  const { callId } = await d.call(dana)
  await note(dana, callId, 'Before')
  await d.clear(dana, callId)
  expect((await note(civilian, callId, 'Late')).statusCode).toBe(403)
  expect((await note(dana, callId, 'Late')).json()).toMatchObject({ text: 'Late', isLate: true })
  const { log } = await d.detail(dana, callId)
  expect(log.filter(({ kind }) => kind === 'note')).toMatchObject([
    { text: 'Before', isLate: false },
    { text: 'Late', isLate: true },
  ])
})

describe('taking back', () => {
  test('is for the member who did it, dispatchers of the server and staff', async () => {
    const [officer, other] = [await d.onDuty(), await d.onDuty()]
    const { callId } = await d.call(dana, { unitIds: [officer.userId, other.userId] })
    await d.clear(officer, callId)
    const entry = await entryOf(callId, 'clear')
    for (const by of [other, civilian, elsewhere]) expect((await takeBack(by, callId, 'clear', entry)).statusCode).toBe(403)
    expect((await takeBack(officer, callId, 'clear', entry)).statusCode).toBe(200)
    await d.clear(officer, callId)
    expect((await takeBack({ http: await t.as('staff') }, callId, 'clear')).statusCode).toBe(200)
    await d.clear(officer, callId)
    expect((await takeBack(dirk, callId, 'clear')).statusCode).toBe(200)
  })

  test('needs an entry of that call which can be taken back', async () => {
    const [one, two] = [await d.call(dana), await d.call(dana)]
    await d.clear(dana, one.callId)
    const { log } = await d.detail(dana, one.callId)
    const cleared = await entryOf(one.callId, 'clear')
    expect((await takeBack(dana, one.callId, 'clear', log[0])).json()).toMatchObject({ code: 'not_found', field: 'callLogId' })
    expect((await takeBack(dana, two.callId, 'clear', cleared)).statusCode).toBe(404)
    expect((await takeBack(dana, one.callId, 'clear', { ...cleared, callLogId: 999_999 })).statusCode).toBe(404)
  })

  test('a clear: the call has its units, their statuses and its primary again, and the log shows both actions', async () => {
    const [a, b] = [await d.onDuty(), await d.onDuty()]
    const { callId } = await d.call(dana, { unitIds: [a.userId, b.userId] })
    await dana.http.post(`/api/cad/call/${callId}/primary`, { userId: b.userId })
    await d.status(b, b, 6)
    const before = await d.detail(dana, callId)
    await d.clear(dana, callId, 'Unfounded')
    const cleared = await entryOf(callId, 'clear')
    const call = (await takeBack(dana, callId, 'clear')).json<Call>()
    expect(call).toMatchObject({
      status: 'active',
      primaryUserId: b.userId,
      disposition: null,
      clearedAt: null,
      handlerUserId: dana.userId,
    })
    expect(await d.unit(dana, a)).toMatchObject({ callId, status: 5 })
    expect(await d.unit(dana, b)).toMatchObject({ callId, status: 6 })
    const after = await d.detail(dana, callId)
    expect(after.log.slice(0, before.log.length)).toEqual(before.log)
    expect(after.log.slice(before.log.length)).toMatchObject([
      { text: 'Call cleared: Unfounded', takeBack: 'clear', takesBackId: null },
      { text: `Clear undone, ${a.identifier}, ${b.identifier} back on this call`, takeBack: null, takesBackId: cleared.callLogId },
    ])
    expect(after.units).toHaveLength(4)
    expect((await takeBack(dana, callId, 'clear', cleared)).statusCode).toBe(409)
  })

  test('a sent unit: it returns to its earlier call with its status, as primary if it was', async () => {
    const [a, b] = [await d.onDuty(), await d.onDuty()]
    const [one, two] = [await d.call(dana, { unitIds: [a.userId, b.userId] }), await d.call(dana)]
    await d.status(a, a, 6)
    await d.assign(dana, a, two.callId, one.callId)
    expect(await d.detail(dana, one.callId)).toMatchObject({ primaryUserId: b.userId })
    expect((await takeBack(dana, two.callId, 'assign')).json()).toMatchObject({ status: 'pending', primaryUserId: null })
    expect(await d.unit(dana, a)).toMatchObject({ callId: one.callId, status: 6 })
    expect(await d.detail(dana, one.callId)).toMatchObject({ status: 'active', primaryUserId: a.userId })
    expect(await d.texts(dana, two.callId)).toContain(`${a.identifier}’s dispatch undone`)
    expect(await d.texts(dana, one.callId)).toContain(`${a.identifier} back from call ${two.callId}`)
  })

  test('a merge: both calls are restored, and copied texts stay in the log', async () => {
    const [a, b] = [await d.onDuty(), await d.onDuty()]
    const one = await d.call(dana, { callTypeId: 8, narrative: 'Smoke', unitIds: [a.userId] })
    const two = await d.call(dirk, { callTypeId: 23, unitIds: [b.userId] })
    await d.merge(dana, one.callId, two.callId)
    expect(await d.detail(dana, two.callId)).toMatchObject({ priority: 1, classes: [1, 3] })
    expect((await takeBack(dana, two.callId, 'merge')).statusCode).toBe(200)
    expect(await d.detail(dana, one.callId)).toMatchObject({
      status: 'active',
      mergedIntoId: null,
      primaryUserId: a.userId,
      disposition: null,
    })
    expect(await d.detail(dana, two.callId)).toMatchObject({
      priority: 4,
      classes: [1],
      primaryUserId: b.userId,
      handlerUserId: dirk.userId,
    })
    expect(await d.unit(dana, a)).toMatchObject({ callId: one.callId, status: 5 })
    const texts = await d.texts(dana, two.callId)
    expect(texts).toEqual(
      expect.arrayContaining([`From call ${one.callId}: Smoke`, `Merge of call ${one.callId} undone, ${a.identifier} back on it`]),
    )
  })

  test('is offered and possible for a minute', async () => {
    const { callId } = await d.call(dana)
    await d.clear(dana, callId)
    await age(callId, 61)
    expect(await offer(dana)).not.toMatchObject({ callId })
    expect(await refusal(takeBack(dana, callId, 'clear'))).toEqual([409, 'Actions can be undone for 60 seconds only'])
    expect(await d.detail(dana, callId)).toMatchObject({ status: 'cleared' })
  })

  test('twice at once has one effect', async () => {
    const officer = await d.onDuty()
    const { callId } = await d.call(dana, { unitIds: [officer.userId] })
    await d.clear(dana, callId)
    const entry = await entryOf(callId, 'clear')
    const both = await Promise.all([dana, dirk].map((by) => takeBack(by, callId, 'clear', entry)))
    expect(both.map(({ statusCode }) => statusCode).toSorted((x, y) => x - y)).toEqual([200, 409])
    expect((await d.texts(dana, callId)).filter((text) => text.startsWith('Clear undone'))).toHaveLength(1)
  })

  test('is audited with the action that was taken back', async () => {
    const { callId } = await d.call(dana)
    await d.clear(dana, callId)
    await takeBack(dana, callId, 'clear')
    await d.clear(dana, callId)
    await reopen(dana, callId)
    const rows = await t.db
      .selectFrom('audit')
      .select(['action', 'after', 'actor_id'])
      .where('subject_id', '=', String(callId))
      .orderBy('id')
      .execute()
    expect(rows.filter(({ action }) => action !== 'call.cleared')).toEqual([
      { action: 'call.action-taken-back', actor_id: dana.userId, after: { takenBack: `clearing ${callId}` } },
      { action: 'call.reopened', actor_id: dana.userId, after: { status: 'pending', disposition: null, mergedInto: null } },
    ])
  })
})

describe('is refused after later changes, and the error names the change', () => {
  const clearedWith = async (...units: Member[]) => {
    const { callId } = await d.call(dana, { unitIds: units.map(({ userId }) => userId) })
    await d.clear(dana, callId)
    return callId
  }
  const refused = async (callId: number, kind: string, words: string | RegExp) => {
    const before = await d.detail(dana, callId)
    const [status, message] = await refusal(takeBack(dana, callId, kind))
    expect([status, message]).toEqual([409, expect.stringMatching(words)])
    expect(await d.detail(dana, callId)).toEqual(before)
  }

  test('a unit sent to another call', async () => {
    const officer = await d.onDuty()
    const callId = await clearedWith(officer)
    const other = await d.call(dirk)
    await d.assign(dirk, officer, other.callId)
    await refused(callId, 'clear', new RegExp(`^Dirk sent ${officer.identifier} to call ${other.callId} \\d+ s ago$`))
  })

  test('a unit off duty, on another server, or in another status', async () => {
    const [off, moved, busy] = [await d.onDuty(), await d.onDuty(), await d.onDuty()]
    const calls = [await clearedWith(off), await clearedWith(moved), await clearedWith(busy)]
    await d.status(off, off, 1)
    await d.save(moved, { serverId: otherServer, departmentId: 2, identifier: moved.identifier, type: 1 })
    await d.status(busy, busy, 4)
    await refused(calls[0]!, 'clear', `^${off.identifier} is off duty$`)
    await refused(calls[1]!, 'clear', `^${moved.identifier} is on another server$`)
    await refused(calls[2]!, 'clear', `^${busy.identifier} is busy now$`)
  })

  test('a call reopened, or cleared once more', async () => {
    const callId = await clearedWith()
    const first = await entryOf(callId, 'clear')
    await reopen(dirk, callId)
    expect(await refusal(takeBack(dana, callId, 'clear', first))).toEqual([409, `Call ${callId} was reopened`])
    await d.clear(dirk, callId)
    expect(await refusal(takeBack(dana, callId, 'clear', first))).toEqual([409, `Call ${callId} was cleared again by Dirk`])
  })

  test('the call from which a unit was sent is cleared, or has another primary unit', async () => {
    const [a, b, c, e] = [await d.onDuty(), await d.onDuty(), await d.onDuty(), await d.onDuty()]
    const [one, two] = [await d.call(dana, { unitIds: [a.userId] }), await d.call(dana)]
    await d.assign(dana, a, two.callId, one.callId)
    await d.clear(dirk, one.callId)
    await refused(two.callId, 'assign', `^Call ${one.callId} was cleared by Dirk$`)
    const three = await d.call(dana, { unitIds: [b.userId, c.userId, e.userId] })
    await d.assign(dana, b, two.callId, three.callId)
    await dana.http.post(`/api/cad/call/${three.callId}/primary`, { userId: e.userId })
    await refused(two.callId, 'assign', `^${e.identifier} leads call ${three.callId} now$`)
  })

  test('a sent unit released, or on scene', async () => {
    const [a, b] = [await d.onDuty(), await d.onDuty()]
    const [one, two] = [await d.call(dana, { unitIds: [a.userId] }), await d.call(dana, { unitIds: [b.userId] })]
    await d.assign(dana, a, 0)
    await d.status(b, b, 6)
    await refused(one.callId, 'assign', `^${a.identifier} is no longer on a call$`)
    await refused(two.callId, 'assign', `^${b.identifier} is on scene now$`)
  })

  test('the call merged into is edited, transferred, cleared or merged again', async () => {
    const merged = async () => {
      const [one, two] = [await d.call(dana, { callTypeId: 8 }), await d.call(dana)]
      await d.merge(dana, one.callId, two.callId)
      return two.callId
    }
    const [edited, transferred, cleared, further] = [await merged(), await merged(), await merged(), await merged()]
    const { version } = await d.detail(dana, edited)
    await dana.http.put(`/api/cad/call/${edited}`, { title: 'Fire', version })
    await d.transfer(dana, transferred, { classes: [3] })
    await d.clear(dirk, cleared)
    await d.merge(dirk, further, (await d.call(dana)).callId)
    await refused(edited, 'merge', `^Call ${edited} was edited$`)
    await refused(transferred, 'merge', `^Call ${transferred} was transferred$`)
    await refused(cleared, 'merge', `^Call ${cleared} was cleared by Dirk$`)
    await refused(further, 'merge', `^Call ${further} was cleared by Dirk$`)
  })
})

describe('the offer', () => {
  test("is the member's last action on the server, until it is taken back; units sent together are one action", async () => {
    const own = await d.onDuty({ department: 'COMM', name: 'Olga' })
    expect(await offer(own)).toBeNull()
    const [a, b] = [await d.onDuty(), await d.onDuty()]
    const [one, two, three] = [await d.call(own), await d.call(own), await d.call(dirk, { unitIds: [a.userId, b.userId] })]
    await d.merge(own, one.callId, two.callId)
    expect(await offer(own)).toMatchObject({ kind: 'merge', callId: two.callId, words: `merging ${one.callId} into ${two.callId}` })
    await d.changeUnits(own, two.callId, { attach: [a, b].map(({ userId }) => ({ userId, from: three.callId })) })
    const sent = await offer(own)
    expect(sent).toMatchObject({
      kind: 'assign',
      words: `sending ${a.identifier}, ${b.identifier} to ${two.callId}`,
      units: [a.identifier, b.identifier],
    })
    for (const callLogId of sent!.callLogIds) {
      expect((await own.http.post(`/api/cad/call/${two.callId}/callLog/${callLogId}/take-back`)).statusCode).toBe(200)
    }
    expect(await d.detail(dana, three.callId)).toMatchObject({ status: 'active', primaryUserId: a.userId })
    expect(await offer(own)).toMatchObject({ kind: 'merge' })
    await d.clear(own, two.callId)
    expect(await offer(own)).toMatchObject({ kind: 'clear', words: `clearing ${two.callId}` })
    expect((await offer(dirk))?.callId).not.toBe(two.callId)
    expect((await own.http.get(`/api/cad/take-back/${otherServer}`)).statusCode).toBe(403)
  })
})
