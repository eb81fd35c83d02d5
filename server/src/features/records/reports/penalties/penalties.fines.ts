import {
  COUNT_LIMIT,
  type BodyOf,
  type confirmFine,
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
import { moneyOf, type Money } from '../../../../platform/format.ts'
import { tell } from '../../../people/notices/notices.port.ts'
import { actingSupervisor, characterPath, emitOwn } from '../../history/history.port.ts'
import { reportPath } from '../reports.labels.ts'
import { writeReportEvent } from '../decide/reports.events.ts'
import { emitQueue } from '../reports.streams.ts'
import { writeMessage } from './penalties.messages.ts'
import * as repo from './penalties.repo.ts'
import {
  contestedFines,
  countContested,
  countReported,
  findFineOf,
  reportedFines,
  toContestedFine,
  toFineState,
  toOwnFine,
  type HeldFine,
} from './penalties.rows.ts'

const WHY_NOT = {
  paid: 'This fine is paid',
  contested: 'This fine is contested: it has to be decided first',
  dropped: 'This fine was dropped',
} as const

/** For the game server that takes the money. */
export type GameFines = { readonly paid: (serverId: number, reportId: number) => Promise<void> }

/** Fines are reported as paid and contested by owners; members who approve reports confirm and decide, and the game confirms too. */
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
        const { reportedAt } = await lockOwn(tx, 'fine.pay', actor, fineId, version)
        if (reportedAt !== null) throw new AppError('conflict', 'You have reported this fine as paid already')
        const fine = await repo.reportPaid(tx, fineId)
        const money = await moneyOf(tx)
        await writeReportEvent(tx, { userId: actor.userId }, fine.reportId, { title: 'Fine reported as paid', text: money(fine.amount) })
        await emitOwn(emit, actor.userId, 'fine.saved', toOwnFine(fine))
        await emitQueue(emit, fine.departmentId, 'fine.reported', toContestedFine(fine))
        return toFineState(fine)
      }),

    listReported: async (departmentId: number, query: PageQuery): Promise<PageOf<ContestedFine>> =>
      toPage(await reportedFines(db, departmentId, query), await countReported(db, departmentId, COUNT_LIMIT + 1), query),

    confirm: (actor: Actor, fineId: number, { isPaid, reason, version }: BodyOf<typeof confirmFine>): Promise<Fine> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { departmentId } = await repo.existingFine(tx, fineId)
        const by = await actingSupervisor(tx, actor, 'approveReports', departmentId)
        const before = await repo.lockFine(tx, fineId, version, () => true)
        await assertAct(tx, 'fine.confirm', actor, { characterIds: [before.characterId] })
        if (before.reportedAt === null) throw new AppError('conflict', 'This fine is not reported as paid')
        if (!isPaid && reason === '') throw new AppError('invalid_input', 'Enter a reason', 'reason')
        const fine = isPaid ? await repo.confirmPaid(tx, fineId) : await repo.refusePaid(tx, fineId)
        const money = await moneyOf(tx)
        const title = isPaid ? 'Fine paid' : 'Payment of the fine not confirmed'
        await writeReportEvent(tx, by, fine.reportId, { title, text: money(fine.amount), reason })
        await tellPayment(tx, emit, fine, isPaid ? `${money(fine.amount)} paid` : `${money(fine.amount)} not paid. ${reason}`)
        return toFineState(fine)
      }),

    /** The game took the money for a fine of a report that was written for its server. Nothing happens if the fine is paid already. */
    confirmByGame: (serverId: number, reportId: number): Promise<void> =>
      inTransaction(db, publish, async (tx, emit) => {
        const known = await findFineOf(tx, reportId)
        if (!known || known.serverId !== serverId) throw repo.noSuchFine()
        const before = await repo.lockFine(tx, known.fineId, known.version, () => true)
        if (before.state === 'paid') return
        if (before.state !== 'unpaid') throw new AppError('conflict', WHY_NOT[before.state])
        const fine = await repo.confirmPaid(tx, known.fineId)
        const money = await moneyOf(tx)
        await writeReportEvent(tx, null, fine.reportId, { title: 'Fine paid in the game', text: money(fine.amount) })
        await tellPayment(tx, emit, fine, `${money(fine.amount)} paid in the game`)
      }),

    contest: (actor: Actor, fineId: number, { reason, version }: { reason: string; version: number }): Promise<Fine> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await lockOwn(tx, 'fine.contest', actor, fineId, version)
        if (before.contestedAt !== null) throw new AppError('conflict', 'This fine was contested and decided: it can’t be contested again')
        const fine = await repo.contest(tx, fineId, reason)
        const money = await moneyOf(tx)
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
        const money = await moneyOf(tx)
        const next = amountAfter(before.amount, decision, amount, money)
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

/** Tells the owner and the queue of the department what became of a payment. */
async function tellPayment(tx: Tx, emit: Emit, fine: HeldFine, text: string): Promise<void> {
  await emitOwn(emit, fine.ownerId, 'fine.saved', toOwnFine(fine))
  if (fine.ownerId !== null) {
    const path = characterPath(fine.characterId)
    await tell(tx, emit, fine.ownerId, { title: `Fine of ${fine.number}`, text: `${fine.characterName}: ${text}`, path })
  }
  await emitQueue(emit, fine.departmentId, 'fine.decided', { fineId: fine.fineId })
}

function amountAfter(before: number, decision: FineDecision, amount: number | undefined, money: Money): number {
  if (decision !== 'reduced') {
    if (amount !== undefined) throw new AppError('invalid_input', 'Only a reduced fine has a new amount', 'amount')
    return decision === 'dropped' ? 0 : before
  }
  if (amount === undefined) throw new AppError('invalid_input', 'Enter the reduced amount', 'amount')
  if (amount < 1 || amount >= before)
    throw new AppError('invalid_input', `Enter less than ${money(before)}, and at least ${money(1)}`, 'amount')
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
