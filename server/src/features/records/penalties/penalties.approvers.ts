import { sql } from 'kysely'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { readerOf } from '../reports/reports.port.ts'

/** Who approves reports in this department by the rank they have now; the call sign is empty off duty. */
export async function actingApprover(tx: Tx, actor: Actor, departmentId: number): Promise<{ userId: number; identifier: string }> {
  const { approvesIn } = await readerOf(tx, actor)
  if (!approvesIn.includes(departmentId)) {
    throw new AppError('forbidden', 'That is for ranks that may approve reports in the department of the report')
  }
  const { rows } = await sql<{ identifier: string }>`
    select identifier from units where user_id = ${actor.userId} and status <> 1`.execute(tx)
  return { userId: actor.userId, identifier: rows[0]?.identifier ?? '' }
}
