import { isAdmin, mayHandleUser, type Leave, type LeaveInput, type Mark, type MarkInput, type StaffNote } from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Happened } from '../../../platform/reactions.ts'
import { tell } from '../notices/notices.port.ts'
import { getAccount } from '../users/users.port.ts'
import { claimMember, claimOther } from './members.account.ts'
import * as repo from './members.records.repo.ts'

/** Notes, commendations, warnings and leave. Only leave may be recorded for oneself. */
export function createMemberRecordService({ db, publish, happened }: { db: Db; publish: Publish; happened: Happened }) {
  return {
    addNote: (actor: Actor, userId: number, text: string): Promise<StaffNote> =>
      db.transaction().execute(async (tx) => {
        await claimOther(tx, actor, userId, 'write a note on')
        const note = await repo.insertNote(tx, userId, actor.userId, text)
        await recordAudit(tx, actor, 'member.note-added', { ...subject(userId), after: { noteId: note.noteId, text } })
        return note
      }),

    deleteNote: (actor: Actor, userId: number, noteId: number) =>
      db.transaction().execute(async (tx) => {
        const { own } = await claimOther(tx, actor, userId, 'delete a note on')
        const note = await repo.findNote(tx, userId, noteId)
        if (!note) throw new AppError('not_found', 'There is no such note')
        if (note.author_id !== actor.userId && !isAdmin(own)) throw new AppError('forbidden', 'Only its author or an admin deletes a note')
        await repo.markNoteDeleted(tx, noteId)
        await recordAudit(tx, actor, 'member.note-deleted', { ...subject(userId), before: { noteId, text: note.text } })
        return {}
      }),

    addMark: (actor: Actor, userId: number, input: MarkInput): Promise<Mark> =>
      inTransaction(db, publish, async (tx, emit) => {
        await claimOther(tx, actor, userId, input.kind === 'warning' ? 'warn' : 'commend')
        if (input.expiresAt !== null && Date.parse(input.expiresAt) <= Date.now()) {
          throw new AppError('invalid_input', 'The expiry has to be in the future', 'expiresAt')
        }
        const mark = await repo.insertMark(tx, userId, actor.userId, input)
        await recordAudit(tx, actor, 'member.mark-added', { ...subject(userId), after: { markId: mark.markId, ...input } })
        await tell(tx, emit, userId, { title: MARK_TITLES[input.kind], text: input.text, path: null })
        return mark
      }),

    withdrawMark: (actor: Actor, userId: number, markId: number, reason: string): Promise<Mark> =>
      db.transaction().execute(async (tx) => {
        const { own } = await claimOther(tx, actor, userId, 'withdraw a commendation or warning of')
        const before = await repo.findMark(tx, userId, markId)
        if (!before) throw new AppError('not_found', 'There is no such commendation or warning')
        if (before.withdrawn) throw new AppError('conflict', `${before.withdrawn.by.name} has already withdrawn it`)
        const author = await getAccount(tx, before.author.userId)
        if (!mayHandleUser(own, author)) {
          throw new AppError('forbidden', `It was given by ${author.name}, who is above you: you can't withdraw it`)
        }
        await repo.markWithdrawn(tx, markId, actor.userId, reason)
        const { kind, text, points } = before
        await recordAudit(tx, actor, 'member.mark-withdrawn', {
          ...subject(userId),
          before: { markId, kind, text, points },
          after: { markId, kind, text, points, withdrawnReason: reason },
        })
        return (await repo.findMark(tx, userId, markId)) ?? before
      }),

    addLeave: (actor: Actor, userId: number, input: LeaveInput): Promise<Leave> =>
      inTransaction(db, publish, async (tx, emit) => {
        await claimMember(tx, actor, userId)
        await assertAct(tx, 'leave.add', actor, { userIds: [userId] })
        const leave = await insertLeave(tx, userId, actor.userId, input)
        await recordAudit(tx, actor, 'member.leave-added', { ...subject(userId), after: { leaveId: leave.leaveId, ...input } })
        await happened('leaveChanged', emit, userId)
        return leave
      }),

    endLeave: (actor: Actor, userId: number, leaveId: number): Promise<Leave> =>
      inTransaction(db, publish, async (tx, emit) => {
        await claimMember(tx, actor, userId)
        await assertAct(tx, 'leave.end', actor, { userIds: [userId] })
        const { before, after } = await endLeaveNow(tx, userId, leaveId)
        await recordAudit(tx, actor, 'member.leave-ended', { ...subject(userId), before: content(before), after: content(after) })
        await happened('leaveChanged', emit, userId)
        return after
      }),
  }
}

const MARK_TITLES: Readonly<Record<MarkInput['kind'], string>> = { commendation: 'You were commended', warning: 'You were warned' }

const subject = (userId: number) => ({ subjectType: 'user', subjectId: userId }) as const
const content = ({ leaveId, startsOn, endsOn, endedEarlyAt }: Leave) => ({ leaveId, startsOn, endsOn, endedEarlyAt })

export const leaveOverlaps = (message = 'These days overlap another leave of this member') => new AppError('conflict', message, 'startsOn')

/** A constraint refuses overlapping days. */
export const insertLeave = (tx: Tx, userId: number, authorId: number, input: LeaveInput): Promise<Leave> =>
  repo.insertLeave(tx, userId, authorId, input).catch((error: unknown) => {
    throw violates(error, 'leaves_do_not_overlap') ? leaveOverlaps() : error
  })

/** Ends a leave early. Returns it as it was before and as it is after. */
export async function endLeaveNow(tx: Tx, userId: number, leaveId: number): Promise<{ before: Leave; after: Leave }> {
  const before = await repo.findLeave(tx, userId, leaveId)
  if (!before) throw new AppError('not_found', 'There is no such leave')
  if (!(await repo.markLeaveEnded(tx, leaveId))) throw new AppError('conflict', 'This leave is already over')
  return { before, after: (await repo.findLeave(tx, userId, leaveId)) ?? before }
}
