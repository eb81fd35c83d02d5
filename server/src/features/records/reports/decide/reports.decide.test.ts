import { DEPARTMENT, type Report } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { recordsOf, statuses } from '../../../../testing/test-records.ts'
import { reportRows } from '../../../../testing/test-report-rows.ts'
import { watchRoom } from '../../../../testing/test-room.ts'
import { createReportDecisions } from './reports.decide.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let rows: ReturnType<typeof reportRows>
let writer: Member
let approver: Member
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
  rows = reportRows(t)
  writer = await r.officer()
  approver = await r.supervisor({ capabilities: ['approveReports'] })
})
afterAll(() => t.close())

type By = Pick<Member, 'http'>
const decide = async (by: By, reportId: number, over: object = {}) =>
  by.http.post(`/api/reports/${reportId}/decide`, { isApproved: true, version: await rows.version(reportId), ...over })
const returnToWriter = (by: By, reportId: number, remark = 'Name the street') => decide(by, reportId, { isApproved: false, remark })
const voidIt = async (by: By, reportId: number, over: object = {}) =>
  by.http.post(`/api/reports/${reportId}/void`, { reason: 'Wrong person', version: await rows.version(reportId), ...over })
const read = async (by: By, reportId: number) => (await by.http.get(`/api/reports/${reportId}`)).json<Report>()
const person = async () => {
  const owner = await r.civilian()
  return { ...owner, characterId: await r.character(owner, { name: 'Ada Nwosu' }) }
}

describe('every transition', () => {
  /** The steps that bring a report into each state. */
  const into = {
    submitted: async () => {},
    returned: async (id: number) => void (await returnToWriter(approver, id)),
    final: async (id: number) => void (await decide(approver, id)),
    amended: async (id: number) => {
      await decide(approver, id)
      await rows.amended(writer, id, { narrative: 'Otherwise.' })
    },
    'amendment returned': async (id: number) => {
      await into.amended(id)
      await returnToWriter(approver, id)
    },
    voided: async (id: number) => void (await voidIt(approver, id)),
  } satisfies Record<string, (id: number) => Promise<void>>
  const ways = { approve: decide, return: returnToWriter, void: voidIt }
  test.each<[keyof typeof into, keyof typeof ways, object | 409]>([
    ['submitted', 'approve', { state: 'final', amendment: null, proposed: null }],
    ['submitted', 'return', { state: 'returned', amendment: null, proposed: null }],
    ['submitted', 'void', { state: 'voided', finalAt: null }],
    ['returned', 'approve', 409],
    ['returned', 'return', 409],
    ['returned', 'void', { state: 'voided' }],
    ['final', 'approve', 409],
    ['final', 'return', 409],
    ['final', 'void', { state: 'voided', voided: { reason: 'Wrong person' } }],
    ['amended', 'approve', { state: 'final', amendment: null, content: { narrative: 'Otherwise.' } }],
    ['amended', 'return', { state: 'final', amendment: 'returned', content: { narrative: 'It happened.' } }],
    ['amended', 'void', { state: 'voided', amendment: null, proposed: null }],
    ['amendment returned', 'approve', 409],
    ['amendment returned', 'void', { state: 'voided', amendment: null }],
    ['voided', 'approve', 409],
    ['voided', 'return', 409],
    ['voided', 'void', 409],
  ])('a report in the state %s: %s', async (state, way, outcome) => {
    const reportId = await rows.submitted(writer, { subjectId: await r.character(null) })
    await into[state](reportId)
    const before = await read(approver, reportId)
    const response = await ways[way](approver, reportId)
    if (outcome === 409) {
      expect(response.json()).toMatchObject({ code: 'conflict' })
      expect(await read(approver, reportId)).toEqual(before)
    } else {
      expect(response.json(), response.body).toMatchObject({ ...outcome, version: before.version + 1 })
      expect(await read(approver, reportId)).toEqual(response.json())
    }
  })
})

