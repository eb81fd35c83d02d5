import {
  DEPARTMENT,
  nicknameFrom,
  RoleGroupName,
  withImpliedRoles,
  type Entitlement,
  type ResponseOf,
  type listEntitlements,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  addDiscordRoles,
  discordRole,
  entitler,
  linkMember,
  ofDepartment,
  ofRank,
  ranksOf,
  ROLES_IN_DISCORD,
} from '../../../testing/test-entitlements.ts'
import { startTestPortal, until, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
let ranks: ReadonlyMap<string, number>
let entitle: ReturnType<typeof entitler>
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
  await t.person('root')
  await addDiscordRoles(t.db)
  ranks = await ranksOf(t.db)
  entitle = entitler(admin)
  await sql`insert into server_links (server_id, connected_at, last_heartbeat_at, is_online, players, max_players, bridge_version, resource, ace_groups)
    values (1, now(), now(), true, 0, 64, '1', 'tenfour', '{group.lspd_supervisor}')`.execute(t.db)
})
afterEach(() => t.db.deleteFrom('entitlements').execute())
afterAll(() => t.close())

const rank = (name: string) => ranks.get(name) ?? 0
const officer = (rankName = 'Officer I') => t.addPerson({ departments: [{ name: 'LSPD', rank: rankName, isPrimary: true }] })
const rolesOf = async (userId: number) =>
  (await t.db.selectFrom('entitled_roles').select('role_id').where('user_id', '=', userId).orderBy('role_id').execute()).map(
    ({ role_id }) => role_id,
  )
const list = async (http = admin) => (await http.get('/api/entitlements')).json<ResponseOf<typeof listEntitlements>>()

