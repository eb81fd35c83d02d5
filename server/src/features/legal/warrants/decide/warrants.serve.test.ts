import { setTimeout as sleep } from 'node:timers/promises'
import type { Warrant } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'
import { HISTORY_KEY, startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { type Cast, castOf, confidential, warrantRowsOf } from '../../../../testing/test-warrant-cast.ts'
import { warrantsOf, whileHeld } from '../../../../testing/test-warrants.ts'
import { warrantRows } from '../../../../testing/test-warrant-rows.ts'
import { expireWarrants } from './warrants.expire.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let cast: Cast
let rows: ReturnType<typeof warrantRows>
let placed: ReturnType<typeof warrantRowsOf>
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
  rows = warrantRows(t)
  placed = warrantRowsOf(t)
  cast = await castOf(t)
})
afterAll(() => t.close())

const MINUTE = 60_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()
const body = (over: object = {}) => ({ version: 1, servedAt: at(0), location: 'Legion Square', text: 'Arrested', ...over })
const serve = (by: Member, warrantId: number, over: object = {}) => by.http.post(`/api/warrants/${warrantId}/serve`, body(over))
/** A warrant against a person that was signed an hour ago. */
const active = async (over: Partial<Parameters<typeof rows.put>[1]> = {}) =>
  (await rows.put(cast.writer, { state: 'active', signer: cast.judge, ...over })).warrantId

describe('a return', () => {
  test('is read as it was written, with all officers who were there', async () => {
    const warrantId = await active()
    const officerIds = [cast.named.userId, cast.offDuty.userId, cast.unnamed.userId, cast.named.userId]
    const servedAt = at(-5 * MINUTE)
    const served = await serve(cast.unnamed, warrantId, { servedAt, postal: '7031', isArrested: true, officerIds, text: 'One knife' })
    const by = { userId: cast.unnamed.userId, name: 'Unnamed Officer', identifier: cast.unnamed.identifier }
    const officers = [
      { userId: cast.offDuty.userId, name: 'Off Duty', identifier: '' },
      { userId: cast.named.userId, name: 'Named Officer', identifier: cast.named.identifier },
    ]
    const expected = { servedAt, location: 'Legion Square', postal: '7031', by, officers, isArrested: true, text: 'One knife' }
    expect(served.json()).toMatchObject({ state: 'served', return: expected, may: { serve: false, recall: false } })
    const read = (await cast.writer.http.get(`/api/warrants/${warrantId}`)).json<Warrant>()
    expect(read.return).toEqual(expected)
    expect(read.history[0]).toMatchObject({
      title: 'Served',
      text: 'One knife',
      by,
      changes: [{ what: 'State', before: 'Active', after: 'Served' }],
    })
    expect(read.closedAt).toBe(read.since)
    for (const reader of [cast.named, cast.clerk]) {
      expect((await reader.http.get(`/api/warrants/${warrantId}`)).json<Warrant>().return).toEqual(expected)
    }
    expect((await w.reports.notices(cast.writer))[0]).toMatchObject({ title: expect.stringMatching(/^Arrest warrant .* served$/u) })
  })

  test('has a time between the signature and now, to the minute', async () => {
    const warrantId = await active()
    for (const [servedAt, message] of [
      [at(5 * MINUTE), 'Choose a time in the past'],
      [at(-90 * MINUTE), 'The warrant had not been signed at that time'],
    ]) {
      expect((await serve(cast.unnamed, warrantId, { servedAt })).json()).toMatchObject({
        code: 'invalid_input',
        field: 'servedAt',
        message,
      })
    }
    const { signed_at } = await rows.row(warrantId)
    const minute = new Date(signed_at!.getTime() - (signed_at!.getTime() % MINUTE)).toISOString()
    expect((await serve(cast.unnamed, warrantId, { servedAt: minute })).json()).toMatchObject({
      state: 'served',
      return: { servedAt: minute },
    })
  })

  test('names only members of police', async () => {
    const [comms, fire, gone] = [await w.officer({ department: 'COMM' }), await w.officer({ department: 'FIRE' }), await w.officer()]
    await sql`update users set disabled_at = now() where id = ${gone.userId}`.execute(t.db)
    const warrantId = await active()
    for (const { userId } of [comms, fire, gone, cast.clerk, { userId: 999_999 }]) {
      expect((await serve(cast.unnamed, warrantId, { officerIds: [cast.named.userId, userId] })).json()).toMatchObject({
        code: 'invalid_input',
        field: 'officerIds',
      })
    }
    expect(await rows.row(warrantId)).toMatchObject({ state: 'active', version: 1, served_return: null })
  })

  test('needs a place and a text', async () => {
    const warrantId = await active()
    for (const field of ['location', 'text']) {
      expect((await serve(cast.unnamed, warrantId, { [field]: '  ' })).json()).toMatchObject({ code: 'invalid_input', field })
    }
  })

  test('of a warrant about a place names nobody as arrested', async () => {
    const warrantId = await placed.insert({ type: 'search', writerId: cast.writer.userId, signerId: cast.judge.userId })
    expect((await serve(cast.unnamed, warrantId, { isArrested: true })).json()).toMatchObject({
      code: 'invalid_input',
      field: 'isArrested',
    })
    expect((await serve(cast.unnamed, warrantId)).json()).toMatchObject({ state: 'served', return: { isArrested: false } })
  })
})

