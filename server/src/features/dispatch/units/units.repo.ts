import { Beat, PatrolUnit, UNIT_CLASS, UNIT_STATUS, type UnitClass, type UnitType } from '@tenfour/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '../../../platform/database/database.ts'

export const activeBeats = async (db: Db): Promise<Beat[]> =>
  z
    .array(Beat)
    .parse(
      await db
        .selectFrom('beats')
        .select(['id as beatId', 'name', 'area', 'departments'])
        .where('retired_at', 'is', null)
        .orderBy('sort_order')
        .orderBy('id')
        .execute(),
    )

/** Whether a unit of a class may have this unit type of the community's own. */
export async function isUnitType(tx: Tx, typeId: number, unitClass: UnitClass, type: UnitType): Promise<boolean> {
  const row = await tx
    .selectFrom('cad_values')
    .select('id')
    .where('id', '=', typeId)
    .where('kind', '=', 'unit-type')
    .where('retired_at', 'is', null)
    .where(sql<boolean>`content @> ${JSON.stringify({ class: unitClass, countsAs: type })}::jsonb`)
    .executeTakeFirst()
  return row !== undefined
}

export const isBeat = async (tx: Tx, beatId: number): Promise<boolean> =>
  (await tx.selectFrom('beats').select('id').where('id', '=', beatId).where('retired_at', 'is', null).executeTakeFirst()) !== undefined

/** A department the member can be on duty for. Locked, so that removing the membership has to wait. */
export async function dutyDepartment(tx: Tx, userId: number, departmentId: number): Promise<PatrolUnit['department'] | undefined> {
  const row = await tx
    .selectFrom('departments as d')
    .innerJoin('user_departments as m', 'm.department_id', 'd.id')
    .select(['d.id as departmentId', 'd.name', 'd.type'])
    .where('m.user_id', '=', userId)
    .where('d.id', '=', departmentId)
    .where('d.is_cad_enabled', '=', true)
    .where('d.retired_at', 'is', null)
    .forKeyShare(['m'])
    .executeTakeFirst()
  return row && PatrolUnit.shape.department.parse(row)
}

type Holder = { readonly userId: number; readonly name: string; readonly identifier: string }

/** Call signs in use on a server, except by one member; optionally only those of civilians. */
export const callSignsInUse = (db: Db, serverId: number, butUserId: number, ofCiviliansOnly: boolean): Promise<Holder[]> =>
  db
    .selectFrom('units as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.user_id as userId', 'u.name', 't.identifier'])
    .where('t.server_id', '=', serverId)
    .where('t.status', '<>', UNIT_STATUS.offDuty)
    .where('t.user_id', '<>', butUserId)
    .$if(ofCiviliansOnly, (query) => query.where('t.unit_class', '=', UNIT_CLASS.Other))
    .orderBy('t.on_duty_since')
    .orderBy('t.user_id')
    .execute()

/** Members whose current or last duty was for the department. */
export async function unitsOfDepartment(tx: Tx, departmentId: number): Promise<number[]> {
  const rows = await tx.selectFrom('units').select('user_id').where('department_id', '=', departmentId).execute()
  return rows.map(({ user_id }) => user_id)
}

/** Members on duty without the right to it: account disabled, no longer in the department, or its CAD disabled. For one member or all. */
export async function voidDuties(db: Db | Tx, userId?: number): Promise<number[]> {
  const rows = await db
    .selectFrom('units as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .innerJoin('departments as d', 'd.id', 't.department_id')
    .leftJoin('user_departments as m', (join) => join.onRef('m.user_id', '=', 't.user_id').onRef('m.department_id', '=', 't.department_id'))
    .select('t.user_id')
    .where('t.status', '<>', UNIT_STATUS.offDuty)
    .where((eb) =>
      eb.or([
        eb('m.user_id', 'is', null),
        eb('d.is_cad_enabled', '=', false),
        eb('u.disabled_at', 'is not', null),
        eb.and([eb('u.deleted_at', 'is not', null), eb('u.is_simulated', '=', false)]),
      ]),
    )
    .$if(userId !== undefined, (query) => query.where('t.user_id', '=', userId ?? 0))
    .execute()
  return rows.map(({ user_id }) => user_id)
}
