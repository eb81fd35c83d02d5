import { licencesNeedApproval, pointsLapseDays, type Licence, type LicenceApplication, type PageOf } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, statuses } from '../../../testing/test-records.ts'
import { warrantRows } from '../../../testing/test-warrant-rows.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let supervisor: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  supervisor = await r.supervisor({ name: 'Sam' })
})
afterAll(() => t.close())

const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const day = (days: number) => inDays(days).slice(0, 10)

const holder = async () => {
  const member = await r.civilian()
  return { ...member, characterId: await r.character(member, { name: 'Ada Nwosu' }) }
}
type Holder = Awaited<ReturnType<typeof holder>>
const apply = ({ http, characterId }: Holder, type = 'DRIVERS') => http.post('/api/licences', { characterId, type })
const licence = async (by: Holder, type?: string) => {
  const response = await apply(by, type)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<Licence>()
}
/** Moves the dates of a licence back, as if days had passed; the version stays. */
const set = (licenceId: number, expiresOn: string) =>
  sql`update licences set expires_on = ${expiresOn} where id = ${licenceId}`.execute(t.db)
const read = async ({ licenceId }: Licence) =>
  (await t.db.selectFrom('licences').selectAll().where('id', '=', licenceId).executeTakeFirst()) ?? null
const act = (http: Http, { licenceId, version }: Licence, what: string, over: object = {}) =>
  http.post(`/api/licences/${licenceId}/${what}`, { reason: 'Because', version, ...over })
const suspend = (http: Http, of: Licence, until = inDays(30)) => act(http, of, 'suspend', { until })
const withApproval = async (work: () => Promise<void>) => {
  await r.set(licencesNeedApproval, true)
  try {
    await work()
  } finally {
    await r.set(licencesNeedApproval, false)
  }
}