describe('a warrant is served', () => {
  test('only by police on duty', async () => {
    const warrantId = await active()
    const others = [
      await w.officer({ department: 'COMM' }),
      await w.officer({ department: 'FIRE' }),
      cast.offDuty,
      cast.clerk,
      cast.judge,
      cast.admin,
    ]
    for (const each of others) expect((await serve(each, warrantId)).statusCode).toBe(403)
    expect((await rows.row(warrantId)).version).toBe(1)
  })

  test('by nobody whose character or vehicle it is about', async () => {
    const warrantId = await active()
    await sql`update characters set user_id = ${cast.unnamed.userId}, origin = 'portal' where id = (select character_id from warrants where id = ${warrantId})`.execute(
      t.db,
    )
    expect((await serve(cast.unnamed, warrantId)).json()).toMatchObject({
      code: 'forbidden',
      message: 'You cannot serve a warrant about your own character or vehicle',
    })
    expect((await rows.row(warrantId)).state).toBe('active')
    expect((await serve(cast.named, warrantId)).json()).toMatchObject({ state: 'served' })
  })

  test('by members who may know of it: for others it does not exist, whatever else is wrong with the request', async () => {
    const warrantId = await placed.insert({ ...confidential(cast), type: 'search' })
    for (const over of [{}, { version: 7 }, { isArrested: true }, { servedAt: at(5 * MINUTE) }]) {
      const refused = (await serve(cast.unnamed, warrantId, over)).json()
      const { requestId: _id, ...unknown } = (await serve(cast.unnamed, 999_999, over)).json<Record<string, unknown>>()
      expect(refused).toMatchObject(unknown)
      expect(refused).toMatchObject({ code: 'not_found' })
    }
    expect((await serve(cast.ofDepartment, warrantId)).json()).toMatchObject({ state: 'served', isConfidential: false, servedBy: null })
    const { history } = (await cast.clerk.http.get(`/api/warrants/${warrantId}`)).json<Warrant>()
    expect(history[0]!.changes).toContainEqual({ what: 'Confidential', before: 'Until served', after: 'No' })
  })

  test('by nobody who went off duty while the request waited: for them it does not exist', async () => {
    const officer = await w.officer()
    const warrantId = await active()
    const leave = () => dispatchOf(t).status(officer, officer, 1)
    expect((await whileHeld(t, warrantId, () => serve(officer, warrantId), leave)).json()).toMatchObject({ code: 'not_found' })
    expect((await rows.row(warrantId)).state).toBe('active')
  })

  test('only until it expires by the clock, even while the request waits', async () => {
    const past = await active({ expiresInMs: -1000 })
    expect((await serve(cast.unnamed, past)).json()).toMatchObject({ code: 'conflict', message: 'This warrant has expired' })
    const soon = await active({ expiresInMs: 2000 })
    const answer = await whileHeld(
      t,
      soon,
      () => serve(cast.unnamed, soon),
      () => sleep(2500),
    )
    expect(answer.json()).toMatchObject({ code: 'conflict', message: 'This warrant has expired' })
  })

  test('or expires, never both', async () => {
    const deps = { db: t.db, publish: t.app.realtime.publish, historyKey: HISTORY_KEY }
    for (let round = 0; round < 8; round += 1) {
      const warrantId = await active()
      const expire = () => expireWarrants(deps, () => new Date(Date.now() + 2 * 86_400_000))
      const both = round % 2 === 0 ? [serve(cast.unnamed, warrantId), expire()] : [expire(), serve(cast.unnamed, warrantId)]
      await Promise.all(both)
      await expire()
      const { state, version } = await rows.row(warrantId)
      expect([state, version, (await rows.steps(warrantId)).length]).toEqual([expect.stringMatching(/^(served|expired)$/u), 2, 1])
    }
  })
})
