import { COUNT_LIMIT, LICENCE_TYPE_IDS, LicenceType, type Licence, type LicenceApplication, type PageQuery } from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { TODAY } from '../../../platform/calendar/calendar.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { limitTo } from '../../../platform/database/page.ts'
import { findOwner, lockOwners, type Owner } from '../history/history.port.ts'
import { selectLicences } from './licences.rows.ts'

export type HeldLicence = Licence & { readonly owner: Owner }

export const noSuchLicence = () => new AppError('not_found', 'There is no such licence')
export const changedMeanwhile = () => new AppError('conflict', 'This licence has changed since you opened it')

type At = { readonly licenceId: number; readonly version: number }

/**
 * Locks the licence at this version, with its owner. If `mayLock` says no, the licence counts as not found. A licence never changes hands, but its
 * character may be claimed meanwhile.
 */
export async function lockLicence(tx: Tx, { licenceId, version }: At, mayLock: (owner: Owner) => boolean): Promise<HeldLicence> {
  const before = await ownerOf(tx, licenceId)
  if (!before || !mayLock(before)) throw noSuchLicence()
  await lockOwners(tx, [before.userId])
  await sql`select from licences where id = ${licenceId} for update`.execute(tx)
  const owner = await ownerOf(tx, licenceId)
  if (!owner || !mayLock(owner)) throw noSuchLicence()
  const licence = await readLicence(tx, licenceId)
  if (owner.userId !== before.userId || licence.version !== version) throw changedMeanwhile()
  return { ...licence, owner }
}

async function ownerOf(tx: Tx, licenceId: number): Promise<Owner | undefined> {
  const row = await tx.selectFrom('licences').select('character_id').where('id', '=', licenceId).executeTakeFirst()
  return row && findOwner(tx, row.character_id)
}

export async function readLicence(tx: Tx, licenceId: number): Promise<Licence> {
  const [licence] = await selectLicences(tx, sql`l.id = ${licenceId}`)
  if (!licence) throw noSuchLicence()
  return licence
}

export async function findLicence(tx: Tx, characterId: number, typeId: number): Promise<Licence | undefined> {
  const [licence] = await selectLicences(tx, sql`l.character_id = ${characterId} and l.type_id = ${typeId}`)
  return licence
}

/** The last day of a licence that is granted or renewed today. */
const lastDay = (days: number) => sql`${TODAY} + ${days}::int`

/** For how many days from today a licence is granted, and the number that one without a number gets. */
export type Granted = { readonly days: number; readonly number: string | null }

/** Saves a licence as granted, or as applied for. A refused licence may be applied for again. */
export async function saveApplication(tx: Tx, characterId: number, typeId: number, granted: Granted | null): Promise<Licence | undefined> {
  const [state, expiresOn] = granted === null ? ['applied', sql`null::date`] : ['granted', lastDay(granted.days)]
  const own = LicenceType.options.find((type) => LICENCE_TYPE_IDS[type] === typeId)
  const { rows } = await sql<{ id: number }>`
    insert into licences as l (character_id, type, community_type_id, state, expires_on, number)
    values (${characterId}, ${own ?? 'OTHER'}, ${own ? null : typeId}, ${state}, ${expiresOn}, ${granted?.number ?? null})
    on conflict (character_id, type_id) do update
      set state = excluded.state, expires_on = excluded.expires_on, applied_at = now(), reason = '',
        number = coalesce(l.number, excluded.number), version = l.version + 1
      where l.state = 'refused'
    returning id`.execute(tx)
  return rows[0] && readLicence(tx, rows[0].id)
}

async function change(tx: Tx, licenceId: number, changes: RawBuilder<unknown>): Promise<Licence> {
  await sql`update licences set ${changes}, version = version + 1 where id = ${licenceId}`.execute(tx)
  return readLicence(tx, licenceId)
}

/** Renews a licence. Renewing never shortens it, even if the community has set fewer days since. */
export const renew = (tx: Tx, licenceId: number, { days, number }: Granted) =>
  change(tx, licenceId, sql`expires_on = greatest(expires_on, ${lastDay(days)}), number = coalesce(number, ${number})`)
export const grant = (tx: Tx, licenceId: number, { days, number }: Granted) =>
  change(tx, licenceId, sql`state = 'granted', expires_on = ${lastDay(days)}, number = coalesce(number, ${number}), reason = ''`)
export const refuse = (tx: Tx, licenceId: number, reason: string) => change(tx, licenceId, sql`state = 'refused', reason = ${reason}`)
export const suspend = (tx: Tx, licenceId: number, until: Date, reason: string) =>
  change(tx, licenceId, sql`suspended_until = ${until}, is_suspended_for_points = false, reason = ${reason}`)
export const revoke = (tx: Tx, licenceId: number, reason: string) => change(tx, licenceId, sql`state = 'revoked', reason = ${reason}`)
export const reinstate = (tx: Tx, licenceId: number) =>
  change(tx, licenceId, sql`state = 'granted', suspended_until = null, is_suspended_for_points = false, reason = ''`)
