import { LicenseKind, type Identifiers, type PlayerIdentifiers, type SharedLicense } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'

/** The kinds of identifiers by which members are recognised. Of several that are proved, or typed, the earlier one counts. */
const KINDS = ['steam', 'discord', ...LicenseKind.options] as const
type Kind = (typeof KINDS)[number]

export type PlayerMatch = { readonly userId: number; readonly kind: Kind; readonly isProved: boolean }
const Matched = z.object({ player: z.int(), userId: z.int(), kind: z.enum(KINDS), isProved: z.boolean() })

/**
 * The active accounts of these players, by any of their identifiers. Where these lead to different accounts, a proved one beats a typed one. On a
 * simulated server only those who play there and nowhere else are found.
 */
export async function matchPlayers(
  db: Db | Tx,
  players: readonly Identifiers[],
  isSimulated = false,
): Promise<(PlayerMatch | undefined)[]> {
  const given = players.flatMap((identifiers, player) =>
    KINDS.flatMap((kind) => (identifiers[kind] === undefined ? [] : [{ player, kind, value: identifiers[kind].toLowerCase() }])),
  )
  if (given.length === 0) return players.map(() => undefined)
  const { rows } = await sql`
    select distinct on (g.player) g.player, i.user_id as "userId", i.kind, i.is_proved as "isProved"
    from unnest(${given.map(({ player }) => player)}::integer[], ${given.map(({ kind }) => kind)}::text[],
      ${given.map(({ value }) => value)}::text[]) as g (player, kind, value)
    join player_identities i on i.kind = g.kind and i.value = g.value
    join users u on u.id = i.user_id and u.disabled_at is null and case when ${isSimulated} then u.is_simulated else u.deleted_at is null end
    order by g.player, i.is_proved desc, array_position(${[...KINDS]}::text[], i.kind)`.execute(db)
  const matches = new Map(
    z
      .array(Matched)
      .parse(rows)
      .map(({ player, ...match }) => [player, match]),
  )
  return players.map((_player, index) => matches.get(index))
}

export const accountOfPlayer = async (db: Db | Tx, player: Identifiers, isSimulated = false): Promise<number | undefined> =>
  (await matchPlayers(db, [player], isSimulated))[0]?.userId

/** By what a player may be recognised as this account. */
export async function identifiersOfAccount(db: Db | Tx, userId: number): Promise<Identifiers[]> {
  const { rows } = await sql<{ kind: Kind; value: string }>`
    select kind, value from player_identities where user_id = ${userId}
    union select kind, license from player_licenses where user_id = ${userId}`.execute(db)
  return rows.map(({ kind, value }) => ({ [kind]: value }))
}

export type SeenLicense = {
  readonly userId: number
  readonly kind: LicenseKind
  readonly license: string
  /** Seen beside a proved identifier of the account, by a key that is not limited. */
  readonly isProved: boolean
}

/**
 * Notes the licences that members play with: a member who may not return can be recognised by them. Returns whether a second member has proved one of
 * them now.
 */
export async function noteLicenses(tx: Tx, seen: readonly SeenLicense[]): Promise<boolean> {
  if (seen.length === 0) return false
  const { rows } = await sql<{ isShared: boolean }>`
    with noted as (
      insert into player_licenses (user_id, kind, license, proved_at)
      select s.user_id, s.kind, s.license, case when bool_or(s.is_proved) then now() end
      from unnest(${seen.map(({ userId }) => userId)}::integer[], ${seen.map(({ kind }) => kind)}::text[],
        ${seen.map(({ license }) => license.toLowerCase())}::text[], ${seen.map(({ isProved }) => isProved)}::boolean[])
        as s (user_id, kind, license, is_proved)
      group by s.user_id, s.kind, s.license order by s.user_id, s.kind, s.license
      on conflict (user_id, kind, license) do update set proved_at = excluded.proved_at
        where player_licenses.proved_at is null and excluded.proved_at is not null
      returning user_id, kind, license, proved_at)
    select exists (select from noted n where n.proved_at is not null and (
      exists (select from player_licenses o where o.kind = n.kind and o.license = n.license and o.user_id <> n.user_id and o.proved_at is not null)
      or exists (select from noted o where o.kind = n.kind and o.license = n.license and o.user_id <> n.user_id and o.proved_at is not null)))
      as "isShared"`.execute(tx)
  return rows[0]?.isShared ?? false
}

