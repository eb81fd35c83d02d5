import type { Leave, LeaveInput } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import * as repo from './members.records.repo.ts'

/** Called in the transaction in which leave of a member changes. */

export const leaveOverlaps = (message = 'These days overlap another leave of this member') => new AppError('conflict', message, 'startsOn')

/** Overlapping days are refused by a constraint. */
export const insertLeave = (tx: Tx, userId: number, authorId: number, input: LeaveInput): Promise<Leave> =>
  repo.insertLeave(tx, userId, authorId, input).catch((error: unknown) => {
    throw violates(error, 'leaves_do_not_overlap') ? leaveOverlaps() : error
  })

/** The leave before and after. */
export async function endLeaveNow(tx: Tx, userId: number, leaveId: number): Promise<{ before: Leave; after: Leave }> {
  const before = await repo.findLeave(tx, userId, leaveId)
  if (!before) throw new AppError('not_found', 'There is no such leave')
  if (!(await repo.markLeaveEnded(tx, leaveId))) throw new AppError('conflict', 'This leave is already over')
  return { before, after: (await repo.findLeave(tx, userId, leaveId)) ?? before }
}
