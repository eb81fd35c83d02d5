import { UNIT_STATUS } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { authorOf, type Board } from '../board/board.port.ts'

/**
 * Makes a change that takes a member's right to be on duty, and ends their duty in the same transaction. Call the returned function after
 * commit to publish the events. A duty that begins at the same moment ends right after the commit, like every duty without a right to it.
 */
export const endDutyWith =
  (board: Board) =>
  async (tx: Tx, actor: Actor, userId: number, change: () => Promise<void>): Promise<() => void> => {
    const unit = await tx.selectFrom('units').select('status').where('user_id', '=', userId).executeTakeFirst()
    if (!unit || unit.status === UNIT_STATUS.offDuty) {
      await change()
      return () => undefined
    }
    // Boards are locked before members, in the same order as when going on duty.
    const { publishEvents } = await board.actIn(tx, {
      by: authorOf(actor),
      where: { userId },
      wanted: async () => ({ userIds: [userId], callIds: [] }),
      missing: new AppError('conflict', 'This member has just moved to another server: try again'),
      decide: async (draft) => {
        await change()
        draft.setStatus(userId, UNIT_STATUS.offDuty)
      },
    })
    return publishEvents
  }
