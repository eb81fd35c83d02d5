import { DEPARTMENT, type listEntitlements, type MappingChange, type MappingPreview, type ResponseOf } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entitleRole, insertLinked, insertRole } from '../../../testing/test-discord-rows.ts'
import { placeMappings, type MappingScene } from '../../../testing/test-mappings.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { countPaused } from './mappings.repo.ts'

const { LSPD, BCSO } = DEPARTMENT
let t: TestPortal
let admin: Http
let m: MappingScene
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
})
afterAll(() => t.close())
beforeEach(async () => {
  m = await placeMappings(t)
})

describe('a mapping', () => {
  test('is refused where its maker may not give what comes with the rank', async () => {
    const maker = await t.addPerson({ roles: ['Staff'], permissions: ['DISCORD_ADMIN', 'MANAGE_USERS'] })
    const http = t.http(await t.openSession(maker.userId))
    const sergeant = await m.rankId('Sergeant')
    await t.db
      .updateTable('ranks')
      .set({ capabilities: ['approveReports'] })
      .where('id', '=', sergeant)
      .execute()
    const change: MappingChange = { kind: 'add', roleId: m.roles.sergeant, departmentId: LSPD, rankId: sergeant }
    for (const answer of [await m.preview(change, http), await http.post('/api/discord/mappings', { change, digest: 'x' })])
      expect([answer.statusCode, answer.json()]).toEqual([403, expect.objectContaining({ field: 'change.rankId' })])
    await m.map(m.roles.cadet, 'Cadet', http)
  })

  test('pauses once its maker may no longer give that, tells admins, and demotes nobody', async () => {
    const maker = await t.addPerson({ roles: ['Staff'], permissions: ['DISCORD_ADMIN'] })
    await m.map(m.roles.officer, 'Officer II', t.http(await t.openSession(maker.userId)))
    await m.lead('discord')
    const one = await m.member([m.roles.officer])
    await m.follow()
    await t.db.deleteFrom('user_permissions').where('user_id', '=', maker.userId).execute()
    const late = await m.member([m.roles.officer])
    await m.setRoles(one, [])
    await m.follow()
    expect([await m.rankOf(one), await m.rankOf(late)]).toEqual(['Officer II', undefined])
    const [mapping] = (await m.lspd()).mappings
    expect(mapping?.pausedBecause).toContain('may no longer map Discord roles')
    expect((await countPaused.execute(t.db)).rows).toEqual([{ count: 1 }])
    await m.made({ kind: 'resume', mappingId: mapping!.mappingId })
    await m.follow()
    expect([await m.rankOf(one), await m.rankOf(late)]).toEqual([undefined, 'Officer II'])
  })

  test('pauses when the rank gets a capability or an entitlement that its maker could not give', async () => {
    const maker = await t.addPerson({ roles: ['Staff'], permissions: ['DISCORD_ADMIN', 'MANAGE_USERS'] })
    const http = t.http(await t.openSession(maker.userId))
    await m.map(m.roles.officer, 'Officer II', http)
    await m.map(m.roles.cadet, 'Cadet', http)
    await m.lead('discord')
    const one = await m.member([m.roles.officer])
    await m.follow()
    const officer = await m.rankId('Officer II')
    await t.db
      .updateTable('ranks')
      .set({ capabilities: ['approveReports'] })
      .where('id', '=', officer)
      .execute()
    await sql`insert into entitlements (source_kind, department_id, rank_id, gift_kind, ace_group)
      values ('rank', ${LSPD}, ${await m.rankId('Cadet')}, 'aceGroup', 'group.lspd')`.execute(t.db)
    await m.setRoles(one, [])
    await m.follow()
    expect((await m.lspd()).mappings.map(({ pausedBecause }) => pausedBecause)).toEqual([
      expect.stringContaining('approve'),
      expect.stringContaining('group.lspd'),
    ])
    expect(await m.rankOf(one)).toBe('Officer II')
  })

  test('leaves accounts above its maker alone, and never promotes its maker', async () => {
    const maker = await t.addPerson({ roles: ['Staff'], permissions: ['DISCORD_ADMIN'] })
    await m.map(m.roles.sergeant, 'Sergeant', t.http(await t.openSession(maker.userId)))
    await insertLinked(t.db, m.guildId, maker.userId, [m.roles.sergeant])
    const above = await t.addPerson({ roles: ['Admin'], departments: [{ name: 'LSPD', rank: 'Cadet', isPrimary: true }] })
    const seen = (await m.preview({ kind: 'lead', departmentId: LSPD, leader: 'discord' })).json<MappingPreview>()
    expect(seen.members.map(({ member: { userId }, kind }) => [userId, kind])).toEqual(
      expect.arrayContaining([
        [maker.userId, 'left alone'],
        [above.userId, 'left alone'],
      ]),
    )
    await m.lead('discord')
    await m.follow()
    expect([await m.rankOf(maker), await m.rankOf(above)]).toEqual([undefined, 'Cadet'])
  })

  test('names a role and a rank that are there, and each role once in a department', async () => {
    const add = async (roleId: string, rank: number | null, departmentId: number = LSPD) =>
      (await m.make({ kind: 'add', roleId, departmentId, rankId: rank })).json<{ field?: string }>().field
    expect(await add('1', null)).toBe('change.roleId')
    expect(await add(m.guildId, null)).toBe('change.roleId')
    expect(await add(m.roles.cadet, await m.rankId('Cadet'), BCSO)).toBe('change.rankId')
    expect(await add(m.roles.cadet, null, 999_999)).toBe('change.departmentId')
    const notified = await insertRole(t.db, m.guildId, 'Patrols')
    await t.db.updateTable('discord_roles').set({ type: 'PATROL_NOTIFY' }).where('id', '=', notified).execute()
    expect(await add(notified, null)).toBe('change.roleId')
    await m.map(m.roles.cadet, 'Cadet')
    expect(await add(m.roles.cadet, null)).toBe('change.roleId')
  })
})

