import { Instant, Vote, type NewVote, type QueryOf, type listVotes } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'

const fields = sql`json_build_object('voteId', v.id, 'question', v.question,
  'options', (
    select json_agg(json_build_object('label', o.label, 'count', coalesce(v.result[o.place],
      (select count(*) from discord_ballots b where b.vote_id = v.id and b.option = o.place - 1))) order by o.place)
    from unnest(v.options) with ordinality as o (label, place)),
  'ballotCount', coalesce((select sum(each) from unnest(v.result) each), (select count(*) from discord_ballots b where b.vote_id = v.id)),
  'channel', json_build_object('channelId', v.channel_id, 'name', coalesce(c.name, 'deleted'), 'server', coalesce(g.name, ''),
    'url', 'https://discord.com/channels/' || v.guild_id || '/' || v.channel_id),
  'state', v.state, 'createdBy', json_build_object('userId', author.id, 'name', author.name), 'createdAt', v.created_at, 'endsAt', v.ends_at,
  'ended', case when v.ended_at is not null then json_build_object('at', v.ended_at,
    'by', case when ender.id is not null then json_build_object('userId', ender.id, 'name', ender.name) end) end,
  'version', v.version)`
const votes = sql`discord_votes v join users author on author.id = v.created_by left join users ender on ender.id = v.ended_by
  left join discord_channels c on c.id = v.channel_id left join discord_guilds g on g.id = v.guild_id`

export async function findVote(db: Db | Tx, voteId: number): Promise<Vote | undefined> {
  const { rows } = await sql<{ vote: unknown }>`select ${fields} as vote from ${votes} where v.id = ${voteId}`.execute(db)
  return Vote.optional().parse(rows[0]?.vote)
}

type Paged = { readonly page: number; readonly pageSize: number }
const listed = async <T extends z.ZodType>(db: Db, item: T, rows: RawBuilder<unknown>, { page, pageSize }: Paged, countLimit: number) => {
  const found = await sql<{ items: unknown; counted: number }>`
    with listed as (${rows})
    select coalesce((select json_agg(item) from (select item from listed ${limitTo({ page, pageSize })}) as found), '[]') as items,
      (select count(*) from (select from listed limit ${countLimit}) as counted)::integer as counted`.execute(db)
  return { items: z.array(item).parse(found.rows[0]?.items), counted: found.rows[0]?.counted ?? 0 }
}

/** A page of votes, newest first, and how many there are, counted up to `countLimit`. */
export const list = (db: Db, { show, ...page }: QueryOf<typeof listVotes>, countLimit: number) => {
  const isShown = show === 'open' ? sql`v.state = 'open'` : sql`v.state <> 'open'`
  return listed(db, Vote, sql`select ${fields} as item from ${votes} where ${isShown} order by v.id desc`, page, countLimit)
}

const Ballot = z.object({ member: z.object({ userId: z.int(), name: z.string() }), option: z.int(), at: Instant })

export const ballotsOf = (db: Db, voteId: number, page: Paged, countLimit: number) =>
  listed(
    db,
    Ballot,
    sql`select json_build_object('member', json_build_object('userId', u.id, 'name', u.name), 'option', b.option, 'at', b.at) as item
      from discord_ballots b join users u on u.id = b.user_id where b.vote_id = ${voteId} order by b.option, u.name, u.id`,
    page,
    countLimit,
  )

