import type { Delta, ManagedDepartment, PatrolUnit } from '@tenfour/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { joinRoom, startTestPortal, until, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let admin: Http
let dana: Member
const received: Delta[] = []
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  admin = await t.as('admin')
  dana = await d.onDuty({ department: 'COMM', name: 'Dana' })
  const socket = await t.connect((await t.person('staff')).token)
  await joinRoom(socket, 'board', { serverId: 1 })
  socket.on('delta', (delta) => void received.push(delta))
})
beforeEach(() => void (received.length = 0))
afterAll(() => t.close())

async function change(departmentId: number, over: Partial<ManagedDepartment>) {
  const all: ManagedDepartment[] = (await admin.get('/api/departments')).json()
  const { name, fullName, type, isCadEnabled, callSignTemplate, version } = all.find((each) => each.departmentId === departmentId)!
  const body = { name, fullName, type, isCadEnabled, callSignTemplate, version, ...over }
  const answer = await admin.put(`/api/departments/${departmentId}`, body)
  expect(answer.statusCode).toBe(200)
}
const eventsOf = ({ userId }: Member) =>
  received.filter(({ payload }) => (payload as PatrolUnit).userId === userId).map(({ event, payload }) => ({ event, payload }))
const onBoard = async (): Promise<PatrolUnit[]> => (await (await t.as('staff')).get('/api/patrol/units/1')).json()

test('renamed: the units on the board have the new name, and nothing else of them changes', async () => {
  const officer = await d.onDuty()
  await change(2, { name: 'LSPD2' })
  await until('told', () => eventsOf(officer).some(({ event }) => event === 'unit.changed'))
  const department = { departmentId: 2, name: 'LSPD2', type: 'Leo' }
  expect(eventsOf(officer)).toContainEqual({ event: 'unit.changed', payload: { userId: officer.userId, department } })
  expect(eventsOf(dana)).toEqual([])
  await change(2, { name: 'LSPD' })
})

test("of another type: the units' class changes, also on a call and off duty", async () => {
  const [officer, off] = [await d.onDuty({ department: 'BCSO' }), await d.onDuty({ department: 'BCSO' })]
  await d.status(off, off, 1)
  const { callId } = await d.call(dana, { unitIds: [officer.userId] })
  await change(3, { type: 'Fire' })
  const unitClass = 3
  const department = { departmentId: 3, name: 'BCSO', type: 'Fire' }
  await until('told', () => eventsOf(officer).some(({ event, payload }) => event === 'unit.changed' && 'unitClass' in (payload as object)))
  expect(eventsOf(officer).at(-1)).toEqual({ event: 'unit.changed', payload: { userId: officer.userId, department, unitClass } })
  expect(await d.unit(dana, officer)).toMatchObject({ unitClass, department, callId })
  expect((await officer.http.get('/api/auth/me')).json()).toMatchObject({ duty: { unitClass } })
  expect((await d.status(off, off, 3)).json()).toMatchObject({ unitClass, status: 3 })
  await d.clear(dana, callId)
})

test('turned civilian: its units leave their calls', async () => {
  const trooper = await d.onDuty({ department: 'SAHP' })
  const { callId } = await d.call(dana, { unitIds: [trooper.userId] })
  await change(4, { type: 'Civilian' })
  expect(await d.unit({ http: await t.as('staff') }, trooper)).toMatchObject({ unitClass: 0, callId: null, status: 3 })
  expect(await d.detail(dana, callId)).toMatchObject({ status: 'pending', primaryUserId: null })
  expect((await d.texts(dana, callId)).at(-1)).toBe(`${trooper.identifier} is a civilian now`)
  expect((await trooper.http.get('/api/patrol/units/1')).statusCode).toBe(403)
})

test('no longer communications: its dispatchers are off duty and handle no calls', async () => {
  const dispatcher = await d.onDuty({ department: 'COMM', name: 'Dirk' })
  const { callId } = await d.call(dispatcher)
  await change(5, { type: 'Leo' })
  const staff = { http: await t.as('staff') }
  expect(await d.unit(staff, dispatcher)).toMatchObject({ status: 1, type: 1, unitClass: 1, onDutySince: null })
  expect((await onBoard()).map(({ userId }) => userId)).not.toContain(dispatcher.userId)
  expect(await d.detail(staff, callId)).toMatchObject({ handlerUserId: null })
  const open = await t.db
    .selectFrom('patrols')
    .select('id')
    .where('user_id', '=', dispatcher.userId)
    .where('ended_at', 'is', null)
    .execute()
  expect(open).toEqual([])
  await change(5, { type: 'Comms' })
})

test('without CAD: its duties end with the change itself', async () => {
  const [fighter, free] = [await d.onDuty({ department: 'FIRE' }), await d.onDuty({ department: 'FIRE' })]
  const staff = { http: await t.as('staff') }
  const { callId } = await d.call(staff, { unitIds: [fighter.userId] })
  await change(6, { isCadEnabled: false })
  for (const member of [fighter, free]) expect(await d.unit(staff, member)).toMatchObject({ status: 1, callId: null })
  expect(await d.detail(staff, callId)).toMatchObject({ status: 'pending' })
  await until('told', () => eventsOf(free).some(({ event }) => event === 'unit.left'))
  expect(eventsOf(free).filter(({ event }) => event === 'unit.left')).toHaveLength(1)
})

test('changed while its members go on and off duty: no deadlock, and each unit has the class of its department', async () => {
  const officers = [await d.onDuty(), await d.onDuty(), await d.onDuty(), await d.onDuty()]
  for (const type of ['Fire', 'Leo', 'Fire', 'Leo'] as const) {
    const answers = await Promise.all([
      ...officers.flatMap((each) => [d.status(each, each, 1), d.status(each, each, 3)]),
      change(2, { type }),
      ...officers.map((each) => d.save(each, { serverId: 1, departmentId: 2, identifier: each.identifier })),
    ])
    expect(answers.filter((answer) => answer && answer.statusCode !== 200)).toEqual([])
    const classes = (await onBoard()).filter(({ department }) => department.departmentId === 2).map(({ unitClass }) => unitClass)
    expect(new Set(classes)).toEqual(new Set([type === 'Fire' ? 3 : 1]))
  }
})