describe('who leads', () => {
  test('is shown before it changes, with everyone who would gain or lose, and refused if that has changed', async () => {
    await m.map(m.roles.cadet, 'Cadet')
    await m.map(m.roles.sergeant, 'Sergeant')
    const [promoted, demoted, removed, joins] = [
      await m.member([m.roles.sergeant], 'Cadet'),
      await m.member([m.roles.cadet], 'Sergeant'),
      await m.member([], 'Cadet'),
      await m.member([m.roles.cadet]),
    ]
    const change: MappingChange = { kind: 'lead', departmentId: LSPD, leader: 'discord' }
    const seen = (await m.preview(change)).json<MappingPreview>()
    expect(seen.counts).toEqual({ joins: 1, raised: 1, lowered: 1, removed: 1, leftAlone: 0 })
    expect(seen.members.map(({ member: { userId }, kind }) => [userId, kind])).toEqual([
      [removed.userId, 'removed'],
      [demoted.userId, 'lowered'],
      [promoted.userId, 'raised'],
      [joins.userId, 'joins'],
    ])
    expect(await m.rankOf(joins)).toBeUndefined()
    await m.setRoles(joins, [])
    expect((await admin.post('/api/discord/mappings', { change, digest: seen.digest })).statusCode).toBe(409)
    expect((await m.lspd()).leader).toBe('portal')
    await m.setRoles(joins, [m.roles.cadet])
    await m.made(change)
    expect(await Promise.all([promoted, demoted, removed, joins].map(m.rankOf))).toEqual(['Sergeant', 'Cadet', undefined, 'Cadet'])
  })

  test('is one of the two: the portal stops giving a role that Discord leads, takes it from nobody, and can be given the lead again', async () => {
    await entitleRole(t.db, m.roles.officer, 'LSPD')
    const one = await m.member([m.roles.officer], 'Officer II')
    await sql`insert into discord_ledger (guild_id, discord_id, role_id, state) values (${m.guildId}, ${one.discordId}, ${m.roles.officer}, 'given')`.execute(
      t.db,
    )
    await m.map(m.roles.officer, 'Officer II')
    const change: MappingChange = { kind: 'lead', departmentId: LSPD, leader: 'discord' }
    expect((await m.preview(change)).json<MappingPreview>().stops).toEqual([expect.stringContaining('Officers')])
    await m.made(change)
    expect(await t.db.selectFrom('entitlements').select('id').execute()).toEqual([])
    expect(await t.db.selectFrom('discord_ledger').select('role_id').execute()).toEqual([])
    const entitlement = { source: { kind: 'department', departmentId: BCSO }, gift: { kind: 'discordRole', roleId: m.roles.officer } }
    const { roles } = (await admin.get('/api/entitlements')).json<ResponseOf<typeof listEntitlements>>()
    expect(roles.filter(({ isLedByDiscord }) => isLedByDiscord).map(({ roleId }) => roleId)).toEqual([m.roles.officer])
    const refused = await admin.post('/api/entitlements', entitlement)
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringContaining('Discord leads') }),
    ])
    await m.lead('portal')
    expect(await m.rankOf(one)).toBe('Officer II')
    expect((await admin.post('/api/entitlements', entitlement)).statusCode).toBe(200)
    expect((await admin.post(`/api/discord/mappings/preview`, { change })).statusCode).toBe(200)
  })

  test('is the portal again once the last mapping is removed, and nobody loses anything', async () => {
    await m.map(m.roles.officer, 'Officer II')
    await m.lead('discord')
    const one = await m.member([m.roles.officer])
    await m.follow()
    const [mapping] = (await m.lspd()).mappings
    await m.made({ kind: 'remove', mappingId: mapping!.mappingId })
    expect([(await m.lspd()).leader, await m.rankOf(one)]).toEqual(['portal', 'Officer II'])
    expect(
      (await t.db.selectFrom('discord_roles').select('leader').where('id', '=', m.roles.officer).executeTakeFirstOrThrow()).leader,
    ).toBe('portal')
  })

  test('needs a mapped role, and a bot that knows the members', async () => {
    const change: MappingChange = { kind: 'lead', departmentId: LSPD, leader: 'discord' }
    expect((await m.make(change)).statusCode).toBe(400)
    await m.map(m.roles.officer, 'Officer II')
    await m.read(false)
    const answer = await m.make(change)
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringContaining('does not know the members') }),
    ])
  })

  test('is what the database says: one leader for a role and for a department, whatever is written', async () => {
    await m.map(m.roles.officer, 'Officer II')
    await m.lead('discord')
    await expect(entitleRole(t.db, m.roles.officer, 'BCSO')).rejects.toThrow('entitlements_role_led_by_portal')
    await expect(sql`update discord_roles set leader = 'portal' where id = ${m.roles.officer}`.execute(t.db)).rejects.toThrow(
      'discord_mappings_role_led_by_discord',
    )
    await expect(sql`update discord_mappings set leader = 'portal'`.execute(t.db)).rejects.toThrow('discord_mappings_led_like_department')
    await expect(sql`update discord_roles set type = 'PATROL_NOTIFY' where id = ${m.roles.officer}`.execute(t.db)).rejects.toThrow(
      'discord_roles_patrol_notify_led_by_portal',
    )
  })
})
