import { Server, type ServerInput } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import type { SavedServer } from './servers.repo.ts'
import * as repo from './servers.repo.ts'

export type ServerService = ReturnType<typeof createServerService>

export function createServerService({ db, publish }: { db: Db; publish: Publish }) {
  return {
    list: () => repo.activeServers(db),

    statuses: () => repo.serverStatuses(db, true),

    save: (actor: Actor, input: ServerInput): Promise<Server> =>
      inTransaction(db, publish, async (tx, emit) => {
        const saved = await (input.serverId === undefined ? create(tx, actor, input) : change(tx, actor, input.serverId, input))
        const server = Server.parse(saved)
        await emit('servers', {}, 'server.saved', server)
        return server
      }).catch((error: unknown) => {
        throw nameTaken(error)
      }),
  }
}

async function create(tx: Tx, actor: Actor, input: ServerInput): Promise<SavedServer> {
  const server = await repo.insertServer(tx, input)
  await recordAudit(tx, actor, 'server.created', { subjectType: 'server', subjectId: server.serverId, after: server })
  return server
}

async function change(tx: Tx, actor: Actor, serverId: number, input: ServerInput): Promise<SavedServer> {
  const before = await repo.findServer(tx, serverId)
  if (!before) throw new AppError('not_found', 'There is no such server', 'serverId')
  const after = await repo.updateServer(tx, serverId, input)
  if (!after) throw new AppError('conflict', 'This server has changed since you opened it')
  if (after.environment !== before.environment) await repo.forgetWhitelist(tx, serverId)
  await recordAudit(tx, actor, 'server.changed', { subjectType: 'server', subjectId: serverId, before, after })
  return after
}

export const nameTaken = (error: unknown): unknown =>
  violates(error, 'servers_name_key') ? new AppError('conflict', 'Another server already has this name', 'name') : error

/** The live list of servers, used by the Livemap menu. */
export const serversRoom = (db: Db): RoomSource<'servers'> => streamRoom(db, 'servers', (tx) => repo.liveServers(tx))
