import { moneySetting, type ContestedFine, type Fine, type JailTerm, type OwnRecords, type PageOf } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { charge, penaltiesOf } from '../../../../testing/test-penalties.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { recordsOf, statuses, type Civilian } from '../../../../testing/test-records.ts'
import { watchRoom } from '../../../../testing/test-room.ts'
import { createLicencePoints } from '../../licences/licences.points.ts'
import { createFineService } from './penalties.fines.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let p: ReturnType<typeof penaltiesOf>
let writer: Member
let approver: Member
const RULES = { needsApproval: false, departmentId: 0, days: 365, pointsLapseDays: 90, pointsToSuspend: 12, pointsSuspensionDays: 14 }
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  p = penaltiesOf(
    t,
    createLicencePoints(() => RULES),
  )
  writer = await r.officer()
  approver = await r.supervisor()
})
afterAll(() => t.close())

const ARREST = { kind: 'arrest', charges: [charge({ jailMinutes: 30 })] } as const
const cited = async (options: Parameters<typeof p.report>[2] = {}, by: Member = writer) => {
  const civilian = await r.civilian()
  const characterId = await r.character(civilian)
  const report = await p.report(by, characterId, options)
  return { civilian, characterId, report, fine: await fineOf(report.reportId) }
}
const fineOf = async (reportId: number) =>
  (await t.db.selectFrom('fines').selectAll().where('report_id', '=', reportId).executeTakeFirst())!
const termOf = async (reportId: number) =>
  (await t.db.selectFrom('jail_terms').selectAll().where('report_id', '=', reportId).executeTakeFirst())!
const ownFines = async ({ http }: Civilian) => (await http.get('/api/characters')).json<OwnRecords>().fines
const pay = ({ http }: Pick<Civilian, 'http'>, fineId: number, version = 1) => http.post(`/api/fines/${fineId}/pay`, { version })
const confirm = ({ http }: Pick<Civilian, 'http'>, fineId: number, body: object = {}) =>
  http.post(`/api/fines/${fineId}/confirm`, { isPaid: true, version: 2, ...body })
const contest = ({ http }: Pick<Civilian, 'http'>, fineId: number, version = 1, reason = 'I was not there') =>
  http.post(`/api/fines/${fineId}/contest`, { reason, version })
const decide = ({ http }: Pick<Civilian, 'http'>, fineId: number, body: object) =>
  http.post(`/api/fines/${fineId}/decide`, { decision: 'upheld', reason: 'Seen on camera', version: 2, ...body })
const events = async (reportId: number) =>
  (await t.db.selectFrom('report_events').select(['title', 'text', 'reason']).where('report_id', '=', reportId).orderBy('id').execute()) ??
  []
const messages = async (reportId: number) =>
  (
    await sql<{ payload: { change: string; fine: number; jailMinutes: number; reason: string } }>`
    select payload from penalty_messages where report_id = ${reportId} order by id`.execute(t.db)
  ).rows.map(({ payload }) => payload)

