import type { Emit } from '../../../platform/database/transaction.ts'

/** The room of all departments. */
export const ALL_DEPARTMENTS = 0

/** Tells a member's open pages that their patrols, corrections or leave changed. */
export const emitOwnPatrols = (emit: Emit, userId: number): Promise<void> => emit('own-patrols', { userId }, 'patrols.changed', {})

/**
 * Tells the member, and the supervisors of the department, that a correction or an absence waits or was decided on. Emits in the order of
 * the streams' keys, as every transaction does that advances several of them.
 */
export async function emitReview(emit: Emit, { userId, departmentId }: { userId: number; departmentId: number }): Promise<void> {
  await emitOwnPatrols(emit, userId)
  for (const id of [ALL_DEPARTMENTS, departmentId]) await emit('patrols', { departmentId: id }, 'review.changed', {})
}