export async function insertVote(
  tx: Tx,
  userId: number,
  guildId: string,
  { channelId, question, options, endsAt }: NewVote,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into discord_votes (guild_id, channel_id, question, options, created_by, ends_at)
    values (${guildId}, ${channelId}, ${question}, ${options}::text[], ${userId}, ${endsAt}) returning id`.execute(tx)
  const [inserted] = rows
  if (!inserted) throw new Error('The vote was not inserted')
  return inserted.id
}

/** Casts a member's only ballot: another choice replaces the first. Undefined if the vote is over or has no such option. */
export async function castBallot(
  tx: Tx,
  voteId: number,
  userId: number,
  option: number,
): Promise<{ label: string; endsAt: Date } | undefined> {
  // The lock is shared, so that members do not wait for each other, but ending the vote waits for them.
  const { rows } = await sql<{ label: string | null; endsAt: Date }>`
    select options[${option}::integer + 1] as label, ends_at as "endsAt" from discord_votes
    where id = ${voteId} and state = 'open' and ends_at > clock_timestamp() for share`.execute(tx)
  const [vote] = rows
  if (!vote || vote.label === null) return undefined
  await sql`
    insert into discord_ballots (vote_id, user_id, option) values (${voteId}, ${userId}, ${option})
    on conflict (vote_id, user_id) do update set option = excluded.option, at = excluded.at
    where discord_ballots.option <> excluded.option`.execute(tx)
  return { label: vote.label, endsAt: vote.endsAt }
}

type State = {
  readonly state: string
  readonly version: number
  readonly createdBy: number
  readonly channelId: string
  readonly isDue: boolean
}
/** Locks the vote until the transaction ends. */
export const lockVote = async (tx: Tx, voteId: number): Promise<State | undefined> =>
  (
    await sql<State>`select state, version, created_by as "createdBy", channel_id as "channelId", ends_at <= now() as "isDue"
      from discord_votes where id = ${voteId} for update`.execute(tx)
  ).rows[0]

export const markEnded = (tx: Tx, voteId: number, userId: number | null) =>
  sql`update discord_votes v set state = 'ended', ended_at = now(), ended_by = ${userId}, version = version + 1, result = array(
      select (select count(*)::integer from discord_ballots b where b.vote_id = v.id and b.option = place - 1)
      from generate_series(1, cardinality(v.options)) place order by place)
    where id = ${voteId}`.execute(tx)

export const markCancelled = (tx: Tx, voteId: number, userId: number) =>
  sql`update discord_votes set state = 'cancelled', ended_at = now(), ended_by = ${userId}, version = version + 1 where id = ${voteId}`.execute(
    tx,
  )

/** Open votes with ballots that the message does not show yet. */
export async function unshown(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from discord_votes v where v.state = 'open'
      and exists (select from discord_ballots b where b.vote_id = v.id and b.at > v.shown_at) order by v.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Notes that the message shows the ballots that this transaction can see. */
export const markShown = (tx: Tx, voteId: number) =>
  sql`update discord_votes v set shown_at = coalesce((select max(b.at) from discord_ballots b where b.vote_id = v.id), v.shown_at)
    where id = ${voteId}`.execute(tx)

/** Open votes whose time is up. */
export async function due(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from discord_votes where state = 'open' and ends_at <= now() order by id`.execute(db)
  return rows.map(({ id }) => id)
}

const Open = z.object({ voteId: z.int(), question: z.string(), endsAt: Instant, url: z.string(), ownOption: z.string().nullable() })
const MAX_OPEN = 20

export async function openFor(db: Db, userId: number) {
  const { rows } = await sql<{ vote: unknown }>`
    select json_build_object('voteId', v.id, 'question', v.question, 'endsAt', v.ends_at,
      'url', 'https://discord.com/channels/' || v.guild_id || '/' || v.channel_id, 'ownOption', v.options[b.option + 1]) as vote
    from discord_votes v left join discord_ballots b on b.vote_id = v.id and b.user_id = ${userId}
    where v.state = 'open' and v.ends_at > now() order by v.ends_at, v.id limit ${MAX_OPEN}`.execute(db)
  return z.array(Open).parse(rows.map(({ vote }) => vote))
}

const Exported = z.array(z.object({ question: z.string(), option: z.string(), at: Instant }))

export async function exportBallots(db: Db, userId: number) {
  const { rows } = await sql<{ ballot: unknown }>`
    select json_build_object('question', v.question, 'option', v.options[b.option + 1], 'at', b.at) as ballot
    from discord_ballots b join discord_votes v on v.id = b.vote_id where b.user_id = ${userId} order by v.id`.execute(db)
  return Exported.parse(rows.map(({ ballot }) => ballot))
}

export async function countOpen(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from discord_votes where state = 'open'`.execute(db)
  return rows[0]?.count ?? 0
}
