import { UNIT_CLASS, type Capability, type UnitClass } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'

/** A member who reads reports, with their duty and ranks as they are now. */
export type Reader = {
  readonly userId: number
  /** The class of the member's unit; null off duty. */
  readonly unitClass: UnitClass | null
  /** Departments in which the member approves reports. */
  readonly approvesIn: readonly number[]
}
type Read = { readonly isMedical: boolean; readonly writerId: number; readonly departmentId: number }

const APPROVES: Capability = 'approveReports'

export async function readerOf(db: Db | Tx, { userId }: Pick<Actor, 'userId'>): Promise<Reader> {
  const { rows } = await sql<Omit<Reader, 'userId'>>`
    select (select unit_class from units where user_id = ${userId} and status <> 1) as "unitClass",
      array(select ud.department_id from user_departments ud join ranks r on r.id = ud.rank_id
        where ud.user_id = ${userId} and ${APPROVES} = any(r.capabilities)) as "approvesIn"`.execute(db)
  return { userId, unitClass: rows[0]?.unitClass ?? null, approvesIn: rows[0]?.approvesIn ?? [] }
}

/** Police and communications on duty read reports of police, and fire on duty those of fire; writers and approvers read them at any time. */
export const mayRead = ({ userId, unitClass, approvesIn }: Reader, { isMedical, writerId, departmentId }: Read): boolean =>
  userId === writerId ||
  approvesIn.includes(departmentId) ||
  (isMedical ? unitClass === UNIT_CLASS.Fire : unitClass === UNIT_CLASS.Leo || unitClass === UNIT_CLASS.Comms)