describe('a fine', () => {
  test('is among the records of its owner, who is told', async () => {
    const { civilian, report, characterId, fine } = await cited()
    expect(await ownFines(civilian)).toEqual([
      expect.objectContaining({
        fineId: fine.id,
        characterId,
        amount: 500,
        originalAmount: 500,
        state: 'unpaid',
        number: report.number,
        about: 'VC 22350 Speeding',
      }),
    ])
    const person = await r.civilian()
    expect(await ownFines(person)).toEqual([])
  })

  test('is reported as paid only by its owner, once, at the version they saw, and paid once a supervisor confirms it', async () => {
    const { civilian, fine, report } = await cited()
    const queue = await watchRoom(t, approver.token, 'report-queue', { departmentId: 2 })
    expect((await pay(await r.civilian(), fine.id)).statusCode).toBe(404)
    expect((await pay(civilian, fine.id, 7)).statusCode).toBe(409)
    expect((await pay(civilian, 999_999)).statusCode).toBe(404)
    const room = await watchRoom(t, civilian.token, 'own-records', { userId: civilian.userId })
    const paid = await pay(civilian, fine.id)
    expect(paid.json<Fine>()).toMatchObject({ state: 'unpaid', reportedAt: expect.any(String) as string, paidAt: null, version: 2 })
    expect(await room.received()).toEqual([
      { event: 'fine.saved', payload: expect.objectContaining({ state: 'unpaid', number: report.number }) },
    ])
    expect((await pay(civilian, fine.id, 2)).statusCode).toBe(409)
    const reported = (await approver.http.get('/api/fines/reported/2?pageSize=100')).json<PageOf<ContestedFine>>()
    expect(reported.items.map(({ fineId }) => fineId)).toContain(fine.id)
    expect((await confirm(writer, fine.id)).statusCode, 'no capability').toBe(403)
    expect((await confirm(approver, fine.id, { version: 1 })).statusCode).toBe(409)
    expect((await confirm(approver, fine.id, { isPaid: false })).json()).toMatchObject({ field: 'reason' })
    const refused = await confirm(approver, fine.id, { isPaid: false, reason: 'Nothing came in' })
    expect(refused.json()).toMatchObject({ state: 'unpaid', reportedAt: null, version: 3 })
    expect((await r.notices(civilian))[0]?.text).toContain('$500 not paid. Nothing came in')
    expect((await confirm(approver, fine.id, { version: 3 })).statusCode, 'not reported').toBe(409)
    await pay(civilian, fine.id, 3)
    const confirmed = await confirm(approver, fine.id, { version: 4 })
    expect(confirmed.json()).toMatchObject({ state: 'paid', paidAt: expect.any(String) as string, reportedAt: null, version: 5 })
    expect((await contest(civilian, fine.id, 5)).statusCode).toBe(409)
    expect((await queue.received()).map(({ event }) => event)).toEqual(['fine.reported', 'fine.decided', 'fine.reported', 'fine.decided'])
    expect((await events(report.reportId)).map(({ title }) => title)).toEqual([
      'Fine reported as paid',
      'Payment of the fine not confirmed',
      'Fine reported as paid',
      'Fine paid',
    ])
    expect(await messages(report.reportId), 'the game is told nothing of it').toHaveLength(1)
  })

  test('is paid at once where the game took the money, also after its owner reported it', async () => {
    const { civilian, fine, report } = await cited()
    const { confirmByGame } = createFineService({ db: t.db, publish: () => undefined })
    await expect(confirmByGame(999, report.reportId), 'another server').rejects.toThrow('no such fine')
    await pay(civilian, fine.id)
    await confirmByGame(1, report.reportId)
    await confirmByGame(1, report.reportId)
    expect((await ownFines(civilian))[0]).toMatchObject({ state: 'paid', reportedAt: null, version: 3 })
    expect((await events(report.reportId)).map(({ title }) => title)).toEqual(['Fine reported as paid', 'Fine paid in the game'])
  })

  test('is contested once, with a reason, and the writer and the queue are told', async () => {
    const { civilian, fine, report } = await cited()
    const queue = await watchRoom(t, approver.token, 'report-queue', { departmentId: 2 })
    expect((await contest(civilian, fine.id, 1, '')).json()).toMatchObject({ field: 'reason' })
    expect((await contest(await r.civilian(), fine.id)).statusCode).toBe(404)
    const contested = await contest(civilian, fine.id)
    expect(contested.json()).toMatchObject({ state: 'contested', contestReason: 'I was not there', version: 2 })
    expect(await queue.received()).toEqual([
      {
        event: 'fine.contested',
        payload: expect.objectContaining({ fineId: fine.id, writer: expect.objectContaining({ identifier: writer.identifier }) }),
      },
    ])
    expect((await r.notices(writer))[0]).toMatchObject({
      title: `Fine of ${report.number} contested`,
      path: `/user/reports/${report.reportId}`,
    })
    expect((await pay(civilian, fine.id, 2)).statusCode).toBe(409)
    expect((await contest(civilian, fine.id, 2)).statusCode).toBe(409)
    expect((await decide(approver, fine.id, {})).json()).toMatchObject({ state: 'unpaid', decision: 'upheld', amount: 500 })
    expect((await contest(civilian, fine.id, 3)).json()).toMatchObject({ message: expect.stringContaining('again') as string })
    expect((await pay(civilian, fine.id, 3)).json()).toMatchObject({
      state: 'unpaid',
      amount: 500,
      reportedAt: expect.any(String) as string,
    })
    expect((await events(report.reportId)).map(({ title }) => title)).toEqual(['Fine contested', 'Fine upheld', 'Fine reported as paid'])
    expect(await messages(report.reportId), 'an upheld fine is what it was').toHaveLength(1)
  })

  test('is decided in the department of its report, by neither the writer nor the owner', async () => {
    const { civilian, fine } = await cited()
    await contest(civilian, fine.id)
    expect((await decide(writer, fine.id, {})).statusCode, 'no capability').toBe(403)
    const elsewhere = await r.supervisor({ department: 'BCSO' })
    expect((await decide(elsewhere, fine.id, {})).statusCode, 'another department').toBe(403)
    expect((await decide(elsewhere, fine.id, { version: 7 })).statusCode, 'who learns nothing of its version').toBe(403)
    const without = await r.supervisor({ department: 'SAHP', capabilities: ['actOnLicences'] })
    expect((await decide(without, fine.id, {})).statusCode).toBe(403)
    expect((await decide(approver, 999_999, {})).statusCode).toBe(404)
    const own = await cited({}, approver)
    await contest(own.civilian, own.fine.id)
    expect((await decide(approver, own.fine.id, {})).json(), 'the writer').toMatchObject({
      message: expect.stringContaining('writer') as string,
    })
    await sql`update characters set user_id = ${approver.userId} where id = ${fine.character_id}`.execute(t.db)
    expect((await decide(approver, fine.id, {})).statusCode, 'the owner by now').toBe(403)
    await sql`update characters set user_id = ${civilian.userId} where id = ${fine.character_id}`.execute(t.db)
    expect((await decide(approver, fine.id, { version: 1 })).statusCode).toBe(409)
    expect((await decide(approver, fine.id, {})).statusCode).toBe(200)
    expect((await decide(approver, fine.id, { version: 3 })).statusCode, 'decided').toBe(409)
  })

  test('is reduced to at least 1 and less than before, and the game is told', async () => {
    const { civilian, fine, report } = await cited()
    await contest(civilian, fine.id)
    for (const amount of [undefined, 0, 500, 501]) {
      expect((await decide(approver, fine.id, { decision: 'reduced', amount })).json(), String(amount)).toMatchObject({ field: 'amount' })
    }
    expect((await decide(approver, fine.id, { amount: 3 })).json()).toMatchObject({ field: 'amount' })
    const reduced = await decide(approver, fine.id, { decision: 'reduced', amount: 499 })
    expect(reduced.json()).toMatchObject({
      state: 'unpaid',
      amount: 499,
      originalAmount: 500,
      decision: 'reduced',
      decisionReason: 'Seen on camera',
    })
    expect(await messages(report.reportId)).toMatchObject([
      { change: 'imposed', fine: 500, jailMinutes: 0, offences: [{ code: 'VC 22350', title: 'Speeding', counts: 1 }] },
      { change: 'changed', fine: 499, reason: 'Seen on camera' },
    ])
    const told = { title: `Fine of ${report.number} reduced`, text: expect.stringContaining('From $500 to $499') as string }
    expect((await r.notices(civilian))[0]).toMatchObject(told)
    expect((await r.notices(writer))[0]).toMatchObject(told)
  })

  test('is told as the community writes money by then, and what was written before stays', async () => {
    const { civilian, fine, report } = await cited()
    const { confirmByGame } = createFineService({ db: t.db, publish: () => undefined })
    await pay(civilian, fine.id)
    await r.set(moneySetting, '# €')
    await confirmByGame(1, report.reportId)
    await r.set(moneySetting, '$#')
    expect((await events(report.reportId)).map(({ text }) => text)).toEqual(['$500', '500 €'])
  })

  test('of $1 can be dropped, but not reduced', async () => {
    const { civilian, fine, report } = await cited({ charges: [charge({ fine: 1 })] })
    await contest(civilian, fine.id)
    expect((await decide(approver, fine.id, { decision: 'reduced', amount: 1 })).statusCode).toBe(400)
    expect((await decide(approver, fine.id, { decision: 'dropped' })).json()).toMatchObject({ state: 'dropped', amount: 0 })
    expect((await pay(civilian, fine.id, 3)).statusCode).toBe(409)
    expect(await messages(report.reportId)).toMatchObject([{ fine: 1 }, { change: 'changed', fine: 0 }])
  })

  test('that is contested is listed for its department, oldest first', async () => {
    const listed = async (query = '') => (await approver.http.get(`/api/fines/contested/2${query}`)).json<PageOf<ContestedFine>>()
    const before = (await listed()).total
    const [one, two] = [await cited(), await cited()]
    await contest(two.civilian, two.fine.id)
    await contest(one.civilian, one.fine.id)
    const { items, total } = await listed('?pageSize=100')
    expect(total).toBe(before + 2)
    expect(items.slice(-2).map(({ fineId }) => fineId)).toEqual([two.fine.id, one.fine.id])
    expect(items.at(-1)).toMatchObject({ departmentId: 2, writer: { userId: writer.userId }, contestReason: 'I was not there' })
  })

  test('belongs to the member who owns the character now', async () => {
    const { civilian, fine } = await cited()
    const next = await r.civilian()
    await sql`update characters set user_id = ${next.userId} where id = ${fine.character_id}`.execute(t.db)
    expect((await pay(civilian, fine.id)).statusCode).toBe(404)
    expect((await contest(next, fine.id)).statusCode).toBe(200)
    await sql`update characters set removed_at = now() where id = ${fine.character_id}`.execute(t.db)
    expect(await ownFines(next), 'deleted').toEqual([])
    expect((await decide(approver, fine.id, {})).statusCode, 'still leaves the queue').toBe(200)
  })

  test('of a noted person goes to the member who claims them', async () => {
    const civilian = await r.civilian()
    const characterId = await r.character(civilian, { name: 'Nora Claimed' })
    const noted = await r.character(null, { name: 'Nora Claimed' })
    const report = await p.report(writer, noted, ARREST)
    const claim = (await civilian.http.post('/api/claims', { characterId, text: 'That was me' })).json<{ claimId: number }>()
    const granted = await approver.http.post(`/api/claims/${claim.claimId}/decide`, { isGranted: true, reason: '' })
    expect(granted.statusCode).toBe(200)
    const [fine] = await ownFines(civilian)
    expect(fine).toMatchObject({ characterId, number: report.number })
    expect((await pay(civilian, fine!.fineId, fine!.version)).statusCode).toBe(200)
    expect((await termOf(report.reportId)).character_id).toBe(characterId)
  })

  test('that is paid, contested and voided at once ends in one of these states, and events and messages fit it', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { civilian, fine, report } = await cited()
      const [paid, contested] = await Promise.all([
        pay(civilian, fine.id),
        contest(civilian, fine.id),
        p.withdraw(report, approver, 'Wrong person'),
      ])
      const [before, dropped] = [statuses([paid, contested]), await fineOf(report.reportId)]
      expect(before.filter((status) => status === 200).length, String(before)).toBeLessThanOrEqual(1)
      expect(dropped).toMatchObject({ state: 'dropped', amount: 0, decision: 'dropped' })
      expect([dropped.paid_at, dropped.reported_at]).toEqual([null, null])
      expect(await messages(report.reportId)).toMatchObject([{ change: 'imposed' }, { change: 'changed', fine: 0, reason: 'Wrong person' }])
    }
  })
})

