import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { createTurns } from '../../../platform/turns.ts'
import { recordAceGroups, readAceGroups } from '../ace-groups/ace-groups.port.ts'
import type { Gateway } from './bridge.gateway.ts'

/** A server that does not answer must not delay the pushes to others. */
const PATIENCE_MS = 1000
/** Changes of accounts are collected for this long. */
const COLLECT_MS = 200

type Options = { readonly db: Db; readonly gateway: () => Gateway; readonly log: FastifyBaseLogger }

/** Keeps each server's copy of its members' in-game groups up to date: always the whole list, and only if it differs. */
export function createAceGroupSync({ db, gateway, log }: Options) {
  /** One at a time per server: a second push may find nothing left to do. */
  const { inTurn } = createTurns<number>()
  let collecting: ReturnType<typeof setTimeout> | undefined

  const bring = (serverId: number): Promise<void> =>
    inTurn(serverId, async () => {
      const list = await readAceGroups(db, serverId)
      if (!list || list.held === list.version) return
      const { version, members } = list
      const reply = await gateway().ask(serverId, 'ace-groups', { version, members })
      if (reply.kind === 'answered') await recordAceGroups(db, serverId, reply.answer.version)
    })
  const complain = (error: unknown) => log.error({ err: error }, 'the groups of members could not be sent to a game server')
  const catchUp = (serverId: number): void => void bring(serverId).catch(complain)
  const catchUpAll = () => {
    for (const { serverId } of gateway().links()) catchUp(serverId)
  }

  return {
    /** Resolves once the push is done, or after a timeout; it then continues in the background. */
    push: async (serverId: number): Promise<void> => {
      const brought = bring(serverId)
      brought.catch(complain)
      await Promise.race([brought, sleep(PATIENCE_MS, undefined, { ref: false })])
    },
    /** The server has connected with this copy, or none. */
    greet: (serverId: number, version: string | null) => recordAceGroups(db, serverId, version),
    catchUp,
    /** An account has changed: its rank, its Steam hex, or whether it is enabled. */
    accountChanged: (): void => {
      collecting ??= setTimeout(() => {
        collecting = undefined
        catchUpAll()
      }, COLLECT_MS)
      collecting.unref()
    },
    catchUpAll,
    close: () => clearTimeout(collecting),
  }
}