describe('who is entitled to a Discord role', () => {
  test('every rank of a department, and one rank alone', async () => {
    const [cadet, sergeant, fireman] = [
      await officer('Cadet'),
      await officer('Sergeant'),
      await t.addPerson({ departments: [{ name: 'FIRE', isPrimary: true }] }),
    ]
    for (const { userId } of [cadet, sergeant, fireman]) await linkMember(t.db, userId)
    await entitle(ofDepartment(), discordRole('officer'))
    await entitle(ofRank(rank('Sergeant')), discordRole('sergeant'))
    expect(await rolesOf(cadet.userId)).toEqual([ROLES_IN_DISCORD.officer])
    expect(await rolesOf(sergeant.userId)).toEqual([ROLES_IN_DISCORD.officer, ROLES_IN_DISCORD.sergeant])
    expect(await rolesOf(fireman.userId)).toEqual([])
  })

  test('a role that two sources give counts once', async () => {
    const { userId } = await officer('Sergeant')
    await linkMember(t.db, userId)
    await entitle(ofDepartment(), discordRole('officer'))
    await entitle(ofRank(rank('Sergeant')), discordRole('officer'))
    expect(await rolesOf(userId)).toEqual([ROLES_IN_DISCORD.officer])
  })

  test('holders of a role group, those above it included', async () => {
    const people = [
      await t.addPerson({ roles: ['Staff'] }),
      await t.addPerson({ roles: ['Admin'] }),
      await t.addPerson({ roles: ['Legal Services'] }),
    ]
    for (const { userId } of people) await linkMember(t.db, userId)
    await entitle({ kind: 'roleGroup', roleGroup: 'Staff' }, discordRole('staff'))
    expect(await Promise.all(people.map(({ userId }) => rolesOf(userId)))).toEqual([[ROLES_IN_DISCORD.staff], [ROLES_IN_DISCORD.staff], []])
  })

  test('a role group implies the same groups in SQL as in the contract', async () => {
    const { rows } = await sql<{ held: string; implied: string }>`select held, implied from implied_role_groups order by 1, 2`.execute(t.db)
    const contract = RoleGroupName.options.flatMap((held) => [...withImpliedRoles([held])].map((implied) => ({ held, implied })))
    const key = ({ held, implied }: { held: string; implied: string }) => `${held}>${implied}`
    expect(rows.map(key).toSorted()).toEqual(contract.map(key).toSorted())
  })

  test('every member on a whitelist, by hand or by rank', async () => {
    const [flagged, ranked, neither] = [await officer(), await officer('Sergeant'), await officer()]
    for (const { userId } of [flagged, ranked, neither]) await linkMember(t.db, userId)
    await t.db.updateTable('users').set({ is_whitelisted: true }).where('id', '=', flagged.userId).execute()
    await entitle(ofRank(rank('Sergeant')), { kind: 'whitelist', environment: 'prod' })
    await entitle({ kind: 'whitelist', environment: 'prod' }, discordRole('whitelisted'))
    expect(await rolesOf(flagged.userId)).toEqual([ROLES_IN_DISCORD.whitelisted])
    expect(await rolesOf(ranked.userId)).toEqual([ROLES_IN_DISCORD.whitelisted])
    expect(await rolesOf(neither.userId)).toEqual([])
  })

  test('members on leave, from its first day to its last', async () => {
    await entitle({ kind: 'leave' }, discordRole('away'))
    const author = (await t.person('admin')).userId
    const onLeave = async (starts: number, ends: number, ended = false) => {
      const { userId } = await officer()
      await linkMember(t.db, userId)
      await sql`insert into leaves (user_id, author_id, starts_on, ends_on, reason, ended_early_at)
        values (${userId}, ${author}, community_today() + ${starts}::integer, community_today() + ${ends}::integer, 'x', ${ended ? new Date() : null})`.execute(
        t.db,
      )
      return rolesOf(userId)
    }
    const away = [ROLES_IN_DISCORD.away]
    expect(await onLeave(0, 0)).toEqual(away)
    expect(await onLeave(-3, 0)).toEqual(away)
    expect(await onLeave(0, 3)).toEqual(away)
    expect(await onLeave(1, 3)).toEqual([])
    expect(await onLeave(-3, -1)).toEqual([])
    expect(await onLeave(-3, 3, true)).toEqual([])
  })

  test('every linked member; nobody who is not linked, disabled or deleted', async () => {
    const [linked, unlinked, disabled, deleted] = [await officer(), await officer(), await officer(), await officer()]
    for (const { userId } of [linked, disabled, deleted]) await linkMember(t.db, userId)
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', disabled.userId).execute()
    await t.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deleted.userId).execute()
    await entitle({ kind: 'linked' }, discordRole('linked'))
    await entitle(ofDepartment(), discordRole('officer'))
    expect(await rolesOf(linked.userId)).toEqual([ROLES_IN_DISCORD.officer, ROLES_IN_DISCORD.linked])
    for (const { userId } of [unlinked, disabled, deleted]) expect(await rolesOf(userId)).toEqual([])
  })

  test('nobody to a deleted role, or to a role of a server that the bot has left', async () => {
    const { userId } = await officer()
    await linkMember(t.db, userId)
    await entitle(ofDepartment(), discordRole('officer'))
    await t.db.updateTable('discord_guilds').set({ left_at: new Date() }).execute()
    expect(await rolesOf(userId)).toEqual([])
    await t.db.updateTable('discord_guilds').set({ left_at: null }).execute()
    // The role is deleted in Discord, and kept in the portal as gone.
    await t.db.deleteFrom('discord_roles').where('id', '=', ROLES_IN_DISCORD.officer).execute()
    expect(await rolesOf(userId)).toEqual([])
    expect((await list()).roles.find(({ roleId }) => roleId === ROLES_IN_DISCORD.officer)).toMatchObject({ isGone: true })
    await t.db.updateTable('discord_roles').set({ gone_at: null }).where('id', '=', ROLES_IN_DISCORD.officer).execute()
  })
})

