import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { activeServers, noteActivity } from './servers.repo.ts'
import { SERVERS_STREAM } from './servers.service.ts'

/** What comes within this long is counted together. */
const COALESCE_MS = 1000
const COUNTED: readonly string[] = ['unit.saved', 'unit.left', 'call.saved', 'call.cleared']

type Options = { readonly db: Db; readonly realtime: Pick<Realtime, 'listen' | 'publish'>; readonly log: FastifyBaseLogger }

/** Tells everyone how many units and calls a server has. Counted a moment later rather than by whoever dispatches: nobody waits for it. */
export function followActivity({ db, realtime, log }: Options) {
  const changed = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let counting: Promise<void> = Promise.resolve()
  let isClosed = false

  const count = async (): Promise<void> => {
    for (const serverId of changed) {
      // Before it is counted: what comes while it is being counted is counted again.
      changed.delete(serverId)
      await inTransaction(db, realtime.publish, async (tx, emit) => {
        const activity = await noteActivity(tx, serverId)
        if (activity) await emit('servers', {}, SERVERS_STREAM, 'server.activity', { serverId, ...activity })
      })
    }
  }
  const report = (error: unknown) => log.warn({ err: error }, 'the units and calls of a server could not be counted')
  const countSoon = () => {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      counting = counting.then(count).catch(report)
    }, COALESCE_MS)
  }

  realtime.listen('board', ({ serverId }, { event }) => {
    if (!COUNTED.includes(event)) return
    changed.add(serverId)
    countSoon()
  })
  // What happened as the portal went down was counted by nobody.
  counting = activeServers(db)
    .then((servers) => {
      for (const { serverId } of servers) changed.add(serverId)
      countSoon()
    })
    .catch(report)

  return {
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await counting
    },
  }
}
