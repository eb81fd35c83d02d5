import { Capability, CAPABILITY_WORDS, manageMembers, whyNotChange, type MemberEffects, type MembersChange } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findRank, noSuchMember, writeRanks } from '../../people/members/members.port.ts'
import { authorizedWithoutAsking, idsAbove, lockAccount } from '../../people/users/users.port.ts'
import { heldGifts, refusalsOf } from './entitlements.gifts.ts'

/** Entries shown of each list; further ones are only counted. */
const MAX_ENTRIES = 12

/** The effects of one rank for several members everywhere, counted: 'Police (12)'. Runs in a transaction that is undone. */
export async function previewRanks(tx: Tx, actor: Actor, { userIds, rank }: MembersChange): Promise<MemberEffects> {
  const members = [...new Set(userIds)]
  const locked = await tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [actor.userId, ...members])
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const { own } = await lockAccount(tx, actor, actor.userId, manageMembers)
  if (!members.every((userId) => locked.some(({ id }) => id === userId))) throw noSuchMember()
  const { rows: above } = await sql`select from unnest(${members}::integer[]) as m (id) where m.id in ${idsAbove(own)}`.execute(tx)
  if (above.length > 0) throw new AppError('forbidden', 'Some of these members are above you')
  const to = await findRank(tx, rank.rankId, rank.departmentId)
  if (!to) throw new AppError('invalid_input', 'There is no such rank in this department', 'rank.rankId')

  const [before, held] = [await standingOf(tx, members), await heldGifts(tx, members)]
  const allowed = authorizedWithoutAsking(tx)
  await writeRanks(allowed, { departmentId: rank.departmentId, to, authorId: actor.userId, reason: 'A preview' }, members)
  const after = await standingOf(tx, members)
  const refusals = [
    ...members.flatMap((userId) => whyNotChange(own, { userId, ranks: true })).map(({ message }) => message),
    ...refusalsOf(own, held, await heldGifts(tx, members)),
  ]

  const [added, removed] = [notIn(after, before), notIn(before, after)]
  const counted = (kind: Row['kind']) => ({ added: countWords(added, kind), removed: countWords(removed, kind) })
  const renamed = [...added, ...removed].filter(({ kind }) => kind === 'nickname')
  const { linked } = await tx
    .selectFrom('discord_links')
    .select((eb) => eb.fn.countAll<number>().as('linked'))
    .where('user_id', 'in', members)
    .executeTakeFirstOrThrow()
  return {
    isLinked: linked > 0,
    portal: counted('capability'),
    discordRoles: counted('discordRole'),
    nickname: { before: null, after: null },
    whitelists: counted('whitelist'),
    aceGroups: counted('aceGroup'),
    refusals,
    several: { members: members.length, linked, nicknames: new Set(renamed.map(({ userId }) => userId)).size },
  }
}

const Row = z.object({
  userId: z.int(),
  kind: z.enum(['capability', 'discordRole', 'nickname', 'whitelist', 'aceGroup']),
  value: z.string(),
  /** The name of the gift; for a capability, the name of its department. */
  name: z.string(),
})
type Row = z.infer<typeof Row>
type Standing = ReadonlyMap<string, Row>

/** Reads the effects that `effectsOf` reads for one account, for many in one statement. The accounts are known to be active. */
async function standingOf(tx: Tx, userIds: readonly number[]): Promise<Standing> {
  const { rows } = await sql`
    with m as (select u.* from users u where u.id = any (${[...userIds]}::integer[])),
      e as (select e.user_id, e.gift_kind, e.value from given e where e.user_id = any (${[...userIds]}::integer[]))
    select ud.user_id as "userId", 'capability' as kind, c as value, d.name
      from m join user_departments ud on ud.user_id = m.id join departments d on d.id = ud.department_id join ranks r on r.id = ud.rank_id
        cross join unnest(r.capabilities) as c
    union all
    select e.user_id, 'discordRole', r.id,
        case when (select count(*) from discord_guilds where left_at is null) > 1 then r.name || ' (' || g.name || ')' else r.name end
      from e join discord_roles r on e.gift_kind = 'discordRole' and r.id = e.value and r.gone_at is null
        join discord_guilds g on g.id = r.guild_id and g.left_at is null
    union all
    select e.user_id, 'aceGroup', e.value, e.value from e where e.gift_kind = 'aceGroup'
    union all
    select m.id, 'whitelist', 'prod', 'game servers' from m where m.is_whitelisted or m.is_entitled
    union all
    select m.id, 'whitelist', 'dev', 'development servers' from m where m.is_whitelisted_dev or m.is_entitled_dev
    union all
    select m.id, 'nickname', n.nickname, ''
      from m join user_departments ud on ud.user_id = m.id and ud.is_primary join departments d on d.id = ud.department_id
        left join ranks r on r.id = ud.rank_id
        cross join lateral (select nickname_from(d.nickname_template, m.name, r.name, d.name)) as n (nickname)
      where n.nickname <> ''`.execute(tx)
  return new Map(
    z
      .array(Row)
      .parse(rows)
      .map((row) => [`${row.userId} ${keyOf(row)}`, row]),
  )
}

const keyOf = ({ kind, value, name }: Row): string => JSON.stringify([kind, value, name])
const notIn = (some: Standing, others: Standing): Row[] => [...some].flatMap(([key, row]) => (others.has(key) ? [] : [row]))
const wordsOf = ({ kind, value, name }: Row): string =>
  kind === 'capability' ? `${CAPABILITY_WORDS[Capability.parse(value)]} in ${name}` : name

/** Counts members for each gift, the most frequent gift first. */
function countWords(rows: readonly Row[], kind: Row['kind']): string[] {
  const counts = new Map<string, { words: string; count: number }>()
  for (const row of rows.filter((each) => each.kind === kind)) {
    counts.set(keyOf(row), { words: wordsOf(row), count: (counts.get(keyOf(row))?.count ?? 0) + 1 })
  }
  const ordered = [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ words, count }) => `${words} (${count})`)
  const more = ordered.length - MAX_ENTRIES
  return more > 0 ? [...ordered.slice(0, MAX_ENTRIES), `${more} more`] : ordered
}
