import type { PatrolUnit } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dana: Member
let otherServer: number
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dana = await d.onDuty({ department: 'COMM', name: 'Dana' })
  otherServer = (await (await t.as('admin')).post('/api/patrol/server', { name: 'Second' })).json<{ serverId: number }>().serverId
})
afterAll(() => t.close())

describe('the radio channel', () => {
  const tune = (by: Pick<Member, 'http'>, { userId }: Pick<Member, 'userId'>, channel: unknown) =>
    by.http.post(`/api/patrol/unit/channel/${userId}`, { channel })

  test("is set for one's own unit, or for any by dispatch, kept while on duty there, and cleared after", async () => {
    const officer = await d.onDuty()
    expect(await d.unit(officer, officer)).toMatchObject({ channel: '' })
    expect((await tune(officer, officer, ' TAC 1 ')).json()).toMatchObject({ userId: officer.userId, channel: 'TAC 1' })
    const same = { serverId: 1, departmentId: 2, identifier: officer.identifier }
    expect((await d.save(officer, same)).json()).toMatchObject({ channel: 'TAC 1' })
    expect((await tune(dana, officer, 'Anything')).json()).toMatchObject({ channel: 'Anything' })
    expect((await tune({ http: await t.as('staff') }, officer, '')).json()).toMatchObject({ channel: '' })
    await tune(officer, officer, 'TAC 3')
    expect((await d.save(officer, { ...same, serverId: otherServer })).json()).toMatchObject({ channel: '' })
    await tune(officer, officer, 'TAC 3')
    expect((await d.status(officer, officer, 1)).json()).toMatchObject({ channel: '' })
  })

  test('of others can not be set by officers, civilians, or from another server, nor while off duty', async () => {
    const officer = await d.onDuty()
    const others = [
      await d.onDuty(),
      await d.onDuty({ department: 'FIRE' }),
      await d.onDuty({ department: 'CIV' }),
      await d.onDuty({ department: 'COMM', type: 1 }),
      await d.onDuty({ department: 'COMM', serverId: otherServer }),
    ]
    for (const by of others) expect((await tune(by, officer, 'TAC 1')).statusCode).toBe(403)
    expect((await tune(dana, officer, 'x'.repeat(17))).json()).toMatchObject({ code: 'invalid_input', field: 'channel' })
    expect((await tune(dana, officer, undefined)).json()).toMatchObject({ code: 'invalid_input', field: 'channel' })
    await d.status(officer, officer, 1)
    expect((await tune(officer, officer, 'TAC 1')).json()).toMatchObject({ code: 'conflict', message: `${officer.identifier} is off duty` })
    expect((await tune(dana, { userId: 999_999 }, 'TAC 1')).statusCode).toBe(404)
    expect(await d.unit(dana, officer)).toMatchObject({ channel: '' })
  })
})

describe('a call sign', () => {
  type Answer = { holder: { userId: number; name: string } | null; keeper: unknown; suggestion: string | null }
  const check = async (by: Pick<Member, 'http'>, query: Record<string, string>, serverId = 1): Promise<Answer> =>
    (await by.http.get(`/api/patrol/identifier/${serverId}?${new URLSearchParams(query).toString()}`)).json()
  const use = (member: Member, identifier: string) =>
    member.http.post(`/api/patrol/unit/identifier/${member.userId}`, { identifier }).then((answer) => answer.json<PatrolUnit>())

  test('in use by another member on duty there is reported, ignoring case, with a free one', async () => {
    const [holder, asking] = [await d.onDuty({ name: 'Hannah' }), await d.onDuty()]
    await use(holder, '9L12')
    const taken = { holder: { userId: holder.userId, name: 'Hannah' }, keeper: null, suggestion: '9L13' }
    expect(await check(asking, { identifier: ' 9l12 ', departmentId: '2' })).toEqual(taken)
    expect(await check(asking, { identifier: '9L12' })).toEqual({ ...taken, suggestion: null })
    expect(await check(holder, { identifier: '9L12', departmentId: '2' })).toEqual({ holder: null, keeper: null, suggestion: '9L12' })
    expect(await check(asking, { identifier: '9L12', departmentId: '2' }, otherServer)).toEqual({
      holder: null,
      keeper: null,
      suggestion: '9L12',
    })
    // Call signs are proposed for the member's own departments only.
    const nothing = { holder: null, keeper: null, suggestion: null }
    expect(await check(await d.onDuty({ department: 'FIRE' }), { departmentId: '6' })).toEqual({ ...nothing, suggestion: 'E01' })
    for (const departmentId of ['6', '7']) expect(await check(asking, { departmentId })).toEqual(nothing)
    await d.status(holder, holder, 1)
    expect(await check(asking, { identifier: '9L12', departmentId: '2' })).toEqual({ holder: null, keeper: null, suggestion: '9L12' })
  })

  test("is compared only with other civilians' for a civilian", async () => {
    const [officer, civilian, other] = [await d.onDuty(), await d.onDuty({ department: 'CIV' }), await d.onDuty({ department: 'CIV' })]
    await use(officer, '9L50')
    await use(other, 'C-1')
    expect(await check(civilian, { identifier: '9L50' })).toMatchObject({ holder: null })
    expect(await check(civilian, { identifier: 'C-1' })).toMatchObject({ holder: { userId: other.userId } })
  })

  test('can be checked before going on duty, only by members with a CAD department', async () => {
    const before = await t.addPerson({ departments: [{ name: 'BCSO', isPrimary: true }] })
    expect(await check({ http: t.http(before.token) }, { departmentId: '3' })).toEqual({ holder: null, keeper: null, suggestion: '1S01' })
    expect(await check({ http: await t.as('member') }, {})).toMatchObject({ code: 'forbidden' })
    expect(await check(dana, { identifier: 'x'.repeat(17) })).toMatchObject({ code: 'invalid_input', field: 'identifier' })
    expect(await check(dana, { departmentId: 'x' })).toMatchObject({ code: 'invalid_input', field: 'departmentId' })
  })
})

test('the dispatchers on duty on a server, longest first: no call takers, nobody off duty or elsewhere', async () => {
  const dirk = await d.onDuty({ department: 'COMM', name: 'Dirk' })
  await d.onDuty({ department: 'COMM', type: 1 })
  const off = await d.onDuty({ department: 'COMM' })
  await d.status(off, off, 1)
  const officer = await d.onDuty()
  const { onDutySince } = await d.unit(officer, dirk)
  const answer = await officer.http.get('/api/cad/dispatchers/1')
  expect(answer.json<{ userId: number }[]>().map(({ userId }) => userId)).toEqual([dana.userId, dirk.userId])
  expect(answer.json<object[]>()[1]).toEqual({ userId: dirk.userId, identifier: dirk.identifier, name: 'Dirk', since: onDutySince })
  expect((await officer.http.get(`/api/cad/dispatchers/${otherServer}`)).statusCode).toBe(403)
  expect((await (await t.as('staff')).get('/api/cad/dispatchers/999')).json()).toEqual([])
})
