import { DEPARTMENT, type EntitlementProposal, type Member, type MemberEffects, type PageOf, type UserRecord } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  addAceGroup,
  addDiscordRoles,
  addGuild,
  discordRole,
  entitler,
  GUILD,
  linkMember,
  ofDepartment,
  ofRank,
  ranksOf,
  ROLES_IN_DISCORD,
} from '../../../testing/test-entitlements.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { changesBetween, effectsOf } from './entitlements.effects.ts'

let t: TestPortal
let admin: Http
let staff: Http
let lspd: ReadonlyMap<string, number>
let fire: ReadonlyMap<string, number>
let entitle: ReturnType<typeof entitler>
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
  staff = await t.as('staff')
  await addDiscordRoles(t.db)
  lspd = await ranksOf(t.db)
  fire = await ranksOf(t.db, DEPARTMENT.FIRE)
  entitle = entitler(admin)
  await sql`update ranks set capabilities = '{approveReports,grantLeave}' where id = ${lspd.get('Sergeant')}`.execute(t.db)
  await sql`update departments set nickname_template = '{rank} {short}' where id = ${DEPARTMENT.LSPD}`.execute(t.db)
  await addAceGroup(t.db)
})
afterEach(() => t.db.deleteFrom('entitlements').execute())
afterAll(() => t.close())

const rank = (name: string) => lspd.get(name) ?? 0
const officer = (rankName = 'Officer II') =>
  t.addPerson({ name: 'Rosa Delgado', departments: [{ name: 'LSPD', rank: rankName, isPrimary: true }] })
const ask = (http: Http, body: object) => http.post('/api/entitlements/preview', body)
const toRank = (userId: number, name: string) => ({ userId, rank: { departmentId: DEPARTMENT.LSPD, rankId: rank(name) } })
const nothing = { added: [], removed: [] }
const WAITS = '(once they have a Steam hex)'

