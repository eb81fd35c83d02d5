import { UNIT_TYPE, UnitType, type CallSignPatterns, type CallSignPatternsInput, type KeptCallSign } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

/** One number at a time is handed out, so that of many at once each finds the next free one at its first try. */
export const lockNumbers = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('call-signs', 0))`.execute(tx)

const departments = (db: Db | Tx, departmentId: number) =>
  db
    .selectFrom('departments')
    .select(['id as departmentId', 'name as department', 'version', 'call_sign_template as callSignTemplate'])
    .where('id', '=', departmentId)

export const findDepartment = (db: Db | Tx, departmentId: number) => departments(db, departmentId).executeTakeFirst()
export const lockDepartment = (tx: Tx, departmentId: number) => departments(tx, departmentId).forNoKeyUpdate().executeTakeFirst()

export async function patterns(db: Db | Tx, departmentId: number): Promise<CallSignPatterns['patterns']> {
  const rows = await db
    .selectFrom('call_sign_patterns as p')
    .leftJoin('ranks as r', 'r.id', 'p.rank_id')
    .select(['p.rank_id as rankId', 'r.name as rankName', 'p.unit_type as unitType', 'p.pattern'])
    .where('p.department_id', '=', departmentId)
    .orderBy('r.sort_order')
    .orderBy('p.rank_id')
    .orderBy('p.unit_type')
    .execute()
  return rows.map(({ unitType, ...row }) => ({ ...row, unitType: UnitType.nullable().parse(unitType) }))
}

export async function replacePatterns(
  tx: Tx,
  departmentId: number,
  { callSignTemplate, patterns: all }: CallSignPatternsInput,
): Promise<void> {
  await tx
    .updateTable('departments')
    .set((eb) => ({ call_sign_template: callSignTemplate, version: eb('version', '+', 1) }))
    .where('id', '=', departmentId)
    .execute()
  await tx.deleteFrom('call_sign_patterns').where('department_id', '=', departmentId).execute()
  if (all.length === 0) return
  await tx
    .insertInto('call_sign_patterns')
    .values(all.map(({ rankId, unitType, pattern }) => ({ department_id: departmentId, rank_id: rankId, unit_type: unitType, pattern })))
    .execute()
}

const Asked = z.object({
  userId: z.int(),
  member: z.string(),
  department: z.string(),
  pattern: z.string(),
  /** The unit type of the pattern; null if it is for all. */
  scope: UnitType.nullable(),
  kept: z.string().nullable(),
})
export type Asked = z.infer<typeof Asked>

/** The members of a department with their pattern as units of a type: that of rank and type, of the type, of the rank, or the department's. */
async function ask(db: Db | Tx, departmentId: number, type: UnitType | null, userId: number | null): Promise<Asked[]> {
  const { rows } = await sql`
    select u.id as "userId", u.name as member, d.name as department, coalesce(p.pattern, d.call_sign_template) as pattern,
      p.unit_type as scope, (
        select s.call_sign from member_call_signs s where s.user_id = u.id and s.department_id = d.id
          and (s.unit_type = ${type} or s.unit_type is not distinct from p.unit_type)
        order by s.unit_type nulls last limit 1) as kept
    from user_departments m
    join users u on u.id = m.user_id and u.deleted_at is null and u.disabled_at is null
    join departments d on d.id = m.department_id and d.retired_at is null
    left join lateral (
      select o.pattern, o.unit_type from call_sign_patterns o
      where o.department_id = d.id and (o.rank_id is null or o.rank_id = m.rank_id) and (o.unit_type is null or o.unit_type = ${type})
      order by o.unit_type nulls last, o.rank_id nulls last limit 1) p on true
    where d.id = ${departmentId} and (${userId}::integer is null or u.id = ${userId})
    order by u.id`.execute(db)
  return z.array(Asked).parse(rows)
}

export const askFor = async (db: Db | Tx, departmentId: number, type: UnitType | null, userId: number): Promise<Asked | undefined> =>
  (await ask(db, departmentId, type, userId))[0]

/** Members for whose usual unit type there is a pattern, but who keep no call sign of it. */
export async function membersWithout(db: Db | Tx, departmentId: number): Promise<(Asked & { type: UnitType })[]> {
  const department = await db.selectFrom('departments').select('type').where('id', '=', departmentId).executeTakeFirst()
  const type = department?.type === 'Comms' ? UNIT_TYPE.Dispatcher : UNIT_TYPE.Patrol
  const all = await ask(db, departmentId, type, null)
  return all.filter(({ pattern, kept }) => pattern !== '' && kept === null).map((asked) => ({ ...asked, type }))
}

/** Every kept call sign of the community, in lower case. Numbers of deleted accounts become free. */
export async function takenCallSigns(tx: Tx): Promise<Set<string>> {
  await sql`delete from member_call_signs s using users u where u.id = s.user_id and u.deleted_at is not null`.execute(tx)
  const { rows } = await sql<{ sign: string }>`select lower(call_sign) as sign from member_call_signs`.execute(tx)
  return new Set(rows.map(({ sign }) => sign))
}

/** Call signs that other members keep. For civilians, only those that civilians keep: they learn about nobody else. */
export const keptByOthers = (db: Db, butUserId: number, ofCiviliansOnly: boolean) =>
  db
    .selectFrom('member_call_signs as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('departments as d', 'd.id', 's.department_id')
    .select(['s.user_id as userId', 'u.name', 's.call_sign as identifier'])
    .where('s.user_id', '<>', butUserId)
    .where('u.deleted_at', 'is', null)
    .$if(ofCiviliansOnly, (query) => query.where('d.type', 'in', ['Civilian', 'Other']))
    .execute()

type Owner = { readonly departmentId: number; readonly userId: number; readonly unitType: UnitType | null }

const ofOwner = ({ departmentId, userId, unitType }: Owner) =>
  sql<boolean>`user_id = ${userId} and department_id = ${departmentId} and unit_type is not distinct from ${unitType}::smallint`

export const keptBy = (tx: Tx, owner: Owner) =>
  tx.selectFrom('member_call_signs').select(['call_sign as callSign', 'version']).where(ofOwner(owner)).executeTakeFirst()

export const insertCallSigns = (tx: Tx, all: readonly (Owner & { readonly callSign: string })[]) =>
  tx
    .insertInto('member_call_signs')
    .values(
      all.map(({ departmentId, userId, unitType, callSign }) => ({
        department_id: departmentId,
        user_id: userId,
        unit_type: unitType,
        call_sign: callSign,
      })),
    )
    .execute()

/** Only a call sign at `version`, 0 being none yet; undefined if someone else was there first. */
export async function putCallSign(tx: Tx, owner: Owner, callSign: string, version: number): Promise<KeptCallSign | undefined> {
  const query =
    version === 0
      ? tx
          .insertInto('member_call_signs')
          .values({ department_id: owner.departmentId, user_id: owner.userId, unit_type: owner.unitType, call_sign: callSign })
          .returning('version')
      : tx
          .updateTable('member_call_signs')
          .set((eb) => ({ call_sign: callSign, version: eb('version', '+', 1) }))
          .where(ofOwner(owner))
          .where('version', '=', version)
          .returning('version')
  const saved = await query.executeTakeFirst()
  return saved && { unitType: owner.unitType, callSign, version: saved.version }
}

export const deleteCallSign = (tx: Tx, owner: Owner, version: number) =>
  tx
    .deleteFrom('member_call_signs')
    .where(ofOwner(owner))
    .where('version', '=', version)
    .returning('call_sign as callSign')
    .executeTakeFirst()
