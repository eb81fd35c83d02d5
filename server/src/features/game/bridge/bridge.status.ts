import type { HistoryRange, PlayerHistory, PortalPayload, ServerLink } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { streamRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import { saveOffered } from '../ace-groups/ace-groups.port.ts'
import { serverWhitelist } from '../whitelist/whitelist.port.ts'
import * as repo from './bridge.status.repo.ts'

const SWEEP_MS = 5000

/** Tracks the status of each server: online while heartbeats arrive, and its players. */
export function createServerStatuses({ db, publish, log }: { db: Db; publish: Publish; log: FastifyBaseLogger }) {
  const change = (serverId: number, save: (tx: Tx) => Promise<ServerLink | undefined>): Promise<ServerLink | undefined> =>
    inTransaction(db, publish, async (tx, emit) => {
      const before = await repo.lockLink(tx, serverId)
      const after = await save(tx)
      if (after) await tell(emit, serverId, before, after)
      return after
    })

  const sweep = async () => {
    for (const serverId of await repo.silentServers(db)) await change(serverId, (tx) => repo.markOffline(tx, serverId))
  }
  const sweeping = setInterval(() => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'servers could not be marked as offline'))
  }, SWEEP_MS)
  sweeping.unref()

  return {
    greet: (serverId: number, hello: PortalPayload<'hello'>) =>
      change(serverId, async (tx) => {
        const link = await repo.saveHello(tx, serverId, hello)
        await saveOffered(tx, serverId, hello.aceGroups)
        await repo.countPlayers(tx, serverId, link)
        return link
      }),
    beat: (serverId: number, heartbeat: PortalPayload<'heartbeat'>) =>
      change(serverId, async (tx) => {
        const link = await repo.saveHeartbeat(tx, serverId, heartbeat)
        await repo.countPlayers(tx, serverId, link)
        return link
      }),
    sweep,
    history: (serverId: number, range: HistoryRange): Promise<PlayerHistory> => repo.playerHistory(db, serverId, range),
    close: () => clearInterval(sweeping),
  }
}

/** Visible changes go to everyone; every heartbeat goes to those who follow the server. */
async function tell(emit: Emit, serverId: number, before: ServerLink, after: ServerLink): Promise<void> {
  await emit('server', { serverId }, 'link.changed', after)
  const { isOnline, players, maxPlayers, lastHeartbeatAt } = after
  if (before.isOnline === isOnline && before.players === players && before.maxPlayers === maxPlayers) return
  await emit('servers', {}, 'server.status', { serverId, isOnline, players, maxPlayers, lastHeartbeatAt })
}

export const serverRoom = (db: Db): RoomSource<'server'> =>
  streamRoom(db, 'server', async (tx, { serverId }) => {
    const whitelist = await serverWhitelist(tx, serverId)
    if (!whitelist) throw new AppError('not_found', 'There is no such server', 'serverId')
    return { link: await repo.findLink(tx, serverId), whitelist }
  })