describe('applying for a licence', () => {
  test('grants it at once for a year, live and on record', async () => {
    const ada = await holder()
    const room = await watchRoom(t, ada.token, 'own-records', { userId: ada.userId })
    const made = await licence(ada)
    expect(made).toMatchObject({
      characterId: ada.characterId,
      type: 'DRIVERS',
      status: 'valid',
      expiresOn: day(365),
      points: 0,
      version: 1,
    })
    expect(await room.received()).toEqual([{ event: 'licence.saved', payload: made }])
    const [event] = await r.events({ characterId: ada.characterId })
    expect(event?.title).toBe('Licence granted')
    expect(event?.text).toMatch(/^Driver's licence until \d+ \w+ \d{4}$/)
  })

  test("is refused for another's character, for a deceased one, and for a type that does not exist", async () => {
    const [ada, bob] = [await holder(), await holder()]
    expect((await apply({ ...ada, characterId: bob.characterId })).json()).toMatchObject({ code: 'not_found', field: 'characterId' })
    const dead = await r.character(ada, { isDeceased: true, name: 'Old Bill' })
    expect((await apply({ ...ada, characterId: dead })).json()).toMatchObject({ code: 'conflict', message: 'Old Bill is deceased' })
    expect((await apply(ada, 'PILOT')).json()).toMatchObject({ code: 'invalid_input', field: 'type' })
  })

  test('several times at once grants one licence', async () => {
    const ada = await holder()
    const three = await Promise.all([apply(ada), apply(ada), apply(ada, 'CCW')])
    expect(statuses(three)).toEqual([200, 200, 409])
    expect(three.find(({ statusCode }) => statusCode === 409)!.json()).toMatchObject({
      field: 'type',
      message: 'This licence is held already',
    })
  })

  test('waits for a rank that may act on licences, oldest first, if licences need approval', () =>
    withApproval(async () => {
      const ada = await holder()
      const made = await licence(ada)
      expect(made).toMatchObject({ status: 'applied', expiresOn: null })
      expect((await apply(ada)).json()).toMatchObject({ code: 'conflict', message: 'This licence has been applied for already' })
      const list = (await supervisor.http.get('/api/licences/applications')).json<PageOf<LicenceApplication>>()
      expect(list.items.at(-1)).toMatchObject({
        licenceId: made.licenceId,
        name: 'Ada Nwosu',
        bornOn: '1990-01-31',
        member: { userId: ada.userId },
      })

      const room = await watchRoom(t, ada.token, 'own-records', { userId: ada.userId })
      const decided = await act(supervisor.http, made, 'decide', { isGranted: true, reason: '' })
      expect(decided.json()).toMatchObject({ status: 'valid', expiresOn: day(365), version: 2 })
      expect(await room.received()).toEqual([{ event: 'licence.saved', payload: decided.json() }])
      const [notice] = await r.notices(ada)
      expect(notice).toMatchObject({ title: 'Licence granted', path: `/user/characters/${ada.characterId}` })
    }))

  test('comes with what is on record, and a confidential warrant is not counted for those who may not know of it', () =>
    withApproval(async () => {
      const ada = await holder()
      const { licenceId } = await licence(ada)
      const warrants = warrantRows(t)
      const [writer, judge] = [await r.supervisor(), await t.person('root')]
      for (const isConfidential of [false, true]) {
        const { warrantId } = await warrants.put(writer, { state: 'active', signer: judge, isConfidential })
        await sql`update warrants set character_id = ${ada.characterId} where id = ${warrantId}`.execute(t.db)
      }
      const seenBy = async (http: Http) =>
        (await http.get('/api/licences/applications?pageSize=100'))
          .json<PageOf<LicenceApplication>>()
          .items.find((each) => each.licenceId === licenceId)?.record
      expect(await seenBy(supervisor.http)).toEqual({ arrests: 0, citations: 0, warnings: 0, activeWarrants: 1 })
      expect(await seenBy(writer.http), 'its writer knows of it').toMatchObject({ activeWarrants: 2 })
    }))

  test('is possible again after a refusal with a reason', () =>
    withApproval(async () => {
      const ada = await holder()
      const made = await licence(ada)
      const refused = await act(supervisor.http, made, 'decide', { isGranted: false, reason: 'Failed the test' })
      expect(refused.json()).toMatchObject({ status: 'refused', reason: 'Failed the test' })
      expect((await r.notices(ada))[0]).toMatchObject({ title: 'Licence refused', text: "Ada Nwosu: Driver's licence. Failed the test" })
      expect(await licence(ada)).toMatchObject({ licenceId: made.licenceId, status: 'applied', reason: '', version: 3 })
    }))

  test('is decided once by two officers at the same time, and by nobody for their own character', () =>
    withApproval(async () => {
      const ada = await holder()
      const made = await licence(ada)
      const other = await r.supervisor()
      const decide = (http: Http, isGranted: boolean) => act(http, made, 'decide', { isGranted })
      expect(statuses(await Promise.all([decide(supervisor.http, true), decide(other.http, false)]))).toEqual([200, 409])

      const both = await t.addPerson({
        departments: [
          { name: 'CIV', isPrimary: true },
          { name: 'LSPD', rank: 'Sergeant', isPrimary: false },
        ],
      })
      const own = { ...both, http: t.http(both.token), characterId: await r.character(both) }
      const refused = await act(own.http, await licence(own), 'decide', { isGranted: true })
      expect(refused.json()).toMatchObject({ code: 'forbidden' })
    }))

  test('for a character who died meanwhile can only be refused', () =>
    withApproval(async () => {
      const ada = await holder()
      const made = await licence(ada)
      await sql`update characters set deceased_at = now(), deceased_cause = 'Fell' where id = ${ada.characterId}`.execute(t.db)
      expect((await act(supervisor.http, made, 'decide', { isGranted: true })).statusCode).toBe(409)
      expect((await act(supervisor.http, made, 'decide', { isGranted: false })).statusCode).toBe(200)
    }))
})

describe('the calendar', () => {
  test('a licence is valid on its last day and expired on the next, without anyone acting', async () => {
    const ada = await holder()
    const made = await licence(ada)
    const points = (version: number) => act(supervisor.http, { ...made, version }, 'points', { points: 1 })
    await set(made.licenceId, day(0))
    expect((await points(1)).json()).toMatchObject({ status: 'valid', expiresOn: day(0) })
    await set(made.licenceId, day(-1))
    expect((await points(2)).json()).toMatchObject({ status: 'expired' })
  })

  test('a licence can be renewed in its last 30 days or later', async () => {
    const ada = await holder()
    const made = await licence(ada)
    const renew = () => ada.http.post(`/api/licences/${made.licenceId}/renew`, { version: 1 })
    expect((await renew()).json()).toMatchObject({ code: 'conflict', message: 'This licence can be renewed in its last 30 days' })
    await set(made.licenceId, day(31))
    expect((await renew()).statusCode).toBe(409)
    await set(made.licenceId, day(-400))
    expect(statuses(await Promise.all([renew(), renew()])), 'once').toEqual([200, 409])
    expect((await read(made))?.version).toBe(2)
    expect((await r.events({ characterId: ada.characterId })).map(({ title }) => title)).toEqual(['Licence granted', 'Licence renewed'])
  })

  test('a suspension ends on its date, and its reason is no longer shown', async () => {
    const ada = await holder()
    const made = await licence(ada)
    expect((await suspend(supervisor.http, made)).json()).toMatchObject({ status: 'suspended', reason: 'Because' })
    await sql`update licences set suspended_until = now() - interval '1 second' where id = ${made.licenceId}`.execute(t.db)
    const after = await act(supervisor.http, { ...made, version: 2 }, 'points', { points: 1 })
    expect(after.json()).toMatchObject({ status: 'valid', suspendedUntil: null, reason: '' })
  })

  test('points add up and lapse, each after the number of days set when they were given', async () => {
    const ada = await holder()
    const made = await licence(ada)
    const give = async (points: number, version: number) =>
      (await act(supervisor.http, { ...made, version }, 'points', { points })).json<Licence>().points
    expect(await give(3, 1)).toBe(3)
    await r.set(pointsLapseDays, 10)
    try {
      expect(await give(4, 2)).toBe(7)
    } finally {
      await r.set(pointsLapseDays, 90)
    }
    const pass = (days: number) => sql`update licence_points set lapses_at = lapses_at - make_interval(days => ${days})`.execute(t.db)
    await pass(11)
    expect(await give(1, 3), 'the four have lapsed').toBe(4)
    await pass(80)
    expect(await give(1, 4), 'the three as well').toBe(2)
  })
})

describe('officers', () => {
  test('suspend, revoke and reinstate with a reason: on record with their call sign, told to the owner, live', async () => {
    const ada = await holder()
    const room = await watchRoom(t, ada.token, 'own-records', { userId: ada.userId })
    const made = await licence(ada)
    await room.received()
    const until = '2027-01-02T00:00:00Z'
    const suspended = await suspend(supervisor.http, made, until)
    expect(suspended.json()).toMatchObject({ status: 'suspended', suspendedUntil: '2027-01-02T00:00:00.000Z', version: 2 })
    const revoked = await act(supervisor.http, { ...made, version: 2 }, 'revoke')
    expect(revoked.json()).toMatchObject({ status: 'revoked', suspendedUntil: null })
    const back = await act(supervisor.http, { ...made, version: 3 }, 'reinstate', { reason: 'Appeal' })
    expect(back.json(), 'clears both').toMatchObject({ status: 'valid', suspendedUntil: null, reason: '' })

    expect(await room.received()).toEqual([suspended, revoked, back].map((each) => ({ event: 'licence.saved', payload: each.json() })))
    const by = { by: supervisor.userId, identifier: supervisor.identifier }
    expect((await r.events({ characterId: ada.characterId })).slice(1)).toEqual([
      { title: 'Licence suspended', text: "Driver's licence until 2 Jan 2027", reason: 'Because', ...by },
      { title: 'Licence revoked', text: "Driver's licence", reason: 'Because', ...by },
      { title: 'Licence reinstated', text: "Driver's licence", reason: 'Appeal', ...by },
    ])
    const notices = await r.notices(ada)
    expect(notices.map(({ title }) => title)).toEqual(['Licence reinstated', 'Licence revoked', 'Licence suspended'])
    expect(notices.at(-1)).toMatchObject({
      text: "Ada Nwosu: Driver's licence until 2 Jan 2027. Because",
      path: `/user/characters/${ada.characterId}`,
    })
  })

  test('who act at the same time: one of two is told that the licence has changed', async () => {
    const made = await licence(await holder())
    const other = await r.supervisor()
    expect(statuses(await Promise.all([suspend(supervisor.http, made), act(other.http, made, 'revoke')]))).toEqual([200, 409])
    expect(
      statuses(
        await Promise.all([
          act(supervisor.http, { ...made, version: 2 }, 'reinstate'),
          act(other.http, { ...made, version: 2 }, 'reinstate'),
        ]),
      ),
    ).toEqual([200, 409])
  })

  test('need the capability in the department they are on duty for', async () => {
    const made = await licence(await holder())
    const officer = await r.officer()
    const elsewhere = await r.officer({ department: 'BCSO', also: [{ name: 'LSPD', rank: 'Sergeant' }] })
    const fire = await r.officer({ department: 'FIRE', also: [{ name: 'LSPD', rank: 'Sergeant' }] })
    const offDuty = await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] })
    for (const http of [officer.http, elsewhere.http, fire.http, t.http(offDuty.token)]) {
      expect((await suspend(http, made)).json()).toMatchObject({ code: 'forbidden' })
      expect((await act(http, made, 'points', { points: 1 })).statusCode).toBe(403)
    }
    expect((await read(made))?.version, 'nothing happened').toBe(1)
    const dispatch = await r.supervisor({ department: 'COMM' })
    expect((await suspend(dispatch.http, made)).statusCode).toBe(200)
  })

  test('do not act on licences of their own characters', async () => {
    const officer = await r.officer({ rank: 'Sergeant', also: [{ name: 'CIV' }] })
    const own = { ...officer, characterId: await r.character(officer) }
    const made = await licence(own)
    await suspend(supervisor.http, made)
    expect((await act(officer.http, { ...made, version: 2 }, 'reinstate')).json()).toMatchObject({ code: 'forbidden' })
  })

  test.each([
    ['in the past', () => inDays(-1)],
    ['now', () => inDays(0)],
    ['in more than ten years', () => inDays(3660)],
  ])('a suspension until a date %s is refused', async (_when, until) => {
    const made = await licence(await holder())
    expect((await suspend(supervisor.http, made, until())).json()).toMatchObject({ code: 'invalid_input', field: 'until' })
    expect((await read(made))?.version).toBe(1)
  })

  test('act only on licences whose status allows it', async () => {
    const made = await licence(await holder())
    expect((await act(supervisor.http, made, 'reinstate')).statusCode, 'neither suspended nor revoked').toBe(409)
    expect((await act(supervisor.http, made, 'decide', { isGranted: true })).statusCode, 'not applied for').toBe(409)
    await act(supervisor.http, made, 'revoke')
    expect((await act(supervisor.http, { ...made, version: 2 }, 'revoke')).statusCode).toBe(409)
    expect((await suspend(supervisor.http, { ...made, version: 2 })).statusCode).toBe(409)
    expect((await act(supervisor.http, { ...made, version: 2 }, 'points', { points: 2 })).statusCode, 'points still count').toBe(200)
    expect((await act(supervisor.http, { ...made, licenceId: 999_999 }, 'revoke')).statusCode).toBe(404)
    await withApproval(async () => {
      const waiting = await licence(await holder())
      expect((await act(supervisor.http, waiting, 'revoke')).json()).toMatchObject({ message: 'This licence has not been granted' })
    })
  })
})

