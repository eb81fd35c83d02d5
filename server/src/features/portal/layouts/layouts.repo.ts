import {
  DepartmentLayout,
  MAX_DESKTOP_LAYOUTS,
  NamedLayout,
  OwnDepartmentLayout,
  type DepartmentLayoutInput,
  type NamedLayoutEdit,
  type NamedLayoutInput,
} from '@tenfour/contract'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { iso } from '../../../platform/database/iso.ts'

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

const layoutColumns = sql`l.id as "layoutId", l.name, l.unit_class as "unitClass", l.layout, ${iso('l.saved_at')} as "savedAt", l.version`

async function selectLayouts(db: Db | Tx, query: RawBuilder<unknown>): Promise<NamedLayout[]> {
  const { rows } = await query.execute(db)
  return z.array(NamedLayout).parse(rows)
}

export const layoutsOf = (db: Db | Tx, userId: number): Promise<NamedLayout[]> =>
  selectLayouts(db, sql`select ${layoutColumns} from desktop_layouts l where l.user_id = ${userId} order by lower(l.name), l.id`)

/** One layout of a member at a time is counted. */
export const lockMember = (tx: Tx, userId: number) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst()

/** Undefined if the member has as many as there may be. */
export async function insertLayout(
  tx: Tx,
  userId: number,
  { name, unitClass, layout }: NamedLayoutInput,
): Promise<NamedLayout | undefined> {
  const [saved] = await selectLayouts(
    tx,
    sql`with l as (
      insert into desktop_layouts (user_id, unit_class, name, layout)
      select ${userId}::integer, ${unitClass}::smallint, ${name}::text, ${json(layout)}
      where (select count(*) from desktop_layouts where user_id = ${userId}) < ${MAX_DESKTOP_LAYOUTS} returning *
    ) select ${layoutColumns} from l`,
  )
  return saved
}

/** Only the member's own layout at this version. */
export async function updateLayout(
  tx: Tx,
  userId: number,
  layoutId: number,
  { name, layout, version }: NamedLayoutEdit,
): Promise<NamedLayout | undefined> {
  const [saved] = await selectLayouts(
    tx,
    sql`update desktop_layouts l set name = ${name}, layout = ${json(layout)}, saved_at = now(), version = version + 1
      where l.id = ${layoutId} and l.user_id = ${userId} and l.version = ${version} returning ${layoutColumns}`,
  )
  return saved
}

/** Only the member's own layout at this version. */
export const deleteLayout = (tx: Tx, userId: number, layoutId: number, version: number) =>
  tx
    .deleteFrom('desktop_layouts')
    .where('id', '=', layoutId)
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()

/** The default layouts of the department that a member is on duty for. */
export async function layoutsOnDuty(db: Db, userId: number): Promise<OwnDepartmentLayout | null> {
  const { rows } = await sql`
    select d.id as "departmentId", d.name as department, u.unit_class as "unitClass",
      json_agg(json_build_object('size', l.size, 'layout', l.layout)) as layouts
    from units u
    join departments d on d.id = u.department_id
    join department_layouts l on l.department_id = d.id and l.unit_class = u.unit_class and l.layout is not null
    where u.user_id = ${userId} and u.status <> 1
    group by d.id, d.name, u.unit_class`.execute(db)
  return OwnDepartmentLayout.nullable().parse(rows[0] ?? null)
}

export const findDepartment = (db: Db | Tx, departmentId: number) =>
  db.selectFrom('departments').select('id').where('id', '=', departmentId).executeTakeFirst()

export async function layoutsOfDepartment(db: Db | Tx, departmentId: number): Promise<DepartmentLayout[]> {
  const { rows } = await sql`
    select l.unit_class as "unitClass", l.size, l.layout is not null as "isSet", s.name as "setBy", ${iso('l.set_at')} as "setAt", l.version
    from department_layouts l left join users s on s.id = l.set_by_id
    where l.department_id = ${departmentId} order by l.unit_class, l.size`.execute(db)
  return z.array(DepartmentLayout).parse(rows)
}

/** Only at this version, 0 being none yet; false if someone else was there first. */
export async function putDepartmentLayout(
  tx: Tx,
  userId: number,
  departmentId: number,
  { unitClass, size, layout, version }: DepartmentLayoutInput,
): Promise<boolean> {
  const value = layout === null ? null : json(layout)
  const { rows } = await (
    version === 0
      ? sql`insert into department_layouts (department_id, unit_class, size, layout, set_by_id)
          values (${departmentId}, ${unitClass}, ${size}, ${value}, ${userId}) on conflict do nothing returning version`
      : sql`update department_layouts set layout = ${value}, set_by_id = ${userId}, set_at = now(), version = version + 1
          where department_id = ${departmentId} and unit_class = ${unitClass} and size = ${size} and version = ${version} returning version`
  ).execute(tx)
  return rows.length > 0
}