describe('every refusal', () => {
  const own = async () => ({ by: approver, reportId: await rows.submitted(approver) })
  const others: Record<string, () => Promise<{ by: By; reportId: number; changed?: object }>> = {
    'the writer, who approves in the department': own,
    'an approver of another department': async () => ({
      by: await r.supervisor({ department: 'BCSO' }),
      reportId: await rows.submitted(writer),
    }),
    'an officer of the department without the capability': async () => {
      await r.supervisor({ capabilities: ['actOnLicences'], department: 'SAHP' })
      const by = await r.officer({ also: [{ name: 'SAHP', rank: 'Sergeant' }] })
      return { by, reportId: await rows.submitted(writer) }
    },
    'an approver whose character is the subject': async () => ({
      by: approver,
      reportId: await rows.submitted(writer, { subjectId: await r.character(approver) }),
    }),
    'an approver who claimed the noted subject': async () => {
      const [noted, claimed] = [await r.character(null), await r.character(approver)]
      const reportId = await rows.submitted(writer, { subjectId: noted })
      await sql`update characters set merged_into_id = ${claimed}, removed_at = now() where id = ${noted}`.execute(t.db)
      return { by: approver, reportId }
    },
    'an admin': async () => ({ by: { http: await t.as('admin') }, reportId: await rows.submitted(writer) }),
    'a civilian': async () => ({ by: await r.civilian(), reportId: await rows.submitted(writer) }),
  }
  test.each(Object.keys(others))('%s', async (who) => {
    const { by, reportId } = (await others[who]?.()) ?? (await own())
    for (const way of [decide, returnToWriter, voidIt]) expect((await way(by, reportId)).json()).toMatchObject({ code: 'forbidden' })
    expect(await rows.version(reportId)).toBe(1)
  })

  test('a fire approver does not learn that a report of police exists, nor the other way round', async () => {
    await sql`update ranks set capabilities = '{approveReports}' where department_id = ${DEPARTMENT.FIRE} and name = 'Captain'`.execute(
      t.db,
    )
    const captain = await r.officer({ department: 'FIRE', rank: 'Captain' })
    const medic = await r.officer({ department: 'FIRE' })
    const arrest = await rows.submitted(writer)
    const patient = await rows.submitted(medic, { kind: 'patient', department: 'FIRE', subjectId: await r.character(null) })
    for (const [by, reportId] of [
      [captain, arrest],
      [approver, patient],
    ] as const) {
      expect((await decide(by, reportId)).json()).toMatchObject({ code: 'not_found' })
      expect((await voidIt(by, reportId)).json()).toMatchObject({ code: 'not_found' })
    }
    expect((await decide(captain, patient)).json()).toMatchObject({ state: 'final' })
  })

  test('a capability that was lost meanwhile no longer counts, nor does one in another department', async () => {
    const reportId = await rows.submitted(writer)
    const { decide: decideNow } = decisions([])
    const [former, elsewhere] = [await r.officer(), await r.supervisor({ department: 'BCSO', capabilities: ['approveReports'] })]
    for (const by of [former, elsewhere]) {
      const subject = { userId: by.userId, capabilities: [{ departmentId: 2, capability: 'approveReports' }] }
      const letIn = { ...actorOf(by), subject } as unknown as Actor
      await expect(decideNow(letIn, reportId, { isApproved: true, remark: '', version: 1 })).rejects.toMatchObject({ code: 'forbidden' })
    }
    expect(await rows.version(reportId)).toBe(1)
  })

  test('refused: a return without a remark, a void without a reason, a remark that is too long, a report that does not exist', async () => {
    const reportId = await rows.submitted(writer)
    expect((await returnToWriter(approver, reportId, '  ')).json()).toMatchObject({ code: 'invalid_input', field: 'remark' })
    expect((await returnToWriter(approver, reportId, 'x'.repeat(501))).json()).toMatchObject({ code: 'invalid_input', field: 'remark' })
    expect((await voidIt(approver, reportId, { reason: '' })).json()).toMatchObject({ code: 'invalid_input', field: 'reason' })
    expect((await decide(approver, reportId, { version: 7 })).json()).toMatchObject({ code: 'conflict' })
    expect((await approver.http.post('/api/reports/999999/decide', { isApproved: true, version: 1 })).json()).toMatchObject({
      code: 'not_found',
    })
    expect(await rows.version(reportId)).toBe(1)
  })
})

test('of two members who decide at once, one succeeds and the other is told of the conflict', async () => {
  const second = await r.supervisor({ capabilities: ['approveReports'] })
  for (const [one, other] of [
    [decide, decide],
    [decide, returnToWriter],
    [decide, voidIt],
    [voidIt, voidIt],
  ] as const) {
    const ada = await person()
    const reportId = await rows.submitted(writer, { subjectId: ada.characterId })
    expect(statuses(await Promise.all([one(approver, reportId), other(second, reportId)]))).toEqual([200, 409])
    expect(await rows.version(reportId)).toBe(2)
    expect((await r.events({ characterId: ada.characterId })).length).toBeLessThanOrEqual(1)
  }
})

