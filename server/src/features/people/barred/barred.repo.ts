import { BarIdentifierKind } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** The known identifiers of a person; the others are left out, null or empty. */
export type Identifiers = {
  readonly email?: string | null | undefined
  readonly steamId?: string | null | undefined
  readonly discordId?: string | null | undefined
  readonly license?: string | null | undefined
  readonly license2?: string | null | undefined
}
export type Identifier = { readonly kind: BarIdentifierKind; readonly value: string }

const KINDS = { email: 'email', steamId: 'steam', discordId: 'discord', license: 'license', license2: 'license' } as const

export const identifiersIn = (given: Identifiers): Identifier[] =>
  (Object.keys(KINDS) as (keyof Identifiers)[]).flatMap((key) => {
    const value = given[key]?.trim().toLowerCase()
    return value ? [{ kind: KINDS[key], value }] : []
  })

const Matched = z.object({
  userId: z.int(),
  name: z.string(),
  by: z.string(),
  reason: z.string(),
  kind: BarIdentifierKind,
})
export type Matched = z.infer<typeof Matched>

const asRows = (identifiers: readonly Identifier[]) =>
  sql`unnest(${identifiers.map(({ kind }) => kind)}::text[], ${identifiers.map(({ value }) => value)}::text[]) as given (kind, value)`

/** The open bar that names any of these identifiers. */
export async function findBar(db: Db | Tx, identifiers: readonly Identifier[]): Promise<Matched | undefined> {
  if (identifiers.length === 0) return undefined
  const { rows } = await sql`
    select u.id as "userId", u.name, w.name as by, b.reason, i.kind
    from ${asRows(identifiers)} join bar_identifiers i on i.kind = given.kind and i.value = given.value
    join bars b on b.id = i.bar_id and b.lifted_at is null join users u on u.id = b.user_id join users w on w.id = b.barred_by
    order by b.id limit 1`.execute(db)
  return Matched.optional().parse(rows[0])
}

/** The people among these who may not return, in one statement. */
export async function whoIsBarred<T extends Identifiers>(db: Db, people: readonly T[]): Promise<T[]> {
  const known = people.map((person) => ({ person, identifiers: identifiersIn(person) }))
  const identifiers = known.flatMap((each) => each.identifiers)
  if (identifiers.length === 0) return []
  const { rows } = await sql<Identifier>`
    select i.kind, i.value from ${asRows(identifiers)} join bar_identifiers i on i.kind = given.kind and i.value = given.value`.execute(db)
  const barred = new Set(rows.map(({ kind, value }) => `${kind} ${value}`))
  return known.flatMap((each) => (each.identifiers.some(({ kind, value }) => barred.has(`${kind} ${value}`)) ? [each.person] : []))
}

/** Every identifier by which the portal knows an account. */
export async function identifiersOf(tx: Db | Tx, userId: number): Promise<Identifier[]> {
  const { rows } = await sql<Identifier>`
    select 'email' as kind, lower(email) as value from users where id = ${userId}
    union all select 'steam', lower(steam_id) from users where id = ${userId} and steam_id <> ''
    union all select 'steam', steam_hex from steam_claims where user_id = ${userId} and is_disputed
    union all select 'discord', discord_id from discord_links where user_id = ${userId}
    union all select distinct 'license', license from player_licenses where user_id = ${userId}`.execute(tx)
  return rows
}

/** False if the member may not return already. */
export async function insertBar(tx: Tx, userId: number, barredBy: number, reason: string): Promise<boolean> {
  const row = await tx
    .insertInto('bars')
    .values({ user_id: userId, barred_by: barredBy, reason })
    .onConflict((conflict) => conflict.column('user_id').where('lifted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  const identifiers = await identifiersOf(tx, userId)
  await sql`insert into bar_identifiers (bar_id, kind, value) select ${row.id}, kind, value from ${asRows(identifiers)}`.execute(tx)
  return true
}

/** The id of the member who decided on an open bar. */
export async function whoBarred(tx: Tx, userId: number, barId: number): Promise<number | undefined> {
  const bar = await tx
    .selectFrom('bars')
    .select('barred_by')
    .where('id', '=', barId)
    .where('user_id', '=', userId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return bar?.barred_by
}

/** False if this bar was lifted already. Forgets the identifiers of the member. */
export async function liftBar(tx: Tx, userId: number, barId: number, liftedBy: number): Promise<boolean> {
  const lifted = await tx
    .updateTable('bars')
    .set({ lifted_at: sql<Date>`now()`, lifted_by: liftedBy })
    .where('id', '=', barId)
    .where('user_id', '=', userId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  if (lifted.numUpdatedRows === 0n) return false
  await tx.deleteFrom('bar_identifiers').where('bar_id', '=', barId).execute()
  return true
}
