import type { JailTerm } from '@tenfour/contract'
import { sql } from 'kysely'
import { assertAct } from '../../../../platform/acts/acts.ts'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Db } from '../../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../../platform/database/transaction.ts'
import { AppError } from '../../../../platform/errors.ts'
import { streamRoom, type RoomSource } from '../../../../platform/realtime/rooms.ts'
import { tell } from '../../../people/notices/notices.port.ts'
import { actingSupervisor, characterPath } from '../../history/history.port.ts'
import { writeReportEvent } from '../decide/reports.events.ts'
import { writeMessage } from './penalties.messages.ts'
import * as repo from './penalties.repo.ts'
import { jailedOn } from './penalties.rows.ts'

export const emitTerm = (emit: Emit, term: JailTerm): Promise<void> =>
  term.released
    ? emit('jail', { serverId: term.serverId }, 'term.ended', { termId: term.termId })
    : emit('jail', { serverId: term.serverId }, 'term.saved', term)

export function createJailService({ db, publish }: { db: Db; publish: Publish }) {
  return {
    list: (serverId: number): Promise<JailTerm[]> => jailedOn(db, serverId),

    release: (actor: Actor, termId: number, reason: string): Promise<JailTerm> =>
      inTransaction(db, publish, async (tx, emit) => {
        const { departmentId, ownerId, reportId, characterId } = await repo.lockTerm(tx, termId)
        const by = await actingSupervisor(tx, actor, 'approveReports', departmentId)
        await assertAct(tx, 'jail.release', actor, { characterIds: [characterId] })
        const term = await repo.endTerm(tx, sql`id = ${termId}`, actor.userId, reason)
        if (!term) throw new AppError('conflict', 'This person is no longer in jail for this report')
        await writeReportEvent(tx, by, reportId, { title: 'Released from jail', text: term.name, reason })
        await writeMessage(tx, reportId, 'changed', reason)
        if (ownerId !== null) {
          const title = `${term.name} was released from jail`
          await tell(tx, emit, ownerId, { title, text: `${term.number}: ${reason}`, path: characterPath(characterId) })
        }
        await emitTerm(emit, term)
        return term
      }),
  }
}

export const jailRoom = (db: Db): RoomSource<'jail'> => streamRoom(db, 'jail', (tx, { serverId }) => jailedOn(tx, serverId))