export const deleteLicence = (tx: Tx, licenceId: number) => sql`delete from licences where id = ${licenceId}`.execute(tx)

type Points = {
  readonly points: number
  readonly reason: string
  readonly userId: number
  readonly days: number
  /** The report that gives the points. */
  readonly reportId?: number
}
/** Adds points, which count until the end of their last day. */
export async function addPoints(tx: Tx, licenceId: number, { points, reason, userId, days, reportId }: Points): Promise<Licence> {
  await sql`
    insert into licence_points (licence_id, points, reason, by_user_id, lapses_at, report_id)
    values (${licenceId}, ${points}, ${reason}, ${userId}, community_midnight(community_today() + ${days}::int + 1), ${reportId ?? null})`.execute(
    tx,
  )
  return change(tx, licenceId, sql`reason = reason`)
}

/** Withdraws the points that a report gave, if they still count. Returns the licence and how many points it lost. */
export async function withdrawPoints(tx: Tx, reportId: number): Promise<{ licence: Licence; points: number } | undefined> {
  const { rows } = await sql<{ licence_id: number; points: number }>`
    update licence_points set withdrawn_at = now() where report_id = ${reportId} and withdrawn_at is null
    returning licence_id, points`.execute(tx)
  const [given] = rows
  return given && { licence: await change(tx, given.licence_id, sql`reason = reason`), points: given.points }
}

/** Suspends a licence for its points from now on; undefined if it is already suspended for longer, or not granted. */
export async function suspendForPoints(tx: Tx, licenceId: number, days: number, reason: string): Promise<Licence | undefined> {
  const { rows } = await sql<{ id: number }>`
    update licences set suspended_until = now() + make_interval(days => ${days}), reason = ${reason}, version = version + 1,
      -- One that an officer suspended stays so when the points are withdrawn.
      is_suspended_for_points = suspended_until is null or suspended_until <= now() or is_suspended_for_points
    where id = ${licenceId} and state = 'granted' and coalesce(suspended_until < now() + make_interval(days => ${days}), true)
    returning id`.execute(tx)
  return rows[0] && readLicence(tx, rows[0].id)
}

/** Ends a suspension that follows from points alone; undefined if there is no such suspension. */
export async function endPointsSuspension(tx: Tx, licenceId: number): Promise<Licence | undefined> {
  const { rows } = await sql<{ id: number }>`
    update licences set suspended_until = null, is_suspended_for_points = false, reason = '', version = version + 1
    where id = ${licenceId} and state = 'granted' and is_suspended_for_points and suspended_until > now() returning id`.execute(tx)
  return rows[0] && readLicence(tx, rows[0].id)
}

export const applied = sql`licences l join characters c on c.id = l.character_id and c.removed_at is null join users u on u.id = c.user_id
  where l.state = 'applied'`

/** Licences that are applied for, the oldest first. */
export async function listApplications(db: Db, { page, pageSize }: PageQuery): Promise<Omit<LicenceApplication, 'record'>[]> {
  const { rows } = await sql<{ id: number; name: string; born_on: string | null; user_id: number; user_name: string; applied_at: Date }>`
    select l.id, c.name, c.born_on::text, u.id as user_id, u.name as user_name, l.applied_at from ${applied}
    order by l.applied_at, l.id ${limitTo({ page, pageSize })}`.execute(db)
  const licences = await selectLicences(db, sql`l.id = any(${rows.map(({ id }) => id)})`)
  const byId = new Map(licences.map((licence) => [licence.licenceId, licence]))
  return rows.flatMap(({ id, name, born_on, user_id, user_name, applied_at }) => {
    const licence = byId.get(id)
    // An application that was withdrawn between the two reads is left out.
    if (!licence) return []
    return [{ ...licence, name, bornOn: born_on, member: { userId: user_id, name: user_name }, appliedAt: applied_at.toISOString() }]
  })
}

type ReportCounts = Omit<LicenceApplication['record'], 'activeWarrants'>

/** How many final reports of police are about each character. A noted person and the character that claimed them are the same. */
export async function countReports(db: Db, characterIds: readonly number[]): Promise<ReadonlyMap<number, ReportCounts>> {
  const { rows } = await sql<ReportCounts & { characterId: number }>`
    with same as materialized (select id, id as root from unnest(${characterIds}::int[]) asked(id)
      union all select c.id, c.merged_into_id from characters c where c.merged_into_id = any(${characterIds}))
    select same.root as "characterId", count(*) filter (where r.kind = 'arrest')::int as arrests,
      count(*) filter (where r.kind = 'citation')::int as citations, count(*) filter (where r.kind = 'warning')::int as warnings
    from same join reports r on r.subject_id = same.id where r.state = 'final' group by same.root`.execute(db)
  return new Map(rows.map(({ characterId, ...counts }) => [characterId, counts]))
}

export async function countApplications(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from ${applied} limit ${COUNT_LIMIT + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}
