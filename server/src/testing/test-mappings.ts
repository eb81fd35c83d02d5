import { DEPARTMENT, type MappedDepartment, type MappingChange, type MappingPreview } from '@tenfour/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { watchGifts } from '../features/community/entitlements/entitlements.port.ts'
import { createMappingService } from '../features/community/mappings/mappings.service.ts'
import { createAuthorize } from '../features/people/users/users.port.ts'
import type { Db } from '../platform/database/database.ts'
import { insertGuild, insertLinked, insertRole } from './test-discord-rows.ts'
import type { Person, TestPortal } from './test-portal.ts'

const { LSPD } = DEPARTMENT

export const followNow = (db: Db) =>
  createMappingService({ db, publish: () => undefined, authorize: createAuthorize(watchGifts) }).followAll()

export type MappingScene = Awaited<ReturnType<typeof placeMappings>>

/** The only Discord server, as rows that the bot has read, with three roles for ranks of the LSPD. Nobody is a member of a department. */
export async function placeMappings(t: TestPortal) {
  await sql`delete from discord_mappings`.execute(t.db)
  await sql`update departments set leader = 'portal' where leader = 'discord'`.execute(t.db)
  await sql`delete from user_departments`.execute(t.db)
  await sql`update ranks set capabilities = '{}' where capabilities <> '{}'`.execute(t.db)
  await sql`truncate discord_guilds, discord_links, entitlements, discord_errands, discord_followed, notices cascade`.execute(t.db)
  await sql`update discord_bot set state = 'connected', seen_at = now() + interval '1 hour'`.execute(t.db)
  const guildId = await insertGuild(t.db)
  const admin = await t.as('admin')
  const roles = {
    cadet: await insertRole(t.db, guildId, 'Cadets'),
    officer: await insertRole(t.db, guildId, 'Officers'),
    sergeant: await insertRole(t.db, guildId, 'Sergeants'),
  }

  const read = (isRead: boolean) =>
    t.db
      .updateTable('discord_guilds')
      .set({ members_read_at: isRead ? new Date() : null })
      .execute()
  const rankId = async (name: string, departmentId: number = LSPD) =>
    (
      await t.db
        .selectFrom('ranks')
        .select('id')
        .where('name', '=', name)
        .where('department_id', '=', departmentId)
        .executeTakeFirstOrThrow()
    ).id

  const preview = async (change: MappingChange, http = admin) => http.post('/api/discord/mappings/preview', { change })
  const make = async (change: MappingChange, http = admin) => {
    const seen = await preview(change, http)
    if (seen.statusCode !== 200) return seen
    return http.post('/api/discord/mappings', { change, digest: seen.json<MappingPreview>().digest })
  }
  const made = async (change: MappingChange, http = admin) => {
    const answer = await make(change, http)
    expect([answer.statusCode, answer.body]).toEqual([200, '{}'])
  }
  const map = async (roleId: string, rank: string | null, http = admin) =>
    made({ kind: 'add', roleId, departmentId: LSPD, rankId: rank === null ? null : await rankId(rank) }, http)
  const lead = (leader: 'portal' | 'discord') => made({ kind: 'lead', departmentId: LSPD, leader })
  const ledByThree = async () => {
    await map(roles.cadet, 'Cadet')
    await map(roles.officer, 'Officer II')
    await map(roles.sergeant, 'Sergeant')
    await lead('discord')
  }
  const member = async (roleIds: readonly string[], rank?: string): Promise<Person & { discordId: string }> => {
    const departments = rank === undefined ? [] : [{ name: 'LSPD', rank, isPrimary: true }]
    const person = await t.addPerson({ departments })
    return { ...person, discordId: await insertLinked(t.db, guildId, person.userId, roleIds) }
  }
  type InDiscord = { readonly discordId: string }
  const setRolesOfAll = (people: readonly InDiscord[], roleIds: readonly string[]) =>
    t.db
      .updateTable('discord_members')
      .set({ role_ids: [...roleIds] })
      .where(
        'discord_id',
        'in',
        people.map(({ discordId }) => discordId),
      )
      .execute()
  const setRoles = (person: InDiscord, roleIds: readonly string[]) => setRolesOfAll([person], roleIds)
  const follow = () => followNow(t.db)
  const rankOf = async ({ userId }: Pick<Person, 'userId'>): Promise<string | null | undefined> => {
    const row = await t.db
      .selectFrom('user_departments as m')
      .leftJoin('ranks as r', 'r.id', 'm.rank_id')
      .select('r.name')
      .where('m.user_id', '=', userId)
      .where('m.department_id', '=', LSPD)
      .executeTakeFirst()
    return row && row.name
  }
  const lspd = async () => {
    const { departments } = (await admin.get('/api/discord/mappings')).json<{ departments: MappedDepartment[] }>()
    const found = departments.find(({ departmentId }) => departmentId === LSPD)
    if (!found) throw new Error('the LSPD is not listed')
    return found
  }

  await read(true)
  return { guildId, roles, read, rankId, preview, make, made, map, lead, ledByThree, member, setRoles, setRolesOfAll, follow, rankOf, lspd }
}