describe('jail', () => {
  const list = async (serverId = 1) => (await writer.http.get(`/api/jail/${serverId}`)).json<JailTerm[]>()
  const release = ({ http }: Pick<Member, 'http'>, termId: number, reason = 'Bail') =>
    http.post(`/api/jail/terms/${termId}/release`, { reason })

  test('begins when the report becomes final, and is in a list and a room, the term that ends first on top', async () => {
    const room = await watchRoom(t, writer.token, 'jail', { serverId: 1 })
    const long = await cited({ ...ARREST, charges: [charge({ jailMinutes: 60 })] })
    const short = await cited(ARREST)
    const terms = (await list()).filter(({ reportId }) => [long, short].some(({ report }) => report.reportId === reportId))
    expect(terms.map(({ minutes }) => minutes)).toEqual([30, 60])
    expect(terms[0]).toMatchObject({ number: short.report.number, characterId: short.characterId, serverId: 1, released: null })
    expect(Date.parse(terms[0]!.until) - Date.parse(terms[0]!.from)).toBe(30 * 60_000)
    expect((await room.received()).map(({ event }) => event)).toEqual(['term.saved', 'term.saved'])
    await sql`update jail_terms set until_at = now() - interval '1 second' where report_id = ${short.report.reportId}`.execute(t.db)
    expect((await list()).map(({ reportId }) => reportId)).not.toContain(short.report.reportId)
    expect((await release(approver, (await termOf(short.report.reportId)).id)).statusCode, 'over').toBe(409)
    await sql`update characters set removed_at = now() where id = ${long.characterId}`.execute(t.db)
    expect(
      (await list()).map(({ reportId }) => reportId),
      'deleted',
    ).not.toContain(long.report.reportId)
  })

  test('is ended early only once, with a reason, by the department of the report', async () => {
    const { civilian, report } = await cited(ARREST)
    const { id } = await termOf(report.reportId)
    expect((await release(writer, id)).statusCode).toBe(403)
    expect((await release(await r.supervisor({ department: 'BCSO' }), id)).statusCode).toBe(403)
    expect((await release(approver, id, '')).json()).toMatchObject({ field: 'reason' })
    expect((await release(approver, 999_999)).statusCode).toBe(404)
    const own = await cited(ARREST)
    await sql`update characters set user_id = ${approver.userId} where id = ${own.characterId}`.execute(t.db)
    expect((await release(approver, (await termOf(own.report.reportId)).id)).statusCode, 'their own').toBe(403)
    const room = await watchRoom(t, writer.token, 'jail', { serverId: 1 })
    const outcomes = await Promise.all([release(approver, id), release(approver, id)])
    expect(statuses(outcomes)).toEqual([200, 409])
    expect(outcomes.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({ released: { reason: 'Bail' } })
    expect(await room.received()).toEqual([{ event: 'term.ended', payload: { termId: id } }])
    expect(await messages(report.reportId)).toMatchObject([
      { fine: 500, jailMinutes: 30 },
      { change: 'changed', fine: 500, jailMinutes: 0 },
    ])
    expect((await r.notices(civilian))[0]?.title).toContain('released from jail')
    expect((await events(report.reportId)).map(({ title }) => title)).toEqual(['Released from jail'])
  })
})

describe('a voided report', () => {
  test('drops the fine, ends jail, and tells the owner that what they paid is to be paid back', async () => {
    const { civilian, report, fine } = await cited(ARREST)
    await pay(civilian, fine.id)
    await confirm(approver, fine.id)
    await p.withdraw(report, approver, 'Wrong person')
    expect((await ownFines(civilian))[0]).toMatchObject({
      state: 'dropped',
      amount: 0,
      decisionReason: 'Wrong person',
      paidAt: expect.any(String) as string,
    })
    expect((await r.notices(civilian))[0]).toMatchObject({
      title: `Fine of ${report.number} to be paid back`,
      text: expect.stringContaining('$500') as string,
    })
    expect(await termOf(report.reportId)).toMatchObject({ release_reason: 'Wrong person', released_by: approver.userId })
    expect((await messages(report.reportId)).at(-1)).toMatchObject({ change: 'changed', fine: 0, jailMinutes: 0, reason: 'Wrong person' })
    expect((await events(report.reportId)).at(-1)).toMatchObject({ title: 'Fine dropped', text: '$500, paid: to be paid back' })
  })

  test('takes a contested fine out of the queue, and one reported as paid', async () => {
    const { civilian, report, fine } = await cited()
    await contest(civilian, fine.id)
    const { civilian: payer, report: other, fine: reported } = await cited()
    await pay(payer, reported.id)
    const queue = await watchRoom(t, approver.token, 'report-queue', { departmentId: 2 })
    await p.withdraw(report, approver, 'Wrong person')
    await p.withdraw(other, approver, 'Wrong person')
    expect(await queue.received()).toEqual([fine, reported].map(({ id }) => ({ event: 'fine.decided', payload: { fineId: id } })))
    expect((await decide(approver, fine.id, { version: 3 })).statusCode).toBe(409)
  })
})
