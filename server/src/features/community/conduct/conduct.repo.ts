import { ConductMember, PublishedConduct, type ConductFilter } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { limitTo } from '../../../platform/database/page.ts'

const MAX_VERSIONS = 50

export type Conduct = { readonly number: number; readonly text: string; readonly publishedAt: string }

export async function currentConduct(db: Db | Tx): Promise<Conduct | null> {
  const row = await db
    .selectFrom('conduct_versions')
    .select(['number', 'text', 'published_at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { number: row.number, text: row.text, publishedAt: row.published_at.toISOString() } : null
}

/** Fails on the primary key if someone else has published this number. */
export const insertConduct = (tx: Tx, { number, text, authorId }: { number: number; text: string; authorId: number }) =>
  tx.insertInto('conduct_versions').values({ number, text, author_id: authorId }).execute()

const published = (rest: RawBuilder<unknown>) => sql<{ version: unknown }>`
  select json_build_object('number', v.number, 'text', v.text, 'publishedAt', v.published_at,
    'author', json_build_object('userId', u.id, 'name', u.name),
    'accepted', (select count(*) from conduct_acceptances a join users m on m.id = a.user_id
      where a.number = v.number and m.disabled_at is null and m.deleted_at is null)) as version
  from conduct_versions v join users u on u.id = v.author_id ${rest}`

export async function listVersions(db: Db): Promise<PublishedConduct[]> {
  const { rows } = await published(sql`order by v.number desc limit ${MAX_VERSIONS}`).execute(db)
  return z.array(PublishedConduct).parse(rows.map(({ version }) => version))
}

export async function getVersion(tx: Tx, number: number): Promise<PublishedConduct> {
  const { rows } = await published(sql`where v.number = ${number}`).execute(tx)
  return PublishedConduct.parse(rows[0]?.version)
}

export async function acceptedAt(db: Db | Tx, number: number, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('conduct_acceptances')
    .select('accepted_at')
    .where('number', '=', number)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.accepted_at.toISOString() ?? null
}

/** A member accepts a version once: the first time counts. */
export const insertAcceptance = (tx: Tx, number: number, userId: number, how: 'portal' | 'discord') =>
  tx
    .insertInto('conduct_acceptances')
    .values({ number, user_id: userId, how })
    .onConflict((oc) => oc.doNothing())
    .execute()

/** Members by name, and how many there are, counted up to `countLimit`. */
export async function listMembers(
  db: Db,
  number: number,
  { accepted, q, page, pageSize }: ConductFilter,
  countLimit: number,
): Promise<{ items: ConductMember[]; counted: number }> {
  const isWanted = { all: sql`true`, yes: sql`a.user_id is not null`, no: sql`a.user_id is null` }[accepted]
  const isNamed = q ? sql`position(lower(${q}) in lower(u.name)) > 0` : sql`true`
  const from = sql`users u left join conduct_acceptances a on a.user_id = u.id and a.number = ${number}
    where u.disabled_at is null and u.deleted_at is null and ${isWanted} and ${isNamed}`
  const { rows } = await sql<{ items: unknown; counted: number }>`
    select coalesce((select json_agg(member) from (
        select json_build_object('userId', u.id, 'name', u.name, 'acceptedAt', a.accepted_at,
          'isLinked', exists (select from discord_links l where l.user_id = u.id)) as member
        from ${from} order by lower(u.name), u.id ${limitTo({ page, pageSize })}) as found), '[]') as items,
      (select count(*) from (select from ${from} limit ${countLimit}) as counted)::integer as counted`.execute(db)
  return { items: z.array(ConductMember).parse(rows[0]?.items), counted: rows[0]?.counted ?? 0 }
}

export async function exportAcceptances(db: Db, userId: number) {
  const rows = await db
    .selectFrom('conduct_acceptances')
    .select(['number', 'accepted_at'])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute()
  return rows.map(({ number, accepted_at }) => ({ number, acceptedAt: accepted_at.toISOString() }))
}