/** One at a time, so that two members who prove the same licence at once find each other. */
export const lockLicenses = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('player_licenses'))`.execute(tx)

/** Which of these are known as well as they could be, so that nothing is written for them. */
export async function knownLicenses(db: Db, seen: readonly SeenLicense[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('player_licenses')
    .select(['user_id', 'kind', 'license', 'proved_at'])
    .where('user_id', 'in', [0, ...seen.map(({ userId }) => userId)])
    .execute()
  return new Set(
    rows.flatMap(({ user_id, kind, license, proved_at }) =>
      ['', ...(proved_at ? [' proved'] : [])].map((end) => `${user_id} ${kind} ${license}${end}`),
    ),
  )
}
export const licenseKey = ({ userId, kind, license, isProved }: SeenLicense): string =>
  `${userId} ${kind} ${license.toLowerCase()}${isProved ? ' proved' : ''}`

const isShared = sql<boolean>`exists (
  select from player_licenses o join users u on u.id = o.user_id and u.deleted_at is null
  where o.kind = l.kind and o.license = l.license and o.user_id <> l.user_id and o.proved_at is not null)`

export async function playerIdentifiers(db: Db, userId: number): Promise<PlayerIdentifiers> {
  const { rows } = await sql<PlayerIdentifiers>`
    select (select display_name from discord_links where user_id = ${userId}) as "discordName",
      coalesce((select json_agg(json_build_object('kind', l.kind, 'license', l.license, 'provedAt', ${iso('l.proved_at')}, 'isShared', ${isShared})
        order by l.proved_at, l.kind, l.license)
      from player_licenses l where l.user_id = ${userId} and l.proved_at is not null), '[]') as licenses`.execute(db)
  return rows[0] ?? { discordName: null, licenses: [] }
}

export async function exportLicenses(db: Db, userId: number) {
  const rows = await db.selectFrom('player_licenses').selectAll().where('user_id', '=', userId).orderBy('seen_at').orderBy('kind').execute()
  return rows.map(({ kind, license, seen_at, proved_at }) => ({
    kind: LicenseKind.parse(kind),
    license,
    seenAt: seen_at.toISOString(),
    provedAt: proved_at?.toISOString() ?? null,
  }))
}

type Shared = Omit<SharedLicense, 'mayDecide'>

/** Oldest first, without those of accounts in `above`. */
export async function sharedLicenses(db: Db | Tx, above: RawBuilder<unknown>): Promise<Shared[]> {
  const { rows } = await sql<Shared>`
    select l.kind, l.license, json_agg(json_build_object('userId', u.id, 'name', u.name, 'provedAt', ${iso('l.proved_at')},
      'isDisabled', u.disabled_at is not null) order by l.proved_at, u.id) as members
    from player_licenses l join users u on u.id = l.user_id and u.deleted_at is null where l.proved_at is not null
    group by l.kind, l.license
    having count(*) > 1 and not bool_and(l.is_left_shared) and not bool_or(u.id in ${above})
    order by min(l.proved_at), l.license limit 100`.execute(db)
  return rows
}

export const holdersOf = (tx: Tx, kind: LicenseKind, license: string) =>
  tx
    .selectFrom('player_licenses as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select('l.user_id as userId')
    .where('u.deleted_at', 'is', null)
    .where('l.kind', '=', kind)
    .where('l.license', '=', license)
    .where('l.proved_at', 'is not', null)
    .orderBy('l.user_id')
    .execute()

/** The licence is the winner's alone, or stays everybody's who has proved it. The others keep it as one they were seen to play with. */
export const settleLicense = (tx: Tx, kind: LicenseKind, license: string, winner: number | null) =>
  winner === null
    ? tx.updateTable('player_licenses').set({ is_left_shared: true }).where('kind', '=', kind).where('license', '=', license).execute()
    : tx
        .updateTable('player_licenses')
        .set({ proved_at: null, is_left_shared: false })
        .where('kind', '=', kind)
        .where('license', '=', license)
        .where('user_id', '<>', winner)
        .execute()
