import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { discordChanges } from '../discord/discord.port.ts'

const TELL_MS = 1000

/** How many members a server and its roles have: members come and go, so it is told at most once a second. */
export function createCounts({ db, publish, log }: { db: Db; publish: Publish; log: FastifyBaseLogger }) {
  const changed = new Map<string, Set<string>>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const tell = async (): Promise<void> => {
    timer = undefined
    const all = [...changed]
    changed.clear()
    for (const [guildId, roles] of all) {
      await inTransaction(db, publish, async (tx, _emit, _after, emitAll) =>
        emitAll(await discordChanges(tx, { guildId, isGuildChanged: true, roles: [...roles] })),
      )
    }
  }
  return {
    changed: (guildId: string, roles: readonly string[]): void => {
      if (isStopped) return
      const known = changed.get(guildId) ?? new Set()
      for (const role of roles) known.add(role)
      changed.set(guildId, known)
      timer ??= setTimeout(() => {
        tell().catch((error: unknown) => {
          if (!isStopped) log.error({ err: error }, 'discord counts')
        })
      }, TELL_MS)
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