describe('giving up a licence', () => {
  const giveUp = (http: Http, { licenceId, version }: Licence) => http.delete(`/api/licences/${licenceId}?version=${version}`)

  test('deletes the licence, live and on record; it may be applied for again', async () => {
    const ada = await holder()
    const made = await licence(ada)
    const room = await watchRoom(t, ada.token, 'own-records', { userId: ada.userId })
    expect((await giveUp(ada.http, made)).statusCode).toBe(200)
    expect(await room.received()).toEqual([{ event: 'licence.left', payload: { licenceId: made.licenceId } }])
    expect((await r.events({ characterId: ada.characterId })).at(-1)).toMatchObject({ title: 'Licence given up', text: "Driver's licence" })
    expect((await licence(ada)).version).toBe(1)
  })

  test("is refused for another's licence, for an older version, and while it is suspended, revoked or has points", async () => {
    const [ada, bob] = [await holder(), await holder()]
    const made = await licence(ada)
    expect((await giveUp(bob.http, made)).statusCode).toBe(404)
    expect((await bob.http.post(`/api/licences/${made.licenceId}/renew`, { version: 1 })).statusCode).toBe(404)
    await suspend(supervisor.http, made)
    expect((await giveUp(ada.http, made)).json()).toMatchObject({ message: 'This licence has changed since you opened it' })
    expect((await giveUp(ada.http, { ...made, version: 2 })).json()).toMatchObject({ message: 'This licence is suspended' })
    expect((await ada.http.post(`/api/licences/${made.licenceId}/renew`, { version: 2 })).json()).toMatchObject({
      message: 'This licence is suspended',
    })
    await act(supervisor.http, { ...made, version: 2 }, 'reinstate')
    await act(supervisor.http, { ...made, version: 3 }, 'points', { points: 2 })
    expect((await giveUp(ada.http, { ...made, version: 4 })).json()).toMatchObject({ code: 'conflict' })
    await act(supervisor.http, { ...made, version: 4 }, 'revoke')
    expect((await giveUp(ada.http, { ...made, version: 5 })).json()).toMatchObject({ message: 'This licence is revoked' })
  })
})
