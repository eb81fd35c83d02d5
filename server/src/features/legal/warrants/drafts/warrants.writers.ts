import { policeUnit, type RecordActor } from '@tenfour/contract'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { actingUnit } from '../../../records/history/history.port.ts'
import { belongsTo } from '../../../records/reports/reports.port.ts'
import type { Draft } from './warrants.drafts.repo.ts'
import { actingLegal } from '../read/warrants.viewers.ts'

export type Writer = RecordActor & Pick<Draft, 'departmentId' | 'serverId'> & { readonly callId: number | null }

/** Police on duty write for their department, legal staff for none. A member who is both writes as a unit. */
export async function actingWriter(tx: Tx, actor: Actor): Promise<Writer> {
  try {
    return await actingUnit(tx, actor, policeUnit())
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'forbidden')) throw error
    return { ...(await actingLegal(tx, actor)), departmentId: null, serverId: null, callId: null }
  }
}

/** Refuses a writer who no longer belongs to the police department of the warrant, or is no longer legal staff. Duty does not matter. */
export async function assertWriter(tx: Db | Tx, { writerId, departmentId }: Pick<Draft, 'writerId' | 'departmentId'>): Promise<void> {
  if (departmentId === null) await actingLegal(tx, { userId: writerId })
  else if (!(await belongsTo(tx, writerId, departmentId, 'Leo'))) {
    throw new AppError('forbidden', 'You no longer belong to the department of this warrant')
  }
}
