import { DEPARTMENT, type FirstEvening, type ManagedDepartment } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dispatchOf } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

const PATH = '/api/setup/first-evening'

let t: TestPortal
let root: Http
beforeAll(async () => {
  t = await startTestPortal()
  root = await t.as('root')
})
afterAll(() => t.close())

const read = async (http = root): Promise<FirstEvening> => (await http.get(PATH)).json()
const show = async (isOpen: boolean): Promise<FirstEvening> => (await root.put(PATH, { isOpen })).json()

test('only Root and Admin see the steps, hide them and choose the departments', async () => {
  for (const role of ['member', 'staff', 'developer'] as const) {
    const http = await t.as(role)
    expect((await http.get(PATH)).statusCode).toBe(403)
    expect((await http.put(PATH, { isOpen: false })).statusCode).toBe(403)
    expect((await http.put(`${PATH}/departments`, { departmentIds: [2] })).statusCode).toBe(403)
  }
  expect((await t.http().get(PATH)).statusCode).toBe(401)
  expect((await root.put(PATH, {})).json()).toMatchObject({ code: 'invalid_input', field: 'isOpen' })
})

describe('a step is done by what was done:', () => {
  const doneBy = async (statement: ReturnType<typeof sql>): Promise<readonly string[]> => {
    const { done: before } = await read()
    await statement.execute(t.db)
    return (await read()).done.filter((step) => !before.includes(step))
  }

  test('nothing is at first but the accounts that the tests have', async () => {
    expect((await read()).done).toEqual(['people'])
  })

  test('the name, once it is chosen', async () => {
    expect(await doneBy(sql`insert into settings (key, value) values ('community.name', '"Blaine County"')`)).toEqual(['name'])
  })

  test('joining, once an admin is in a department that uses the CAD and is not retired', async () => {
    const { userId } = await t.person('root')
    expect(await doneBy(sql`insert into user_departments (user_id, department_id) values (${(await t.addPerson()).userId}, 5)`)).toEqual([])
    expect(await doneBy(sql`insert into user_departments (user_id, department_id) values (${userId}, 5)`)).toEqual(['join'])
    expect(await doneBy(sql`update departments set retired_at = now() where id = 5`)).toEqual([])
    expect((await read()).done).not.toContain('join')
    await sql`update departments set retired_at = null where id = 5`.execute(t.db)
  })

  test('the game server, once it has reported', async () => {
    const heartbeat = sql`insert into server_links (server_id, connected_at, last_heartbeat_at, is_online, players, max_players, bridge_version, resource)
      values (1, now(), now(), true, 0, 32, '1.0.0', 'tenfour')`
    expect(await doneBy(heartbeat)).toEqual(['server'])
  })

  test('Discord, while the community says that it does without', async () => {
    const without = async (isWithoutDiscord: boolean): Promise<FirstEvening> =>
      (await root.put(`${PATH}/discord`, { isWithoutDiscord })).json()
    expect(await without(true)).toMatchObject({ isWithoutDiscord: true, done: expect.arrayContaining(['discord']) })
    const after = await without(false)
    expect([after.isWithoutDiscord, after.done.includes('discord')]).toEqual([false, false])
    expect((await (await t.as('staff')).put(`${PATH}/discord`, { isWithoutDiscord: true })).statusCode).toBe(403)
  })

  test('Discord, once a bot has a token', async () => {
    expect(await doneBy(sql`update discord_bot set state = 'connecting'`)).toEqual(['discord'])
  })
})

describe('the departments that the community plays', () => {
  const managed = async () => (await root.get('/api/departments')).json<ManagedDepartment[]>()
  const inUse = async () => (await managed()).filter(({ isRetired }) => !isRetired).map(({ departmentId }) => departmentId)
  const choose = (departmentIds: readonly number[]) => root.put(`${PATH}/departments`, { departmentIds })

  test.each([
    ['none', [], 'Choose at least one department'],
    ['one that nobody knows', [2, 4711], 'There is no such department'],
  ])('are refused when they are %s', async (_what, departmentIds, message) => {
    const before = await inUse()
    const refused = await choose(departmentIds)
    expect([refused.statusCode, refused.json().message]).toEqual([400, message])
    expect(await inUse()).toEqual(before)
  })

  test('stay in use, the others are retired and audited, and the step is done; another choice restores them', async () => {
    const all = await inUse()
    const { LSPD, COMM, CIV } = DEPARTMENT
    expect((await choose([LSPD, COMM, CIV])).json<FirstEvening>().done).toContain('departments')
    expect(await inUse()).toEqual([LSPD, COMM, CIV])
    const audited = await t.db.selectFrom('audit').select('action').where('subject_type', '=', 'department').execute()
    expect(audited.map(({ action }) => action)).toEqual(Array<string>(all.length - 3).fill('department.retired'))
    await choose(all)
    expect(await inUse()).toEqual(all)
  })

  test('can’t be two of the same name', async () => {
    await sql`insert into departments (name, full_name, type, retired_at) values ('lspd', 'Second', 'Leo', now())`.execute(t.db)
    const second = (await managed()).find(({ fullName }) => fullName === 'Second')!
    expect((await choose([DEPARTMENT.LSPD, second.departmentId])).json()).toMatchObject({ code: 'conflict', field: 'departmentIds' })
    expect((await choose([second.departmentId])).statusCode).toBe(200)
    expect(await inUse()).toEqual([second.departmentId])
    await choose([DEPARTMENT.LSPD])
  })
})

test('steps that were all done stay away, also when one of them no longer is, until an admin shows them again', async () => {
  const d = dispatchOf(t)
  const officer = await d.onDuty()
  const { userId } = await t.person('root')
  await t.db.insertInto('user_departments').values({ user_id: userId, department_id: DEPARTMENT.LSPD }).execute()
  await d.assign(officer, officer, (await d.call(officer)).callId)
  expect(await read()).toMatchObject({ isOpen: false, done: { length: 7 } })
  await sql`delete from server_links`.execute(t.db)
  expect(await read()).toMatchObject({ isOpen: false, done: { length: 6 } })
  expect(await show(true)).toMatchObject({ isOpen: true })
})

test('the steps are hidden by one admin from all, and shown to all again by one', async () => {
  expect(await show(false)).toMatchObject({ isOpen: false })
  expect(await read(await t.as('admin'))).toMatchObject({ isOpen: false })
  expect(await show(true)).toMatchObject({ isOpen: true })
})
