import type { AuditEntry } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, until, type Http, type TestPortal } from '../../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let admin: Http
let dana: Member
let officer: Member
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  admin = await t.as('admin')
  dana = await d.onDuty({ department: 'COMM', name: 'Dana' })
  officer = await d.onDuty({ name: 'Otto' })
})
afterAll(() => t.close())

const read = async (): Promise<AuditEntry[]> => (await admin.get('/api/audit?limit=100')).json<{ items: AuditEntry[] }>().items
/** Audit entries of these steps, oldest first. */
async function recorded(...steps: (() => Promise<{ statusCode: number }>)[]) {
  const known = (await read())[0]?.auditId ?? 0
  for (const step of steps) expect((await step()).statusCode).toBe(200)
  const fresh = (await read()).filter(({ auditId }) => auditId > known).toReversed()
  return fresh.map(({ action, actor, subjectName, before, after }) => ({ action, by: actor?.name, subjectName, before, after }))
}

test('sending, releasing and setting the status of another are recorded with before and after', async () => {
  const { callId } = await d.call(dana)
  const { identifier } = officer
  const unit = { by: 'Dana', subjectName: identifier }
  expect(
    await recorded(
      () => d.assign(dana, officer, callId),
      () => d.assign(dana, officer, callId),
      () => d.status(dana, officer, 6),
      () => d.assign(dana, officer, 0),
      () => d.assign(dana, officer, 0),
    ),
  ).toEqual([
    { ...unit, action: 'unit.assigned', before: { identifier, call: null }, after: { identifier, call: callId } },
    { ...unit, action: 'unit.status-set', before: { identifier, status: 'en route' }, after: { identifier, status: 'on scene' } },
    { ...unit, action: 'unit.released', before: { identifier, call: callId }, after: { identifier, call: null } },
  ])
})

test("changes of one's own status, release and duty are not recorded; assigning oneself is", async () => {
  const { callId } = await d.call(dana)
  const entries = await recorded(
    () => d.assign(officer, officer, callId),
    () => d.status(officer, officer, 6),
    () => d.assign(officer, officer, 0),
    () => d.status(officer, officer, 1),
    () => d.status(officer, officer, 3),
  )
  expect(entries.map(({ action, by }) => [action, by])).toEqual([['unit.assigned', 'Otto']])
})

test('changing the primary unit, clearing, merging, handing over and panic are recorded', async () => {
  const [a, b] = [await d.onDuty(), await d.onDuty()]
  const dirk = await d.onDuty({ department: 'COMM', name: 'Dirk' })
  const [one, two] = [await d.call(dana, { unitIds: [a.userId, b.userId] }), await d.call(dana)]
  let panic = 0
  const entries = await recorded(
    () => dana.http.post(`/api/cad/call/${one.callId}/primary`, { userId: b.userId }),
    () => d.merge(dana, one.callId, two.callId),
    () => d.transfer(dana, two.callId, { handlerUserId: dirk.userId, classes: [3] }),
    () => d.clear(dana, two.callId, 'Report taken'),
    async () => {
      const answer = await d.panic(officer)
      panic = answer.json<{ callId: number }>().callId
      return answer
    },
    () => d.panic(officer),
    () => d.acknowledge(dana, panic),
    () => d.standDown(officer),
  )
  const [merged, kept] = [`call ${one.callId}, Traffic stop`, `call ${two.callId}, Traffic stop`]
  const units = [b.identifier, a.identifier]
  expect(entries).toEqual([
    {
      action: 'call.primary-changed',
      by: 'Dana',
      subjectName: merged,
      before: { primary: a.identifier },
      after: { primary: b.identifier },
    },
    { action: 'call.merged', by: 'Dana', subjectName: merged, before: { mergedInto: null }, after: { mergedInto: two.callId, units } },
    {
      action: 'call.transferred',
      by: 'Dana',
      subjectName: kept,
      before: { handler: 'Dana', concerns: ['police'] },
      after: { handler: 'Dirk', concerns: ['fire'] },
    },
    {
      action: 'call.cleared',
      by: 'Dana',
      subjectName: kept,
      before: { status: 'active', units },
      after: { status: 'cleared', units: [], disposition: 'Report taken' },
    },
    { action: 'unit.panic-raised', by: 'Otto', subjectName: officer.identifier, before: null, after: { call: panic } },
    { action: 'unit.panic-stood-down', by: 'Otto', subjectName: officer.identifier, before: null, after: { call: panic } },
  ])
  const row = await t.db.selectFrom('audit').select('request_id').where('action', '=', 'call.cleared').executeTakeFirstOrThrow()
  expect(row.request_id).toEqual(expect.any(String))
})

test('refused actions are not recorded, and actions of the portal itself name nobody', async () => {
  const { callId } = await d.call(dana)
  const known = (await read())[0]?.auditId
  expect((await d.assign(dana, { userId: 999_999 }, callId)).statusCode).toBe(404)
  expect((await d.merge(dana, callId, 999_999)).statusCode).toBe(404)
  expect((await read())[0]?.auditId).toBe(known)
  const leaver = await d.onDuty()
  await t.db.deleteFrom('user_departments').where('user_id', '=', leaver.userId).execute()
  await until('recorded', async () => (await read())[0]?.action === 'unit.status-set')
  expect((await read())[0]).toMatchObject({ actor: null, subjectId: String(leaver.userId), after: { status: 'off duty' } })
})
