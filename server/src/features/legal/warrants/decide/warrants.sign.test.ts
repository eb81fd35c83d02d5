import { courtName, type listWarrantServers, type ResponseOf, type Warrant, WARRANT_DAYS } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { recordsOf } from '../../../../testing/test-records.ts'
import { warrantsOf, whileHeld } from '../../../../testing/test-warrants.ts'
import { warrantRows } from '../../../../testing/test-warrant-rows.ts'

let t: TestPortal
let w: ReturnType<typeof warrantsOf>
let rows: ReturnType<typeof warrantRows>
let writer: Member
let judge: Member
beforeAll(async () => {
  t = await startTestPortal()
  w = warrantsOf(t)
  rows = warrantRows(t)
  writer = await w.officer({ name: 'Wilma Writer' })
  judge = await w.judge('Judge Judith')
})
afterAll(() => t.close())

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const sign = (warrantId: number, over: object = {}, by = judge) =>
  by.http.post(`/api/warrants/${warrantId}/sign`, { version: 1, bail: null, isConfidential: false, ...over })
const submitted = async (over: Partial<Parameters<typeof rows.put>[1]> = {}) =>
  (await rows.put(writer, { signer: judge, ...over })).warrantId
const untouched = async (warrantId: number) => {
  expect(await rows.row(warrantId)).toMatchObject({ state: 'submitted', version: 1, is_confidential: false, expires_at: null })
  const { rows: named } = await sql`select from warrant_servers where warrant_id = ${warrantId}`.execute(t.db)
  expect([named.length, await rows.steps(warrantId)]).toEqual([0, []])
}

describe('the time it expires', () => {
  test('is at least a minute and at most 3,650 days ahead', async () => {
    const warrantId = await submitted()
    for (const [ahead, message] of [
      [-DAY, 'Choose a time at least a minute ahead'],
      [MINUTE / 2, 'Choose a time at least a minute ahead'],
      [3650 * DAY + MINUTE, 'At most 3,650 days ahead'],
    ] as const) {
      const expiresAt = new Date(Date.now() + ahead).toISOString()
      expect((await sign(warrantId, { expiresAt })).json()).toMatchObject({ code: 'invalid_input', field: 'expiresAt', message })
    }
    await untouched(warrantId)
    for (const ahead of [2 * MINUTE, 3650 * DAY - MINUTE]) {
      const expiresAt = new Date(Date.now() + ahead).toISOString()
      expect((await sign(await submitted(), { expiresAt })).json()).toMatchObject({ state: 'active', expiresAt })
    }
  })

  test('names the court on its paper, which is the community’s own unless a setting names it', async () => {
    const warrantId = await submitted()
    expect((await sign(warrantId)).json<Warrant>().court).toBe('')
    await recordsOf(t).set(courtName, ' Circuit Court of Blaine County ')
    expect((await sign(await submitted())).json<Warrant>().court).toBe('Circuit Court of Blaine County')
    await recordsOf(t).set(courtName, '')
  })

  test('follows the community’s setting for the type, unless the writer asked for a number of days', async () => {
    const days = { arrest: 3650, search: 1, bench: 12 } as const
    for (const type of ['arrest', 'search', 'bench'] as const) {
      await recordsOf(t).set(WARRANT_DAYS[type], days[type])
      for (const asked of [null, 5]) {
        const signed = (await sign(await submitted({ type, days: asked }))).json<Warrant>()
        expect((Date.parse(signed.expiresAt!) - Date.parse(signed.signedAt!)) / DAY, `${type}, asked ${asked}`).toBe(asked ?? days[type])
        const change = { what: 'Expires', before: asked === null ? '' : '5 days asked for', after: signed.expiresAt }
        expect(signed.history[0]!.changes).toContainEqual(change)
      }
    }
    const servers = (await judge.http.get('/api/warrants/servers')).json<ResponseOf<typeof listWarrantServers>>()
    expect(servers.days).toEqual(days)
  })
})

