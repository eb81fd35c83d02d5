import {
  COUNT_LIMIT,
  type BodyOf,
  type ContestedFine,
  type decideFine,
  type Fine,
  type FineDecision,
  type PageOf,
  type PageQuery,
} from '@tenfour/contract'
import { assertAct, whyNot } from '../../../../platform/acts/acts.ts'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../../platform/database/database.ts'
import { toPage } from '../../../../platform/database/page.ts'
import { inTransaction, type Emit, type Publish } from '../../../../platform/database/transaction.ts'
import { AppError } from '../../../../platform/errors.ts'
import { money } from '../../../../platform/format.ts'
import { tell } from '../../../people/notices/notices.port.ts'
import { actingSupervisor, characterPath, emitOwn } from '../../history/history.port.ts'
import { reportPath } from '../reports.labels.ts'
import { writeReportEvent } from '../decide/reports.events.ts'
import { emitQueue } from '../reports.streams.ts'
import { writeMessage } from './penalties.messages.ts'
import * as repo from './penalties.repo.ts'
import { toContestedFine, toFineState, toOwnFine, contestedFines, countContested, type HeldFine } from './penalties.rows.ts'

const WHY_NOT = {
  paid: 'This fine is paid',
  contested: 'This fine is contested: it has to be decided first',
  dropped: 'This fine was dropped',
} as const

/** Fines are paid and contested by owners, and decided by members who approve reports. */
export function createFineService({ db, publish }: { db: Db; publish: Publish }) {
  /** Locks an unpaid fine of a character of the member's own. */
  const lockOwn = async (tx: Tx, act: 'fine.pay' | 'fine.contest', actor: Actor, fineId: number, version: number): Promise<HeldFine> => {
    const fine = await repo.lockFine(tx, fineId, version, ({ ownerId }) => !whyNot(act, actor, { ownerIds: [ownerId] }))
    if (fine.state !== 'unpaid') throw new AppError('conflict', WHY_NOT[fine.state])
    return fine
  }

  return {
    pay: (actor: Actor, fineId: number, version: number): Promise<Fine> =>
      inTransaction(db, publish, async (tx, emit) => {
        await lockOwn(tx, 'fine.pay', actor, fineId, version)
        const fine = await repo.pay(tx, fineId)
        await writeReportEvent(tx, { userId: actor.userId }, fine.reportId, { title: 'Fine paid', text: money(fine.amount) })
        await emitOwn(emit, actor.userId, 'fine.saved', toOwnFine(fine))
        return toFineState(fine)
      }),

    contest: (actor: Actor, fineId: number, { reason, version }: { reason: string; version: number }): Promise<Fine> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await lockOwn(tx, 'fine.contest', actor, fineId, version)
        if (before.contestedAt !== null) throw new AppError('conflict', 'This fine was contested and decided: it can’t be contested again')
        const fine = await repo.contest(tx, fineId, reason)
        await writeReportEvent(tx, { userId: actor.userId }, fine.reportId, { title: 'Fine contested', text: money(fine.amount), reason })
        await emitOwn(emit, actor.userId, 'fine.saved', toOwnFine(fine))
        await tell(tx, emit, fine.writer.userId, {
          title: `Fine of ${fine.number} contested`,
          text: `${fine.characterName}: ${reason}`,
          path: reportPath(fine.reportId),
        })
        await emitQueue(emit, fine.departmentId, 'fine.contested', toContestedFine(fine))
        return toFineState(fine)
      }),

    listContested: async (departmentId: number, query: PageQuery): Promise<PageOf<ContestedFine>> =>
      toPage(await contestedFines(db, departmentId, query), await countContested(db, departmentId, COUNT_LIMIT + 1), query),

    decide: (actor: Actor, fineId: number, { decision, amount, reason, version }: BodyOf<typeof decideFine>): Promise<Fine> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { departmentId } = await repo.existingFine(tx, fineId)
        const by = await actingSupervisor(tx, actor, 'approveReports', departmentId)
        const before = await repo.lockFine(tx, fineId, version, () => true)
        await assertAct(tx, 'fine.decide', actor, { characterIds: [before.characterId], writerId: before.writer.userId })
        if (before.state !== 'contested') throw new AppError('conflict', 'This fine is not contested')
        const next = amountAfter(before.amount, decision, amount)
        const fine = await repo.decide(tx, fineId, { decision, amount: next, reason, by: actor.userId })
        const text = decision === 'reduced' ? `From ${money(before.amount)} to ${money(next)}` : money(before.amount)
        const title = `Fine ${decision}`
        await writeReportEvent(tx, by, fine.reportId, { title, text, reason })
        if (decision !== 'upheld') await writeMessage(tx, fine.reportId, 'changed', reason)
        await emitOwn(emit, fine.ownerId, 'fine.saved', toOwnFine(fine))
        await tellDecision(tx, emit, fine, { title: `Fine of ${fine.number} ${decision}`, text: `${text}. ${reason}` })
        await emitQueue(emit, fine.departmentId, 'fine.decided', { fineId })
        return toFineState(fine)
      }),
  }
}

function amountAfter(before: number, decision: FineDecision, amount: number | undefined): number {
  if (decision !== 'reduced') {
    if (amount !== undefined) throw new AppError('invalid_input', 'Only a reduced fine has a new amount', 'amount')
    return decision === 'dropped' ? 0 : before
  }
  if (amount === undefined) throw new AppError('invalid_input', 'Enter the reduced amount', 'amount')
  if (amount < 1 || amount >= before) throw new AppError('invalid_input', `Enter less than ${money(before)}, and at least $1`, 'amount')
  return amount
}

/** Tells the writer and the owner, in the order of their ids, so that two decisions never deadlock. */
async function tellDecision(tx: Tx, emit: Emit, fine: HeldFine, notice: { title: string; text: string }): Promise<void> {
  const { ownerId, writer, characterId, characterName, reportId } = fine
  const paths = new Map<number, string>([[writer.userId, reportPath(reportId)]])
  if (ownerId !== null) paths.set(ownerId, characterPath(characterId))
  for (const [userId, path] of [...paths].toSorted(([one], [other]) => one - other)) {
    await tell(tx, emit, userId, { title: notice.title, text: `${characterName}: ${notice.text}`, path })
  }
}
