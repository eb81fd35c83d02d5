import { DISPATCH_NOTES_LIMIT, type DispatchNote } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError, assertAllowed } from '../../../platform/errors.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { directs } from '../board/board.port.ts'
import * as repo from './notes.repo.ts'

export type NoteService = ReturnType<typeof createNoteService>

export function createNoteService({ db, publish }: { db: Db; publish: Publish }) {
  return {
    list: (serverId: number): Promise<DispatchNote[]> => repo.notesOf(db, serverId),

    create: (actor: Actor, serverId: number, text: string): Promise<DispatchNote> =>
      inTransaction(db, publish, async (tx, emit) => {
        if (!(await repo.lockServer(tx, serverId))) throw new AppError('not_found', 'There is no such server', 'serverId')
        const note = await repo.insertNote(tx, serverId, actor.userId, text)
        if (!note) throw new AppError('conflict', `There are ${DISPATCH_NOTES_LIMIT} notes already: delete one first`)
        await emit('dispatch', { serverId }, 'note.saved', note)
        return note
      }),

    update: (actor: Actor, noteId: number, { text, version }: { text: string; version: number }): Promise<DispatchNote> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await openNote(tx, actor, noteId, version)
        if (before.text === text) return before
        const after = await repo.updateNote(tx, before, text)
        await recordAudit(tx, actor, 'dispatch-note.changed', {
          subjectType: 'dispatch-note',
          subjectId: noteId,
          before: { text: before.text },
          after: { text },
        })
        await emit('dispatch', { serverId: after.serverId }, 'note.saved', after)
        return after
      }),

    delete: (actor: Actor, noteId: number, version: number) =>
      inTransaction(db, publish, async (tx, emit) => {
        const { serverId, text, author } = await openNote(tx, actor, noteId, version)
        await repo.deleteNote(tx, noteId)
        await recordAudit(tx, actor, 'dispatch-note.deleted', {
          subjectType: 'dispatch-note',
          subjectId: noteId,
          before: { text, author: author.name },
        })
        await emit('dispatch', { serverId }, 'note.deleted', { noteId })
        return {}
      }),
  }
}

/** The note, if it is still at the version the caller read and the caller directs its server. */
async function openNote(tx: Tx, actor: Actor, noteId: number, version: number): Promise<DispatchNote> {
  const note = await repo.lockNote(tx, noteId)
  if (!note) throw new AppError('not_found', 'There is no such note', 'noteId')
  assertAllowed(directs(actor, note.serverId))
  if (note.version !== version) throw new AppError('conflict', 'This note has changed since you opened it')
  return note
}

export const dispatchRoom = (db: Db): RoomSource<'dispatch'> =>
  streamRoom(db, 'dispatch', async (tx, { serverId }) => ({ notes: await repo.notesOf(tx, serverId) }))
