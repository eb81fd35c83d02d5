import { DEPARTMENT, type Member, type UserRecord, type Whitelist } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectBridge, linkPlayer, steamOf } from '../../../testing/test-bridge.ts'
import {
  addDiscordRoles,
  discordRole,
  entitler,
  ofDepartment,
  ofRank,
  ranksOf,
  ROLES_IN_DISCORD,
} from '../../../testing/test-entitlements.ts'
import { startTestPortal, until, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { readWhitelist, whitelistSince } from '../../game/whitelist/whitelist.port.ts'
import { settleWhitelists } from './entitlements.feature.ts'

let t: TestPortal
let admin: Http
let staff: Http
let ranks: ReadonlyMap<string, number>
let entitle: ReturnType<typeof entitler>
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
  staff = await t.as('staff')
  await addDiscordRoles(t.db)
  ranks = await ranksOf(t.db)
  entitle = entitler(admin)
})
afterEach(() => t.db.deleteFrom('entitlements').execute())
afterAll(() => t.close())

let lastSource = 0
const rank = (name: string) => ranks.get(name) ?? 0
const cadet = async () => {
  const person = await t.addPerson({ departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
  lastSource += 1
  await linkPlayer(t, person.userId, lastSource)
  return { ...person, steam: steamOf(lastSource) }
}
const versionOf = async ({ userId }: Pick<Person, 'userId'>) => (await admin.get(`/api/members/${userId}`)).json<Member>().version
const promote = async (http: Http, person: Pick<Person, 'userId'>, to: string | null) =>
  http.post(`/api/members/${person.userId}/rank`, {
    departmentId: DEPARTMENT.LSPD,
    rankId: to === null ? null : rank(to),
    reason: 'Good work',
    version: await versionOf(person),
  })
/** Offers a group to give, as the server's bridge would. */
const offer = async (aceGroup: string) => {
  const bridge = await connectBridge(t)
  bridge.answers.set('ace-groups', (payload) => ({ version: (payload as { version: string }).version }))
  const answer = await bridge.hello({ aceGroups: [aceGroup, 'group.admin', 'command'], knows: ['ace-groups'] })
  expect(answer.ok).toBe(true)
  return bridge
}

describe('an actor who gives a rank', () => {
  test('must be allowed to give a powerful Discord role that it leads to', async () => {
    await entitle(ofRank(rank('Sergeant')), discordRole('moderator'))
    await entitle(ofRank(rank('Sergeant')), discordRole('sergeant'))
    const person = await cadet()
    const refused = await promote(staff, person, 'Sergeant')
    expect([refused.statusCode, refused.json().field]).toEqual([403, 'rankId'])
    expect(refused.json().message).toBe(
      'It gives the Discord role Discord moderator, which has power over the Discord server: only an admin or a holder of DISCORD_ADMIN gives that',
    )
    expect((await admin.get(`/api/members/${person.userId}`)).json<Member>().rankChanges).toEqual([])
    const holder = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['DISCORD_ADMIN'] })).token)
    expect((await promote(holder, person, 'Sergeant')).statusCode).toBe(200)
    // Keeping it, and taking it away, is never refused.
    await entitle(ofRank(rank('Lieutenant')), discordRole('moderator'))
    expect((await promote(staff, person, 'Lieutenant')).statusCode).toBe(200)
    expect((await promote(staff, person, 'Cadet')).statusCode).toBe(200)
  })

  test('a role that has become powerful in Discord since counts as one', async () => {
    await entitle(ofRank(rank('Sergeant')), discordRole('sergeant'))
    const [first, second] = [await cadet(), await cadet()]
    expect((await promote(staff, first, 'Sergeant')).statusCode).toBe(200)
    await t.db.updateTable('discord_roles').set({ permissions: '8' }).where('id', '=', ROLES_IN_DISCORD.sergeant).execute()
    expect((await promote(staff, second, 'Sergeant')).statusCode).toBe(403)
    // Refused also for a member who would get it with the whitelist, if it had no power.
    await t.db.updateTable('discord_roles').set({ permissions: '0' }).where('id', '=', ROLES_IN_DISCORD.sergeant).execute()
    await entitle({ kind: 'whitelist', environment: 'prod' }, discordRole('sergeant'))
    await t.db.updateTable('users').set({ is_whitelisted: true }).where('id', '=', second.userId).execute()
    await t.db.updateTable('discord_roles').set({ permissions: '8' }).where('id', '=', ROLES_IN_DISCORD.sergeant).execute()
    expect((await promote(staff, second, 'Sergeant')).statusCode).toBe(403)
    await t.db.updateTable('discord_roles').set({ permissions: '0' }).where('id', '=', ROLES_IN_DISCORD.sergeant).execute()
  })

  test('must be allowed to give an in-game group', async () => {
    await offer('group.lspd_supervisor')
    await entitle(ofRank(rank('Sergeant')), { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' })
    const person = await cadet()
    const refused = await promote(staff, person, 'Sergeant')
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      expect.stringContaining('It gives group.lspd_supervisor in the game'),
    ])
    const holder = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_SERVERS'] })).token)
    expect((await promote(holder, person, 'Sergeant')).statusCode).toBe(200)
  })

  test('must be allowed to for each of several members, or none of them changes', async () => {
    await entitle(ofRank(rank('Sergeant')), discordRole('moderator'))
    const people = [await cadet(), await cadet()]
    const members = await Promise.all(people.map(async (person) => ({ userId: person.userId, version: await versionOf(person) })))
    const body = { departmentId: DEPARTMENT.LSPD, toRankId: rank('Sergeant'), members, reason: 'End of term' }
    const refused = await staff.post('/api/members/ranks', body)
    expect([refused.statusCode, refused.json().field]).toEqual([403, 'toRankId'])
    expect((await admin.post('/api/members/ranks', body)).json()).toEqual({ changed: 2 })
  })

  test('must be allowed to when they save an account, create one or give a role', async () => {
    await entitle(ofDepartment(), discordRole('moderator'))
    const manager = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_USERS'] })).token)
    const userDepartments = [{ departmentId: DEPARTMENT.LSPD, rankId: null, isPrimary: true }]
    const user = { name: 'New', emailAddress: 'new@example.com', steamId: '', userPermissions: [], userDepartments }
    const created = await manager.post('/api/user/CreateUserAsync', { user, password: 'long enough 1' })
    expect([created.statusCode, created.json().field]).toEqual([403, 'userDepartments'])
    const { userId } = await t.addPerson()
    const { version, emailAddress } = (await admin.get(`/api/user/getUser/${userId}`)).json<UserRecord>()
    const change = { user: { ...user, emailAddress, version } }
    const updated = await manager.put(`/api/user/UpdateUserAsync/${userId}/true`, change)
    expect([updated.statusCode, updated.json().field]).toEqual([403, 'userDepartments'])
    // Departments that are not applied give nothing.
    expect((await manager.put(`/api/user/UpdateUserAsync/${userId}/false`, change)).statusCode).toBe(200)
    const again = { user: { ...user, emailAddress, version: version + 1 } }
    expect((await admin.put(`/api/user/UpdateUserAsync/${userId}/true`, again)).statusCode).toBe(200)

    await entitle({ kind: 'roleGroup', roleGroup: 'Developer' }, discordRole('moderator'))
    const { id: roleId } = await t.db.selectFrom('roles').select('id').where('name', '=', 'Developer').executeTakeFirstOrThrow()
    const other = await t.addPerson()
    const high = await t.addPerson({ permissions: ['MANAGE_USERS'] })
    await sql`insert into roles (role_group_id, name, level) select id, 'Test senior', 79 from role_groups where name = 'Staff'`.execute(
      t.db,
    )
    await sql`insert into user_roles (user_id, role_id) select ${high.userId}, id from roles where name = 'Test senior'`.execute(t.db)
    const given = await t.http(high.token).get(`/api/user/role/${roleId}/${other.userId}`)
    expect([given.statusCode, given.json().message], given.body).toEqual([403, expect.stringContaining('Discord moderator')])
  })
})

