import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { activeServers, recordActivity } from './servers.repo.ts'

/** Changes within this time are counted together. */
const COALESCE_MS = 1000
const COUNTED: readonly string[] = ['unit.saved', 'unit.left', 'call.saved', 'call.cleared']

type Options = { readonly db: Db; readonly realtime: Pick<Realtime, 'listen' | 'publish'>; readonly log: FastifyBaseLogger }

/** Publishes how many units and calls each server has. Counted asynchronously, so that dispatching doesn't wait for it. */
export function followActivity({ db, realtime, log }: Options) {
  const changed = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let counting: Promise<void> = Promise.resolve()
  let isClosed = false

  const count = async (): Promise<void> => {
    for (const serverId of changed) {
      // Removed before counting, so that changes during the count are counted again.
      changed.delete(serverId)
      await inTransaction(db, realtime.publish, async (tx, emit) => {
        const activity = await recordActivity(tx, serverId)
        if (activity) await emit('servers', {}, 'server.activity', { serverId, ...activity })
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
  // Changes during the last shutdown were not counted.
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
