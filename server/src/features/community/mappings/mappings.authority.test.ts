import type { MappingChange, MappingPreview } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ALL_RANKS,
  actorNames,
  createAuthorityCast,
  expectedOf,
  RANKS,
  reachOf,
  TARGETS,
  targetNames,
  type ActorName,
  type AuthorityCast,
} from '../../../testing/test-authority.ts'
import { insertGuild, insertLinked, insertRole } from '../../../testing/test-discord-rows.ts'
import { followNow } from '../../../testing/test-mappings.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let cast: AuthorityCast
let guildId: string
beforeAll(async () => {
  t = await startTestPortal()
  cast = await createAuthorityCast(t)
  guildId = await insertGuild(t.db)
  await t.db.updateTable('discord_guilds').set({ members_read_at: new Date() }).execute()
  await sql`update discord_bot set state = 'connected', seen_at = now() + interval '1 hour'`.execute(t.db)
})
afterAll(() => t.close())

/** Someone of the actor's standing who may manage Discord as well. */
const inDiscordAdministration = async (actor: ActorName): Promise<Http> => {
  const { roles = [], permissions = [], rank } = expectedOf(actor)
  const userId = await cast.account({ roles, permissions: [...permissions, 'DISCORD_ADMIN'], ...(rank && { rank }) })
  return t.http(await t.openSession(userId))
}
const isStaff = (actor: ActorName) => (expectedOf(actor).roles ?? []).length > 0
const make = async (http: Http, change: MappingChange) => {
  const seen = await http.post('/api/discord/mappings/preview', { change })
  if (seen.statusCode !== 200) return seen.statusCode
  return (await http.post('/api/discord/mappings', { change, digest: seen.json<MappingPreview>().digest })).statusCode
}

describe.each(actorNames)('%s', (actor) => {
  test('maps a Discord role to a rank only with power that they may give', async () => {
    const http = await inDiscordAdministration(actor)
    for (const rank of ALL_RANKS) {
      const roleId = await insertRole(t.db, guildId, rank)
      const change = { kind: 'add', roleId, departmentId: RANKS[rank].department_id, rankId: cast.rankId(rank) } as const
      expect([rank, await make(http, change)]).toEqual([rank, isStaff(actor) && expectedOf(actor).gives.includes(rank) ? 200 : 403])
    }
  })

  if (!isStaff(actor)) return
  test('reaches by a mapping only accounts that they may change: others neither join nor leave', async () => {
    const http = await inDiscordAdministration(actor)
    const name = `T${cast.fresh()}`
    const { id: departmentId } = await t.db
      .insertInto('departments')
      .values({ name, full_name: name, type: 'Other', sort_order: 1000 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const roleId = await insertRole(t.db, guildId, name)
    expect(await make(http, { kind: 'add', roleId, departmentId, rankId: null })).toBe(200)
    expect(await make(http, { kind: 'lead', departmentId, leader: 'discord' })).toBe(200)
    const members = async () => {
      const rows = await t.db.selectFrom('user_departments').select('user_id').where('department_id', '=', departmentId).execute()
      return new Set(rows.map(({ user_id }) => user_id))
    }
    const accounts = new Map<string, { userId: number; discordId: string }>()
    for (const target of targetNames) {
      const userId = await cast.account(TARGETS[target])
      accounts.set(target, { userId, discordId: await insertLinked(t.db, guildId, userId, [roleId]) })
    }
    await followNow(t.db)
    const joined = await members()
    for (const target of targetNames)
      expect([target, joined.has(accounts.get(target)?.userId ?? 0)]).toEqual([target, reachOf(actor, target) !== '-'])

    // All are members now, by SQL, and none has the role any more.
    await sql`update departments set leader = 'portal' where id = ${departmentId}`.execute(t.db)
    await sql`insert into user_departments (user_id, department_id) select id, ${departmentId}
      from unnest(${[...accounts.values()].map(({ userId }) => userId)}::integer[]) as id on conflict do nothing`.execute(t.db)
    await sql`update discord_members set role_ids = '{}' where ${roleId} = any(role_ids)`.execute(t.db)
    expect(await make(http, { kind: 'lead', departmentId, leader: 'discord' })).toBe(200)
    const left = await members()
    for (const target of targetNames)
      expect([target, left.has(accounts.get(target)?.userId ?? 0)]).toEqual([target, reachOf(actor, target) === '-'])
  })
})