describe('a whitelist by rank', () => {
  const gift = { kind: 'whitelist', environment: 'prod' } as const

  test('counts in the game, its versions follow, and pages say where it comes from', async () => {
    await entitle(ofRank(rank('Sergeant')), gift)
    const person = await cadet()
    const before = (await readWhitelist(t.db, 'prod')).version
    await promote(staff, person, 'Sergeant')
    expect(await whitelistSince(t.db, 'prod', before)).toEqual({
      environment: 'prod',
      version: before + 1,
      added: [person.steam],
      removed: [],
    })
    expect((await readWhitelist(t.db, 'prod')).members).toContain(person.steam)
    const member = (await staff.get(`/api/members/${person.userId}`)).json<Member>()
    expect(member).toMatchObject({ isWhitelisted: false, isEntitled: true, isEntitledDev: false })
    const listed = (await admin.get('/api/user/GetUsersAsync/false/false?whitelist=prod')).json<{ items: { userId: number }[] }>().items
    expect(listed).toContainEqual(expect.objectContaining({ userId: person.userId, isEntitled: true, isWhitelisted: false }))
    // The member is whitelisted for two reasons: taking one away changes nothing in the game.
    await staff.get(`/api/user/SetWhitelistState/${person.userId}/true/prod`)
    await promote(staff, person, 'Cadet')
    expect((await readWhitelist(t.db, 'prod')).version).toBe(before + 1)
    await staff.get(`/api/user/SetWhitelistState/${person.userId}/false/prod`)
    expect(await whitelistSince(t.db, 'prod', before)).toMatchObject({ version: before + 2, added: [], removed: [person.steam] })
  })

  test('comes and goes with the entitlement, for all at once, and reaches connected servers', async () => {
    const people = [await cadet(), await cadet()]
    const bridge = await connectBridge(t)
    bridge.answers.set('whitelist.changed', (payload) => {
      const { environment, version } = payload as Whitelist
      return { environment, version }
    })
    await bridge.hello()
    const { entitlementId } = await entitle(ofDepartment(), gift)
    const steams = people.map(({ steam }) => steam)
    await bridge.receive('whitelist.changed', ({ added }) => steams.every((steam) => added.includes(steam)))
    await admin.delete(`/api/entitlements/${entitlementId}`)
    await bridge.receive('whitelist.changed', ({ removed }) => steams.every((steam) => removed.includes(steam)))
    bridge.socket.disconnect()
  })

  test('ends for a member who is disabled, and is back once they are enabled', async () => {
    await entitle(ofDepartment(), gift)
    const person = await cadet()
    const isListed = async () => (await readWhitelist(t.db, 'prod')).members.includes(person.steam)
    expect(await isListed()).toBe(true)
    await admin.put(`/api/user/state/${person.userId}`, { action: 'disable' })
    expect(await isListed()).toBe(false)
    await admin.put(`/api/user/state/${person.userId}`, { action: 'enable' })
    expect(await isListed()).toBe(true)
  })

  test('is corrected by the job if it is wrong', async () => {
    await entitle(ofDepartment(), gift)
    const person = await cadet()
    await t.db.updateTable('users').set({ is_entitled: false, is_entitled_dev: true }).where('id', '=', person.userId).execute()
    await settleWhitelists(t.db)
    expect(
      await t.db.selectFrom('users').select(['is_entitled', 'is_entitled_dev']).where('id', '=', person.userId).executeTakeFirst(),
    ).toEqual({
      is_entitled: true,
      is_entitled_dev: false,
    })
  })
})