test('reports about each other’s characters can be approved at the same time', async () => {
  const [ada, bob] = [await r.officer(), await r.officer()]
  for (let round = 0; round < 5; round += 1) {
    const about = await Promise.all([
      rows.submitted(ada, { subjectId: await r.character(bob) }),
      rows.submitted(bob, { subjectId: await r.character(ada) }),
    ])
    expect(statuses(await Promise.all(about.map((reportId) => decide(approver, reportId))))).toEqual([200, 200])
  }
})

test('an approved report is on the record of its subject, and writer, owner and open pages are told', async () => {
  const ada = await person()
  const reportId = await rows.submitted(writer, { subjectId: ada.characterId })
  const { number } = await read(approver, reportId)
  const own = await watchRoom(t, writer.token, 'own-reports', { userId: writer.userId })
  const queue = await watchRoom(t, approver.token, 'report-queue', { departmentId: 2 })
  expect(queue.snapshot.reports).toContainEqual(expect.objectContaining({ reportId, state: 'submitted' }))
  await decide(approver, reportId, { remark: 'Well written' })
  expect(await r.events({ characterId: ada.characterId })).toEqual([
    {
      title: `Arrest report ${number}`,
      text: 'T-1 Speeding x2',
      reason: '',
      by: writer.userId,
      identifier: writer.identifier,
    },
  ])
  expect(await r.notices(ada)).toContainEqual(
    expect.objectContaining({
      title: `Arrest report ${number}`,
      text: 'Ada Nwosu: T-1 Speeding x2. $300 fine, 10 minutes in jail',
      path: `/user/characters/${ada.characterId}`,
    }),
  )
  const [approved] = await r.notices(writer)
  expect(approved).toMatchObject({
    title: `Arrest report ${number} approved`,
    text: 'Well written',
    path: `/user/reports/${reportId}`,
  })
  expect(await own.received()).toMatchObject([{ event: 'report.saved', payload: { reportId, state: 'final' } }])
  expect(await queue.received()).toEqual([{ event: 'report.decided', payload: { reportId } }])
})

test('the writer of a returned report reads the remark, and nobody else is told', async () => {
  const ada = await person()
  const reportId = await rows.submitted(writer, { subjectId: ada.characterId })
  const { number } = await read(approver, reportId)
  const own = await watchRoom(t, writer.token, 'own-reports', { userId: writer.userId })
  await returnToWriter(approver, reportId)
  const returned = { by: { userId: approver.userId }, remark: 'Name the street' }
  expect(await own.received()).toMatchObject([{ event: 'report.saved', payload: { reportId, state: 'returned', returned } }])
  const { snapshot } = await watchRoom(t, writer.token, 'own-reports', { userId: writer.userId })
  expect(snapshot.reports.find((each) => each.reportId === reportId)).toMatchObject({ returned })
  const [told] = await r.notices(writer)
  expect(told).toMatchObject({ title: `Arrest report ${number} returned`, text: 'Name the street' })
  expect([await r.notices(ada), await r.events({ characterId: ada.characterId })]).toEqual([[], []])
  expect((await read(writer, reportId)).history).toMatchObject([
    { title: 'Returned', reason: 'Name the street', by: { userId: approver.userId } },
  ])
})

test('when a final report is voided, the owner is told and the record says so; before it is final, only the writer is told', async () => {
  const ada = await person()
  const [final, waiting] = [
    await rows.submitted(writer, { subjectId: ada.characterId }),
    await rows.submitted(writer, { subjectId: ada.characterId }),
  ]
  await decide(approver, final)
  const { number } = await read(approver, final)
  for (const reportId of [final, waiting]) await voidIt(approver, reportId)
  const told = (await r.notices(ada)).filter(({ title }) => title.startsWith('Arrest report'))
  expect(told.map(({ title, text }) => [title, text])).toEqual([
    [`Arrest report ${number} voided`, 'Ada Nwosu: Wrong person'],
    [`Arrest report ${number}`, 'Ada Nwosu: T-1 Speeding x2. $300 fine, 10 minutes in jail'],
  ])
  expect((await r.events({ characterId: ada.characterId })).map(({ title, reason }) => [title, reason])).toEqual([
    [`Arrest report ${number}`, ''],
    [`Arrest report ${number} voided`, 'Wrong person'],
  ])
  expect((await r.notices(writer)).slice(0, 2)).toMatchObject([{ text: 'Wrong person' }, { text: 'Wrong person' }])
})

