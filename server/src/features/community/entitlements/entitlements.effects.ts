import { Capability, CAPABILITY_WORDS, type MemberEffects } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '../../../platform/database/database.ts'

const Effects = z.object({
  isLinked: z.boolean(),
  /** Game servers identify members by their Steam hex. */
  steamId: z.string().nullable(),
  capabilities: z.array(z.object({ department: z.string(), capability: Capability })),
  roles: z.array(z.object({ id: z.string(), name: z.string(), guild: z.string() })),
  nickname: z.string().nullable(),
  isWhitelisted: z.boolean(),
  isWhitelistedDev: z.boolean(),
  aceGroups: z.array(z.object({ name: z.string(), servers: z.array(z.string()) })),
  /** How many Discord servers the bot is in. */
  guilds: z.int(),
})
type Effects = z.infer<typeof Effects>

export const NO_EFFECTS: Effects = {
  isLinked: false,
  steamId: null,
  capabilities: [],
  roles: [],
  nickname: null,
  isWhitelisted: false,
  isWhitelistedDev: false,
  aceGroups: [],
  guilds: 0,
}

/**
 * All that a member has everywhere, as it stands in this transaction. A disabled or deleted account has nothing outside the portal, and an account
 * that does not exist has nothing at all.
 */
export async function effectsOf(tx: Tx, userId: number): Promise<Effects> {
  const { rows } = await sql<{ effects: unknown }>`
    select json_build_object(
      'isLinked', exists (select from discord_links l where l.user_id = u.id),
      'steamId', u.steam_id,
      'capabilities', coalesce((
        select json_agg(json_build_object('department', d.name, 'capability', c) order by d.sort_order, d.id, c)
        from user_departments ud join departments d on d.id = ud.department_id join ranks r on r.id = ud.rank_id
          cross join unnest(r.capabilities) as c where ud.user_id = u.id), '[]'),
      'roles', coalesce((
        select json_agg(json_build_object('id', r.id, 'name', r.name, 'guild', g.name) order by g.name, r.position desc, r.id)
        from discord_roles r join discord_guilds g on g.id = r.guild_id and g.left_at is null
        where r.gone_at is null and a.is_active
          and r.id in (select e.value from given e where e.user_id = u.id and e.gift_kind = 'discordRole')), '[]'),
      'nickname', (
        select nullif(nickname_from(d.nickname_template, u.name, r.name, d.name), '')
        from user_departments ud join departments d on d.id = ud.department_id left join ranks r on r.id = ud.rank_id
        where ud.user_id = u.id and ud.is_primary and a.is_active),
      'isWhitelisted', a.is_active and (u.is_whitelisted or u.is_entitled),
      'isWhitelistedDev', a.is_active and (u.is_whitelisted_dev or u.is_entitled_dev),
      'aceGroups', coalesce((
        select json_agg(json_build_object('name', x.value, 'servers', coalesce((
            select json_agg(s.name order by s.name) from server_links l join servers s on s.id = l.server_id and s.retired_at is null
            where x.value = any (l.ace_groups)), '[]')) order by x.value)
        from (select distinct e.value from entitled e where e.user_id = u.id and e.gift_kind = 'aceGroup' and a.is_active) x), '[]'),
      'guilds', (select count(*) from discord_guilds where left_at is null)) as effects
    from users u cross join lateral (select u.disabled_at is null and u.deleted_at is null) as a (is_active)
    where u.id = ${userId}`.execute(tx)
  return rows[0] ? Effects.parse(rows[0].effects) : NO_EFFECTS
}

/** The changes in words, as the page shows them. */
export function changesBetween(before: Effects, after: Effects): Omit<MemberEffects, 'refusals'> {
  return {
    isLinked: after.isLinked,
    portal: compare(capabilityWords(before), capabilityWords(after)),
    discordRoles: compare(roleWords(before), roleWords(after)),
    nickname: { before: before.nickname, after: after.nickname },
    whitelists: compareInGame(whitelistWords, before, after),
    aceGroups: compareInGame(aceWords, before, after),
  }
}

/** The effects of a change to a member everywhere, and the result of the change. */
export async function effectsOfChange<T>(tx: Tx, userId: number, change: () => Promise<T>) {
  const before = await effectsOf(tx, userId)
  const result = await change()
  return { result, changes: changesBetween(before, await effectsOf(tx, userId)) }
}

/** Words by a key, because the names of roles need not be unique. */
type Words = ReadonlyMap<string, string>
const compare = (before: Words, after: Words) => ({
  added: [...after].flatMap(([key, words]) => (before.has(key) ? [] : [words])),
  removed: [...before].flatMap(([key, words]) => (after.has(key) ? [] : [words])),
})

/** A Steam account has what its member has in the game: if it changes, that is taken from the old account and given to the new one. */
function compareInGame(words: (effects: Effects) => Words, before: Effects, after: Effects) {
  const [was, is] = [before.steamId, after.steamId]
  if (was === is) {
    const waiting = is === null ? ' (once they have a Steam hex)' : ''
    return compare(words(before), new Map([...words(after)].map(([key, said]) => [key, said + waiting])))
  }
  // Without a Steam account, the member had nothing in the game.
  if (was === null) return compare(new Map(), words(after))
  if (is === null) return compare(words(before), new Map())
  const asPlayer = (effects: Effects): Words =>
    new Map([...words(effects)].map(([key, said]) => [`${key} ${effects.steamId}`, `${said}, as ${effects.steamId}`]))
  return compare(asPlayer(before), asPlayer(after))
}

const capabilityWords = ({ capabilities }: Effects): Words =>
  new Map(
    capabilities.map(({ department, capability }) => [`${department} ${capability}`, `${CAPABILITY_WORDS[capability]} in ${department}`]),
  )
const roleWords = ({ roles, guilds }: Effects): Words =>
  new Map(roles.map(({ id, name, guild }) => [id, guilds > 1 ? `${name} (${guild})` : name]))
const whitelistWords = ({ isWhitelisted, isWhitelistedDev }: Effects): Words =>
  new Map([
    ...(isWhitelisted ? ([['prod', 'game servers']] as const) : []),
    ...(isWhitelistedDev ? ([['dev', 'development servers']] as const) : []),
  ])
const aceWords = ({ aceGroups }: Effects): Words =>
  new Map(
    aceGroups.map(({ name, servers }) => [name, `${name} ${servers.length === 0 ? '(no server has it)' : `on ${servers.join(', ')}`}`]),
  )