describe('in-game groups', () => {
  test('reach the server by Steam hex and follow ranks and accounts, if the server offers them', async () => {
    const bridge = await offer('group.lspd_supervisor')
    const offered = await t.db.selectFrom('server_links').select('ace_groups').where('server_id', '=', 1).executeTakeFirstOrThrow()
    expect(offered.ace_groups).toEqual(['group.lspd_supervisor'])
    expect((await bridge.receive('ace-groups')).members).toEqual([])
    const person = await cadet()
    await entitle(ofRank(rank('Sergeant')), { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' })
    await promote(admin, person, 'Sergeant')
    const has = ({ members }: { members: { steam: string; groups: string[] }[] }) =>
      members.some(({ steam, groups }) => steam === person.steam && groups.join() === 'group.lspd_supervisor')
    const { version } = await bridge.receive('ace-groups', has)
    await until('acknowledged', async () => {
      const link = await t.db.selectFrom('server_links').select('ace_groups_version').where('server_id', '=', 1).executeTakeFirstOrThrow()
      return link.ace_groups_version === version
    })
    bridge.received.length = 0
    await admin.put(`/api/user/state/${person.userId}`, { action: 'disable' })
    expect(has(await bridge.receive('ace-groups'))).toBe(false)
    await admin.put(`/api/user/state/${person.userId}`, { action: 'enable' })
    await bridge.receive('ace-groups', has)
    await promote(admin, person, null)
    expect(has(await bridge.receive('ace-groups'))).toBe(false)
    bridge.socket.disconnect()
  })

  test('a server that has the newest list is sent nothing, and neither is a server with an older resource', async () => {
    const first = await offer('group.lspd_supervisor')
    const { version } = await first.receive('ace-groups')
    const second = await connectBridge(t)
    await second.hello({ aceGroups: ['group.lspd_supervisor'], aceGroupsVersion: version, knows: ['ace-groups'] })
    const old = await connectBridge(t)
    await old.hello()
    await old.say('heartbeat', { players: 0, maxPlayers: 1, uptimeSeconds: 1, queued: 0 })
    for (const bridge of [second, old]) expect(bridge.received.filter(({ message }) => message === 'ace-groups')).toEqual([])
    expect(
      (await t.db.selectFrom('server_links').select('ace_groups').where('server_id', '=', 1).executeTakeFirstOrThrow()).ace_groups,
    ).toEqual([])
  })
})