test('a medical report is not on the record that police reads, and the owner is not told', async () => {
  await sql`update ranks set capabilities = '{approveReports}' where department_id = ${DEPARTMENT.FIRE} and name = 'Captain'`.execute(t.db)
  const captain = await r.officer({ department: 'FIRE', rank: 'Captain' })
  const ada = await person()
  const medic = await r.officer({ department: 'FIRE' })
  const reportId = await rows.submitted(medic, { kind: 'treatment', department: 'FIRE', subjectId: ada.characterId })
  await decide(captain, reportId)
  await voidIt(captain, reportId)
  expect([await r.notices(ada), await r.events({ characterId: ada.characterId })]).toEqual([[], []])
})

describe('penalties', () => {
  test('a report imposes its penalties once, an amendment imposes nothing, and voiding the report takes them back', async () => {
    const points: unknown[] = []
    const { decide: decideNow, void: voidNow } = decisions(points)
    const ada = await person()
    const reportId = await rows.submitted(writer, { subjectId: ada.characterId })
    await decideNow(actorOf(approver), reportId, { isApproved: true, remark: '', version: 1 })
    const imposed = { fines: [{ amount: 300, state: 'unpaid' }], terms: [{ minutes: 10, isReleased: false }] }
    expect(await penaltiesFrom(reportId)).toEqual(imposed)
    expect(points).toMatchObject([['give', { reportId, characterId: ada.characterId, points: 4 }]])
    await rows.amended(writer, reportId, { narrative: 'Otherwise.' })
    await decideNow(actorOf(approver), reportId, { isApproved: true, remark: '', version: 3 })
    expect(await penaltiesFrom(reportId)).toEqual(imposed)
    expect(points).toHaveLength(1)
    await voidNow(actorOf(approver), reportId, { reason: 'Wrong person', version: 4 })
    expect(await penaltiesFrom(reportId)).toEqual({ fines: [{ amount: 0, state: 'dropped' }], terms: [{ minutes: 10, isReleased: true }] })
    expect(points).toMatchObject([
      ['give', {}],
      ['withdraw', reportId],
    ])
  })

  test('a report that imposes nothing has none, and voiding a report that was never final takes nothing back', async () => {
    const points: unknown[] = []
    const { decide: decideNow, void: voidNow } = decisions(points)
    const subjectId = await r.character(null)
    for (const kind of ['warning', 'incident'] as const) {
      const reportId = await rows.submitted(writer, { kind, subjectId: kind === 'incident' ? null : subjectId })
      await decideNow(actorOf(approver), reportId, { isApproved: true, remark: '', version: 1 })
      await voidNow(actorOf(approver), reportId, { reason: 'Wrong', version: 2 })
      expect(await penaltiesFrom(reportId)).toEqual({ fines: [], terms: [] })
    }
    const waiting = await rows.submitted(writer, { subjectId })
    await voidNow(actorOf(approver), waiting, { reason: 'Wrong', version: 1 })
    expect(await penaltiesFrom(waiting)).toEqual({ fines: [], terms: [] })
    expect(points).toEqual([])
  })

  test('when imposing them fails, the report stays as it was', async () => {
    const reportId = await rows.submitted(writer, { subjectId: await r.character(null) })
    const failing = createReportDecisions({
      db: t.db,
      publish: () => {},
      switches: ALL_ON,
      licencePoints: { give: () => Promise.reject(new Error('no points')), withdraw: async () => {} },
    })
    await expect(failing.decide(actorOf(approver), reportId, { isApproved: true, remark: '', version: 1 })).rejects.toThrow('no points')
    expect(await read(approver, reportId)).toMatchObject({ state: 'submitted', version: 1, history: [] })
    expect(await penaltiesFrom(reportId)).toEqual({ fines: [], terms: [] })
  })
})

const actorOf = ({ userId }: Member) => ({ userId, user: { name: 'Sam' } }) as unknown as Actor
const ALL_ON = { isOn: () => true }
/** Decisions that write down which licence points they give and withdraw. */
const decisions = (points: unknown[]) =>
  createReportDecisions({
    db: t.db,
    publish: () => {},
    switches: ALL_ON,
    licencePoints: {
      give: async (_tx, _emit, given) => {
        points.push(['give', given])
        return given.points
      },
      withdraw: async (_tx, _emit, reportId) => void points.push(['withdraw', reportId]),
    },
  })
const penaltiesFrom = async (reportId: number) => {
  const { rows: fines } = await sql`select amount, state from fines where report_id = ${reportId}`.execute(t.db)
  const { rows: terms } = await sql`
    select minutes, released_at is not null as "isReleased" from jail_terms where report_id = ${reportId}`.execute(t.db)
  return { fines, terms }
}