describe('the departments and members who serve a confidential warrant', () => {
  const refused = async (servedBy: object, field: string, isConfidential = true) => {
    const warrantId = await submitted()
    expect((await sign(warrantId, { isConfidential, servedBy })).json(), JSON.stringify(servedBy)).toMatchObject({
      code: 'invalid_input',
      field,
    })
    await untouched(warrantId)
  }

  test('belong to police, are at least one, and are named for no other warrant', async () => {
    const [comms, gone] = [await w.officer({ department: 'COMM' }), await w.officer()]
    await sql`update users set disabled_at = now() where id = ${gone.userId}`.execute(t.db)
    await refused({}, 'servedBy')
    await refused({ departmentIds: [2] }, 'servedBy', false)
    await refused({ userIds: [writer.userId] }, 'servedBy', false)
    for (const departmentId of [5, 6, 7, 999]) await refused({ departmentIds: [2, departmentId] }, 'servedBy.departmentIds')
    for (const { userId } of [comms, gone, judge, { userId: 999_999 }]) {
      await refused({ departmentIds: [2], userIds: [writer.userId, userId] }, 'servedBy.userIds')
    }
  })

  test('are read with the warrant, each once, and are in its history', async () => {
    const officer = await w.officer({ department: 'BCSO', name: 'Olly Officer' })
    const warrantId = await submitted()
    const servedBy = { departmentIds: [2, 2], userIds: [officer.userId, officer.userId] }
    const signed = (await sign(warrantId, { isConfidential: true, servedBy })).json<Warrant>()
    expect(signed.servedBy).toEqual({
      departments: [{ departmentId: 2, name: 'LSPD' }],
      members: [{ userId: officer.userId, name: 'Olly Officer', identifier: officer.identifier }],
    })
    expect(signed.history[0]!.changes).toEqual([
      { what: 'State', before: 'Submitted', after: 'Active' },
      { what: 'Expires', before: '', after: signed.expiresAt },
      { what: 'Confidential', before: 'No', after: 'Until served' },
      { what: 'To be served by', before: '', after: 'LSPD, Olly Officer' },
    ])
    expect((await officer.http.get(`/api/warrants/${warrantId}`)).json<Warrant>()).toMatchObject({ may: { serve: true }, history: [] })
  })

  test('are offered by name or call sign, those on duty first', async () => {
    const [on, off] = [await w.officer({ department: 'SAHP', name: 'Quentin 100%' }), await w.officer({ name: 'Quentin Aaron' })]
    await w.officer({ department: 'COMM', name: 'Quentin Comms' })
    await sql`update users set disabled_at = now() where id = ${(await w.officer({ name: 'Quentin Disabled' })).userId}`.execute(t.db)
    await sql`delete from units where user_id = ${off.userId}`.execute(t.db)
    const find = async (q: string, by = judge) =>
      (await by.http.get(`/api/warrants/servers?q=${encodeURIComponent(q)}`)).json<ResponseOf<typeof listWarrantServers>>()
    const { departments, members } = await find('quentin')
    expect(departments.map(({ name }) => name)).toEqual(['LSPD', 'BCSO', 'SAHP'])
    expect(members).toEqual([
      { userId: on.userId, name: 'Quentin 100%', identifier: on.identifier, department: 'SAHP' },
      { userId: off.userId, name: 'Quentin Aaron', identifier: '', department: 'LSPD' },
    ])
    expect((await find(on.identifier)).members.map(({ userId }) => userId)).toContain(on.userId)
    expect((await find('0%')).members.map(({ userId }) => userId)).toEqual([on.userId])
    expect((await find('%%')).members).toEqual([])
    for (const each of [writer, await w.clerk()]) expect((await each.http.get('/api/warrants/servers')).statusCode).toBe(403)
  })

  test('do not belong to a retired department', async () => {
    const officer = await w.officer({ department: 'BCSO' })
    await sql`update departments set retired_at = now() where id = 3`.execute(t.db)
    try {
      await refused({ departmentIds: [3] }, 'servedBy.departmentIds')
      await refused({ userIds: [officer.userId] }, 'servedBy.userIds')
      const { departments } = (await judge.http.get('/api/warrants/servers')).json<ResponseOf<typeof listWarrantServers>>()
      expect(departments.map(({ name }) => name)).toEqual(['LSPD', 'SAHP'])
    } finally {
      await sql`update departments set retired_at = null where id = 3`.execute(t.db)
    }
  })
})

describe('the right to sign that is lost while the request waits', () => {
  test('because the role no longer signs', async () => {
    const role = await sql<{ id: number }>`insert into roles (name, level, role_group_id, signs_warrants)
      select 'Magistrate', 1, id, true from role_groups where name = 'Developer' returning id`.execute(t.db)
    const person = await t.addPerson({ roles: ['Magistrate'] })
    const magistrate: Member = { ...person, http: t.http(person.token), identifier: '' }
    const warrantId = await submitted()
    const unmark = () => sql`update roles set signs_warrants = false where id = ${role.rows[0]!.id}`.execute(t.db)
    const answer = await whileHeld(t, warrantId, () => sign(warrantId, {}, magistrate), unmark)
    // They are not legal staff any more either, so the warrant does not exist for them.
    expect(answer.json()).toMatchObject({ code: 'not_found' })
    await untouched(warrantId)
  })

  test('because the role is taken away, or the account is disabled', async () => {
    for (const take of [
      (userId: number) =>
        sql`update user_roles set role_id = (select id from roles where name = 'Legal Services') where user_id = ${userId}`,
      (userId: number) => sql`update users set disabled_at = now() where id = ${userId}`,
    ]) {
      const once = await w.judge()
      const warrantId = await submitted()
      const answer = await whileHeld(
        t,
        warrantId,
        () => sign(warrantId, {}, once),
        () => take(once.userId).execute(t.db),
      )
      expect(answer.json()).toMatchObject({ code: 'forbidden' })
      await untouched(warrantId)
    }
  })
})