describe('nicknames', () => {
  const NAMES = ['Rosa Delgado', 'Rosa  Maria Delgado', 'Cher', 'A very long name that does not fit in at all', 'Zoë O’Neill-Smith']
  const TEMPLATES = ['{short}', '{rank} {name}', '[{department}] {short}', '{rank}', '  {name}  | {department} ', 'Unit']

  test('are the same in SQL and on the page', async () => {
    for (const template of TEMPLATES)
      for (const name of NAMES)
        for (const given of ['Sergeant', null]) {
          const { rows } = await sql<{
            nickname: string
          }>`select nickname_from(${template}, ${name}, ${given}, 'LSPD') as nickname`.execute(t.db)
          expect(nicknameFrom(template, { name, rank: given, department: 'LSPD' }), `${template} ${name}`).toBe(rows[0]?.nickname)
        }
    expect(nicknameFrom('{rank} {short}', { name: 'Rosa Delgado', rank: 'Sergeant', department: 'LSPD' })).toBe('Sergeant R. Delgado')
  })

  test('follow the template of the primary department', async () => {
    const person = await t.addPerson({
      name: 'Rosa Delgado',
      departments: [
        { name: 'LSPD', rank: 'Sergeant', isPrimary: true },
        { name: 'FIRE', isPrimary: false },
      ],
    })
    await linkMember(t.db, person.userId)
    const nickname = async () =>
      (await t.db.selectFrom('entitled_nicknames').select('nickname').where('user_id', '=', person.userId).executeTakeFirst())?.nickname
    expect(await nickname()).toBeUndefined()
    const { departments } = await list()
    const lspd = departments.find(({ departmentId }) => departmentId === DEPARTMENT.LSPD)!
    const save = (body: object, http = admin) => http.put(`/api/entitlements/departments/${DEPARTMENT.LSPD}/nickname`, body)
    const saved = await save({ template: '{rank} {short}', version: lspd.version })
    expect(saved.json()).toMatchObject({ nicknameTemplate: '{rank} {short}', version: lspd.version + 1 })
    expect(await nickname()).toBe('Sergeant R. Delgado')
    expect((await save({ template: '{short}', version: lspd.version })).statusCode).toBe(409)
    const bad = await save({ template: '{callsign}', version: lspd.version + 1 })
    expect([bad.statusCode, bad.json().field]).toEqual([400, 'template'])
    expect((await save({ template: 'x'.repeat(33), version: lspd.version + 1 })).statusCode).toBe(400)
    await save({ template: '', version: lspd.version + 1 })
    expect(await nickname()).toBeUndefined()
  })
})

