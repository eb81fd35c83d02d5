import type { Emit } from '../../../platform/database/transaction.ts'

/** The room of all departments. */
export const ALL_DEPARTMENTS = 0

/** Says to a member's open pages that their patrols, corrections or leave changed. */
export const emitOwnPatrols = (emit: Emit, userId: number): Promise<void> => emit('own-patrols', { userId }, 'patrols.changed', {})

/**
 * Says to the member, and to those who decide in the department, that a correction or an absence waits or was decided on. In the order of the
 * streams' keys, as all who advance several of these.
 */
export async function emitReview(emit: Emit, { userId, departmentId }: { userId: number; departmentId: number }): Promise<void> {
  await emitOwnPatrols(emit, userId)
  for (const id of [ALL_DEPARTMENTS, departmentId]) await emit('patrols', { departmentId: id }, 'review.changed', {})
}