describe('a preview', () => {
  test('says what a promotion changes everywhere, and changes nothing', async () => {
    await entitle(ofRank(rank('Officer II')), discordRole('officer'))
    await entitle(ofRank(rank('Sergeant')), discordRole('sergeant'))
    await entitle(ofDepartment(), discordRole('supervisor'))
    await entitle(ofRank(rank('Sergeant')), { kind: 'whitelist', environment: 'dev' })
    await entitle(ofRank(rank('Sergeant')), { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' })
    const { userId } = await officer()
    await linkMember(t.db, userId)
    const before = (await admin.get(`/api/members/${userId}`)).json<Member>()
    const { name: server } = await t.db.selectFrom('servers').select('name').where('id', '=', 1).executeTakeFirstOrThrow()
    expect((await ask(admin, toRank(userId, 'Sergeant'))).json()).toEqual({
      isLinked: true,
      portal: { added: ['approve reports in LSPD', 'grant leave in LSPD'], removed: [] },
      discordRoles: { added: ['Discord sergeant'], removed: ['Discord officer'] },
      nickname: { before: 'Officer II R. Delgado', after: 'Sergeant R. Delgado' },
      whitelists: { added: [`development servers ${WAITS}`], removed: [] },
      aceGroups: { added: [`group.lspd_supervisor on ${server} ${WAITS}`], removed: [] },
      refusals: [],
    })
    expect((await admin.get(`/api/members/${userId}`)).json()).toEqual(before)
    const refused = (await ask(staff, toRank(userId, 'Sergeant'))).json<MemberEffects>()
    expect(refused.refusals).toEqual([expect.stringContaining('group.lspd_supervisor in the game')])
  })

  test('says if nothing changes, and names the server of a role if there are several', async () => {
    const { userId } = await officer()
    expect((await ask(staff, toRank(userId, 'Officer II'))).json()).toEqual({
      isLinked: false,
      portal: nothing,
      discordRoles: nothing,
      nickname: { before: 'Officer II R. Delgado', after: 'Officer II R. Delgado' },
      whitelists: nothing,
      aceGroups: nothing,
      refusals: [],
    })
    await entitle(ofRank(rank('Sergeant')), discordRole('sergeant'))
    await addGuild(t.db, '900000000000000002', 'Another one')
    expect((await ask(staff, toRank(userId, 'Sergeant'))).json<MemberEffects>().discordRoles.added).toEqual([
      'Discord sergeant (San Andreas Division)',
    ])
    await t.db.deleteFrom('discord_guilds').where('id', '=', '900000000000000002').execute()
  })

  test('is refused for members above the caller, and for what the caller may not change', async () => {
    const above = await t.addPerson({ roles: ['Admin'], departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
    expect((await ask(staff, toRank(above.userId, 'Sergeant'))).statusCode).toBe(403)
    const { userId } = await officer()
    expect((await ask(staff, { userId, userDepartments: [] })).statusCode).toBe(403)
    expect((await ask(staff, { userId, name: 'Other' })).statusCode).toBe(403)
    const manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
    expect((await ask(manager, toRank(userId, 'Sergeant'))).statusCode).toBe(403)
    expect((await ask(manager, { userId, userDepartments: [] })).statusCode).toBe(200)
    expect((await ask(await t.as('officer'), toRank(userId, 'Sergeant'))).statusCode).toBe(403)
    const self = await t.person('staff')
    expect((await ask(staff, toRank(self.userId, 'Sergeant'))).json<MemberEffects>().refusals).toEqual([
      expect.stringContaining('yourself'),
    ])
  })

  test('names the field of bad input', async () => {
    const { userId } = await officer()
    const bad = async (field: string | undefined, body: object) => {
      const response = await ask(admin, body)
      expect([response.statusCode, response.json().field], response.body).toEqual([400, field])
    }
    await bad('rank.rankId', { userId, rank: { departmentId: DEPARTMENT.FIRE, rankId: rank('Sergeant') } })
    await bad('userDepartments.0.departmentId', { userId, userDepartments: [{ departmentId: 999_999, rankId: null, isPrimary: true }] })
    await bad('role.roleId', { userId, role: { roleId: 999_999, isHeld: true } })
    expect((await ask(admin, { userId })).statusCode).toBe(400)
    expect((await ask(admin, toRank(999_999, 'Sergeant'))).statusCode).toBe(404)
  })

  test('of a role shows what its group leads to, and that it is out of reach', async () => {
    await entitle({ kind: 'roleGroup', roleGroup: 'Staff' }, discordRole('staff'))
    const { userId } = await officer()
    const { id: roleId } = await t.db.selectFrom('roles').select('id').where('name', '=', 'Staff').executeTakeFirstOrThrow()
    expect((await ask(admin, { userId, role: { roleId, isHeld: true } })).json()).toMatchObject({
      portal: { added: ['the role Staff'], removed: [] },
      discordRoles: { added: ['Discord staff'], removed: [] },
      refusals: [],
    })
    expect((await ask(admin, { userId, role: { roleId, isHeld: false } })).json()).toMatchObject({ portal: nothing, refusals: [] })
    const manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
    expect((await ask(manager, { userId, role: { roleId, isHeld: true } })).json<MemberEffects>().refusals).toHaveLength(1)
  })

  test('of disabling or deleting takes everything away, and of the way back gives it again', async () => {
    await entitle(ofRank(rank('Sergeant')), discordRole('sergeant'))
    await entitle(ofRank(rank('Sergeant')), { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' })
    await entitle(ofDepartment(), { kind: 'whitelist', environment: 'prod' })
    const { userId } = await officer('Sergeant')
    const there = { portal: 'access to the portal', role: 'Discord sergeant', whitelist: 'game servers', nickname: 'Sergeant R. Delgado' }
    for (const state of ['disable', 'delete']) {
      expect((await ask(admin, { userId, state })).json(), state).toMatchObject({
        portal: { added: [], removed: [there.portal] },
        discordRoles: { added: [], removed: [there.role] },
        nickname: { before: there.nickname, after: null },
        whitelists: { added: [], removed: [there.whitelist] },
        aceGroups: { added: [], removed: [expect.stringContaining('group.lspd_supervisor')] },
        refusals: [],
      })
    }
    expect((await admin.get(`/api/members/${userId}`)).statusCode).toBe(200)
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute()
    expect((await ask(admin, { userId, state: 'enable' })).json()).toMatchObject({
      portal: { added: [there.portal], removed: [] },
      discordRoles: { added: [there.role], removed: [] },
      refusals: [],
    })
    const manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
    expect((await ask(manager, { userId, state: 'enable' })).json<MemberEffects>().refusals).toEqual([
      'This account may approve reports in LSPD and you may not',
      expect.stringContaining('group.lspd_supervisor in the game'),
    ])
    // Deleted as well, enabling alone brings nothing back.
    await t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', userId).execute()
    expect((await ask(admin, { userId, state: 'enable' })).json()).toMatchObject({ portal: nothing, discordRoles: nothing })
  })

  test('of an account’s state is refused for oneself, the last Root, accounts above and those who may not change it', async () => {
    const { userId } = await officer()
    expect((await ask(staff, { userId, state: 'disable' })).statusCode).toBe(403)
    const root = await t.person('root')
    expect((await ask(admin, { userId: root.userId, state: 'disable' })).statusCode).toBe(403)
    const self = await t.person('admin')
    expect((await ask(admin, { userId: self.userId, state: 'delete' })).json<MemberEffects>().refusals).toEqual([
      "You can't delete your own account",
    ])
    const { id: roleId } = await t.db.selectFrom('roles').select('id').where('name', '=', 'Root').executeTakeFirstOrThrow()
    const last = await ask(await t.as('root'), { userId: root.userId, role: { roleId, isHeld: false } })
    expect([last.statusCode, last.json().message]).toEqual([409, expect.stringContaining('the last Root account')])
    const manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
    const holder = await t.addPerson({ permissions: ['MANAGE_SERVERS'] })
    await t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', holder.userId).execute()
    expect((await ask(manager, { userId: holder.userId, state: 'restore' })).json<MemberEffects>().refusals).toEqual([
      'This account holds MANAGE_SERVERS and you do not',
    ])
  })

  test('of a whitelist shows what follows from it, and needs a Steam hex', async () => {
    await entitle({ kind: 'whitelist', environment: 'prod' }, discordRole('whitelisted'))
    const { userId } = await officer()
    const put = (environment: string, isOn: boolean) => ({ userId, whitelist: { environment, isOn } })
    expect((await ask(staff, put('prod', true))).json()).toMatchObject({
      discordRoles: { added: ['Discord whitelisted'], removed: [] },
      whitelists: { added: [`game servers ${WAITS}`], removed: [] },
      refusals: ['They have no valid Steam hex'],
    })
    await t.db.updateTable('users').set({ steam_id: '11000010abcdef7', is_whitelisted_dev: true }).where('id', '=', userId).execute()
    expect((await ask(staff, put('prod', true))).json()).toMatchObject({ refusals: [] })
    expect((await ask(staff, put('dev', false))).json()).toMatchObject({ whitelists: { added: [], removed: ['development servers'] } })
    await entitle(ofDepartment(), { kind: 'whitelist', environment: 'dev' })
    expect((await ask(staff, put('dev', false))).json(), 'by rank all the same').toMatchObject({ whitelists: nothing })
    const above = await t.addPerson({ roles: ['Admin'] })
    expect((await ask(staff, { ...put('dev', true), userId: above.userId })).statusCode).toBe(403)
    expect((await ask(await t.as('officer'), put('dev', true))).statusCode).toBe(403)
  })

  test('of one rank for several members is counted, and changes nothing', async () => {
    await entitle(ofRank(rank('Officer II')), discordRole('officer'))
    await entitle(ofRank(rank('Sergeant')), discordRole('sergeant'))
    await entitle(ofRank(rank('Sergeant')), { kind: 'whitelist', environment: 'dev' })
    await entitle(ofRank(rank('Sergeant')), { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' })
    const [one, two, other, outside] = [await officer(), await officer(), await officer('Cadet'), await t.addPerson()]
    await linkMember(t.db, one.userId)
    const userIds = [one, two, other, outside, one].map(({ userId }) => userId)
    const several = { userIds, rank: { departmentId: DEPARTMENT.LSPD, rankId: rank('Sergeant') } }
    const before = (await admin.get(`/api/members/${one.userId}`)).json<Member>()
    const shown = (await ask(admin, several)).json<MemberEffects>()
    expect(shown).toEqual({
      isLinked: true,
      portal: { added: ['approve reports in LSPD (3)', 'grant leave in LSPD (3)'], removed: [] },
      discordRoles: { added: ['Discord sergeant (3)'], removed: ['Discord officer (2)'] },
      nickname: { before: null, after: null },
      whitelists: { added: ['development servers (3)'], removed: [] },
      aceGroups: { added: ['group.lspd_supervisor (3)'], removed: [] },
      refusals: [],
      several: { members: 4, linked: 1, nicknames: 3 },
    })
    expect((await admin.get(`/api/members/${one.userId}`)).json()).toEqual(before)
    const alone = (await ask(admin, { userIds: [one.userId], rank: several.rank })).json<MemberEffects>()
    const same = (await ask(admin, toRank(one.userId, 'Sergeant'))).json<MemberEffects>()
    expect(alone.discordRoles.added).toEqual(same.discordRoles.added.map((each) => `${each} (1)`))
    expect((await ask(staff, several)).json<MemberEffects>().refusals).toEqual([
      expect.stringContaining('group.lspd_supervisor in the game'),
    ])
  })

  test('of several members is bounded, and refused like that of one member', async () => {
    const inGuild = Array.from({ length: 14 }, (_, index) => ({
      id: `92000000000000${index + 10}`,
      guild_id: GUILD,
      name: `Extra ${index}`,
    }))
    await t.db.insertInto('discord_roles').values(inGuild).execute()
    for (const { id } of inGuild) await entitle(ofRank(rank('Sergeant')), { kind: 'discordRole', roleId: id })
    const { userId } = await officer()
    const several = (userIds: number[], rankId = rank('Sergeant')) => ({ userIds, rank: { departmentId: DEPARTMENT.LSPD, rankId } })
    const { discordRoles } = (await ask(staff, several([userId]))).json<MemberEffects>()
    expect([discordRoles.added.length, discordRoles.added.at(-1)]).toEqual([13, '2 more'])

    const above = await t.addPerson({ roles: ['Admin'], departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
    expect((await ask(staff, several([userId, above.userId]))).statusCode).toBe(403)
    const manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
    expect((await ask(manager, several([userId]))).statusCode).toBe(403)
    expect((await ask(await t.as('officer'), several([userId]))).statusCode).toBe(403)
    const self = await t.person('staff')
    expect((await ask(staff, several([userId, self.userId]))).json<MemberEffects>().refusals).toEqual([expect.stringContaining('yourself')])
    expect((await ask(staff, several([userId, 999_999]))).statusCode).toBe(404)
    expect((await ask(staff, several([userId], 999_999))).json().field).toBe('rank.rankId')
    expect((await ask(staff, several([]))).statusCode).toBe(400)
    expect((await ask(staff, several(Array.from({ length: 501 }, (_, index) => index + 1)))).statusCode).toBe(400)
  })

  test('shows what really happens afterwards, whatever the change', async () => {
    const departments = [
      { departmentId: DEPARTMENT.LSPD, ranks: [null, ...lspd.values()] },
      { departmentId: DEPARTMENT.FIRE, ranks: [null, ...fire.values()] },
    ]
    // A small generator in place of chance makes the test reproducible.
    let seed = 17
    const pick = <T>(list: readonly T[]): T => {
      seed = (seed * 48_271) % 2_147_483_647
      return list[seed % list.length]!
    }
    const roles = ['officer', 'sergeant', 'supervisor', 'away', 'linked'] as const
    for (const [name, rankId] of lspd) if (name !== 'Cadet') await entitle(ofRank(rankId), discordRole(pick(roles)))
    for (const [, rankId] of fire) await entitle(ofRank(rankId, DEPARTMENT.FIRE), discordRole(pick(roles))).catch(() => undefined)
    await entitle(ofDepartment(DEPARTMENT.FIRE), { kind: 'whitelist', environment: 'prod' })
    await entitle(ofRank(rank('Captain')), { kind: 'whitelist', environment: 'prod' })
    await entitle(ofRank(rank('Captain')), { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' })
    await entitle({ kind: 'whitelist', environment: 'prod' }, discordRole('whitelisted'))
    const { userId } = await officer()
    await linkMember(t.db, userId)
    const effects = () => t.db.transaction().execute((tx) => effectsOf(tx, userId))
    for (let round = 0; round < 12; round += 1) {
      const memberships = departments
        .filter(() => pick([true, true, false]))
        .map(({ departmentId, ranks }) => ({ departmentId, rankId: pick(ranks) }))
      const userDepartments = memberships.map((each, index) => ({ ...each, isPrimary: index === round % 2 }))
      const name = pick(['Rosa Delgado', 'Rosa Maria Delgado', 'R'])
      const account = (await admin.get(`/api/user/getUser/${userId}`)).json<UserRecord>()
      const { refusals, ...shown } = (await ask(admin, { userId, userDepartments, name })).json<MemberEffects>()
      const before = await effects()
      const { emailAddress, userPermissions, version } = account
      const saved = await admin.put(`/api/user/UpdateUserAsync/${userId}/true`, {
        user: { name, emailAddress, steamId: '', userPermissions, userDepartments, version },
      })
      expect([refusals, saved.statusCode], saved.body).toEqual([[], 200])
      expect(shown).toEqual(changesBetween(before, await effects()))
      const given = await t.db.selectFrom('entitled_roles').select('role_id').where('user_id', '=', userId).orderBy('role_id').execute()
      expect(given.map(({ role_id }) => role_id)).toEqual((await effects()).roles.map(({ id }) => id).toSorted())
    }
  })
})

describe('roles that people already have in Discord', () => {
  const proposals = async (http = admin, query = '') =>
    (await http.get(`/api/entitlements/proposal?guildId=${GUILD}${query}`)).json<PageOf<EntitlementProposal>>()

  test('are only proposed: ranks that they suggest and the portal lacks, without any change', async () => {
    await entitle(ofDepartment(), discordRole('officer'))
    await entitle(ofRank(rank('Sergeant')), discordRole('sergeant'))
    await entitle(ofRank(rank('Lieutenant')), discordRole('sergeant'))
    await entitle({ kind: 'leave' }, discordRole('away'))
    const outsider = await t.addPerson({ name: 'Out Sider' })
    const lieutenant = await officer('Lieutenant')
    const all = Object.values(ROLES_IN_DISCORD)
    await linkMember(t.db, outsider.userId, all)
    await linkMember(t.db, lieutenant.userId, all)
    const above = await t.addPerson({ roles: ['Admin'] })
    await linkMember(t.db, above.userId, all)
    const disabled = await t.addPerson()
    await linkMember(t.db, disabled.userId, all)
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.userId).execute()
    const manager = t.http((await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })).token)
    const found = await proposals(manager)
    const row = { userId: outsider.userId, name: 'Out Sider', discordName: `User ${outsider.userId}` }
    expect(found).toMatchObject({ total: 2, isTotalExact: true })
    expect(found.items).toEqual([
      { ...row, roleName: 'Discord officer', suggestions: ['LSPD'] },
      { ...row, roleName: 'Discord sergeant', suggestions: ['LSPD Sergeant', 'LSPD Lieutenant'] },
    ])
    expect((await proposals(manager, '&page=2&pageSize=1')).items).toEqual([found.items[1]])
    expect((await admin.get(`/api/members/${outsider.userId}`)).json<Member>().userDepartments).toEqual([])
    expect((await staff.get(`/api/entitlements/proposal?guildId=${GUILD}`)).statusCode).toBe(403)
    expect((await admin.get('/api/entitlements/proposal?guildId=x')).json().field).toBe('guildId')
  })
})