describe('who may change entitlements', () => {
  const add = (http: Http, source: object, gift: object) => http.post('/api/entitlements', { source, gift })
  const manager = async () => t.http((await t.addPerson({ roles: ['Staff'], permissions: ['MANAGE_DISCORD'] })).token)

  test('members who manage Discord give Discord roles without power, and admins everything else', async () => {
    const http = await manager()
    const plain = await add(http, ofDepartment(), discordRole('officer'))
    expect(plain.statusCode).toBe(200)
    for (const gift of [
      discordRole('moderator'),
      { kind: 'whitelist', environment: 'prod' },
      { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' },
    ]) {
      const refused = await add(http, ofDepartment(), gift)
      expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringContaining('only an admin')])
      const { entitlementId } = (await add(admin, ofDepartment(), gift)).json<Entitlement>()
      expect((await http.delete(`/api/entitlements/${entitlementId}`)).statusCode).toBe(403)
      expect((await http.post('/api/entitlements/preview-rule', { remove: entitlementId })).statusCode).toBe(403)
    }
    expect((await http.delete(`/api/entitlements/${plain.json<Entitlement>().entitlementId}`)).statusCode).toBe(200)
    expect((await http.delete(`/api/entitlements/${plain.json<Entitlement>().entitlementId}`)).statusCode).toBe(404)
    expect((await add(await t.as('staff'), ofDepartment(), discordRole('officer'))).statusCode).toBe(403)
  })

  test('impossible entitlements are refused, naming the field', async () => {
    const refused = async (field: string, source: object, gift: object) => {
      const response = await add(admin, source, gift)
      expect([response.statusCode, response.json().field], response.body).toEqual([400, field])
    }
    await refused('gift.roleId', ofDepartment(), discordRole('gone'))
    await refused('gift.roleId', ofDepartment(), discordRole('booster'))
    await refused('gift.roleId', ofDepartment(), { kind: 'discordRole', roleId: '1' })
    await refused('gift.roleId', { kind: 'linked' }, discordRole('moderator'))
    await refused('gift.kind', { kind: 'leave' }, { kind: 'whitelist', environment: 'prod' })
    await refused('gift.kind', { kind: 'pass' }, { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' })
    await refused('gift.aceGroup', ofDepartment(), { kind: 'aceGroup', aceGroup: 'group.nowhere' })
    for (const aceGroup of ['command', 'group.admin', 'builtin.everyone', 'group.superadmin', 'group.root', 'group.lspd_command'])
      await refused('gift.aceGroup', ofDepartment(), { kind: 'aceGroup', aceGroup })
    await refused('source.departmentId', ofDepartment(999_999), discordRole('officer'))
    await refused('source.rankId', ofRank(rank('Sergeant'), DEPARTMENT.FIRE), discordRole('officer'))
  })

  test('there is no gift for rights in the portal, not even in the database', async () => {
    for (const kind of ['roleGroup', 'permission', 'signsWarrants']) {
      expect((await add(admin, ofDepartment(), { kind })).statusCode).toBe(400)
      await expect(
        sql`insert into entitlements (source_kind, department_id, gift_kind) values ('department', 2, ${kind})`.execute(t.db),
      ).rejects.toThrow()
    }
    await expect(
      sql`insert into entitlements (source_kind, department_id, gift_kind, ace_group) values ('department', 2, 'aceGroup', 'group.admin')`.execute(
        t.db,
      ),
    ).rejects.toThrow()
  })

  test('adding the same entitlement twice is a conflict, also at the same moment', async () => {
    const both = await Promise.all([1, 2].map(() => add(admin, { kind: 'leave' }, discordRole('away'))))
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('changes are audited in words', async () => {
    const { entitlementId } = await entitle(ofRank(rank('Sergeant')), discordRole('sergeant'))
    await admin.delete(`/api/entitlements/${entitlementId}`)
    const audits = await t.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('subject_type', '=', 'entitlement')
      .where('subject_id', '=', String(entitlementId))
      .orderBy('id')
      .execute()
    const words = { source: 'LSPD Sergeant', gives: 'The Discord role Discord sergeant' }
    expect(audits).toEqual([
      { action: 'entitlement.added', before: null, after: words },
      { action: 'entitlement.removed', before: words, after: null },
    ])
  })

  test('the list has everything that can be chosen', async () => {
    await entitle(ofDepartment(), { kind: 'aceGroup', aceGroup: 'group.lspd_supervisor' })
    const { entitlements, departments, roles, aceGroups } = await list(await t.as('staff'))
    expect(entitlements).toMatchObject([
      { source: ofDepartment(), gift: { aceGroup: 'group.lspd_supervisor' }, createdBy: { name: 'The admin' } },
    ])
    expect(departments.map(({ name }) => name)).toContain('LSPD')
    expect(roles.find(({ roleId }) => roleId === ROLES_IN_DISCORD.moderator)).toMatchObject({
      isPowerful: true,
      guildName: 'San Andreas Division',
    })
    expect(roles.map(({ roleId }) => roleId)).not.toContain(ROLES_IN_DISCORD.gone)
    expect(aceGroups).toEqual([{ name: 'group.lspd_supervisor', servers: [expect.any(String)] }])
    expect((await (await t.as('member')).get('/api/entitlements')).statusCode).toBe(403)
  })

  test('a preview counts the members whom adding or removing an entitlement concerns, and saves nothing', async () => {
    const people = [await officer('Captain'), await officer('Captain'), await officer('Captain')]
    await linkMember(t.db, people[0]!.userId)
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', people[2]!.userId).execute()
    const source = ofRank(rank('Captain'))
    const preview = async (body: object) => (await admin.post('/api/entitlements/preview-rule', body)).json()
    expect(await preview({ add: { source, gift: discordRole('supervisor') } })).toEqual({ members: 2, linked: 1 })
    expect((await list()).entitlements).toEqual([])
    const { entitlementId } = await entitle(source, discordRole('supervisor'))
    expect(await preview({ remove: entitlementId })).toEqual({ members: 2, linked: 1 })
    await entitle(ofDepartment(), discordRole('supervisor'))
    expect(await preview({ remove: entitlementId })).toEqual({ members: 0, linked: 0 })
    expect((await admin.post('/api/entitlements/preview-rule', { remove: 999_999 })).statusCode).toBe(404)
    expect((await admin.post('/api/entitlements/preview-rule', { add: { source, gift: discordRole('supervisor') } })).statusCode).toBe(409)
  })
})

test('giving a whitelist and saving an account of the department at the same time do not deadlock', async () => {
  const member = await officer()
  const late = await t.addPerson({ roles: ['Admin'] })
  let added: Promise<Entitlement> | undefined
  await t.db.transaction().execute(async (tx) => {
    const lock = (userId: number) => sql`select from users where id = ${userId} for no key update`.execute(tx)
    await lock(member.userId)
    added = entitler(t.http(late.token))(ofDepartment(), { kind: 'whitelist', environment: 'dev' })
    await until('it waits', async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
      return rows.length > 0
    })
    await lock(late.userId)
  })
  expect(await added).toMatchObject({ gift: { kind: 'whitelist' } })
})
