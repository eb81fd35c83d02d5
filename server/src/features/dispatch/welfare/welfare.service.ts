import { UNIT_STATUS } from '@tenfour/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { defineJob, type Job } from '../../../platform/jobs/jobs.ts'
import { runEach } from '../../../platform/turns.ts'
import type { Board } from '../board/board.port.ts'
import * as repo from './welfare.repo.ts'

export type Welfare = ReturnType<typeof createWelfare>

/**
 * Asks units that have been silent for long whether they are still there, and puts those that don't respond off duty: their patrol ends at
 * the last sign of life.
 */
export function createWelfare({ db, board, publish, silence }: { db: Db; board: Board; publish: Publish; silence: () => repo.Silence }) {
  const endDuty = (userId: number) =>
    board.act({
      by: null,
      where: { userId },
      wanted: { userIds: [userId], callIds: [] },
      missing: new AppError('not_found', 'This member was never on duty', 'userId'),
      decide: async (draft, context) => {
        const tx = await context.tx()
        const minutes = await repo.lockOverdue(tx, userId)
        // The unit responded at the last moment.
        if (minutes === undefined || draft.unit(userId).status === UNIT_STATUS.offDuty) return
        await repo.endPatrolAtLastSign(tx, userId)
        draft.endSilent(userId, minutes)
      },
    })

  const settleMoving = () =>
    inTransaction(db, publish, async (tx, emit) => {
      for (const { userId, answered } of await repo.settleMoving(tx)) {
        await emit('desk', { userId }, 'ping.answered', answered)
      }
    })

  const askSilent = () =>
    inTransaction(db, publish, async (tx, emit) => {
      for (const { userId, ping } of await repo.askSilent(tx, silence())) {
        await emit('desk', { userId }, 'ping.saved', ping)
      }
    })

  return {
    check: async (): Promise<void> => {
      const isAsking = silence().minutes > 0
      const endOverdue = async () => runEach((await repo.overdue(db)).map((userId) => () => endDuty(userId)))
      await runEach([settleMoving, endOverdue, ...(isAsking ? [askSilent] : [])])
    },
  }
}

/** Runs every minute, on one of the nodes. */
export const welfareJob = (welfare: Welfare): Job =>
  defineJob({ name: 'welfare-check', payload: z.object({}), schedule: '* * * * *', work: welfare.check })
