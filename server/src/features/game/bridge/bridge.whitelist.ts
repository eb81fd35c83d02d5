import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerWhitelist, Whitelist, WhitelistStand } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { createTurns } from '../../../platform/turns.ts'
import {
  closePushes,
  recordAcknowledged,
  readWhitelist,
  serverWhitelist,
  tellWhitelist,
  whitelistHeld,
  whitelistSince,
  whitelistVersion,
  type PushOutcome,
} from '../whitelist/whitelist.port.ts'
import type { Gateway } from './bridge.gateway.ts'
import { findServer } from './bridge.repo.ts'

const REASON = 'You are no longer on the whitelist of this server'

/** A server that does not answer must not delay the pushes to others. */
const PATIENCE_MS = 1000

type PushResult =
  | { readonly outcome: 'acknowledged'; readonly stand: WhitelistStand }
  | { readonly outcome: Exclude<PushOutcome, 'acknowledged'> }
const unanswered = (why: 'not connected' | 'no answer'): PushResult => ({ outcome: why === 'not connected' ? why : 'failed' })
const isSame = (a: WhitelistStand | null, b: WhitelistStand): boolean => a?.environment === b.environment && a.version === b.version

type Options = { readonly db: Db; readonly publish: Publish; readonly gateway: () => Gateway; readonly log: FastifyBaseLogger }

/**
 * Keeps each server's copy of its environment's whitelist up to date: the full list if it connects with another version, changes after
 * that.
 */
export function createWhitelistSync({ db, publish, gateway, log }: Options) {
  /** One at a time per server: a second push may find nothing left to do. */
  const { inTurn } = createTurns<number>()

  const settle = (serverId: number, result: PushResult): Promise<void> =>
    inTransaction(db, publish, async (tx, emit) => {
      const stand = result.outcome === 'acknowledged' ? result.stand : null
      // The environment was changed meanwhile: the next heartbeat pushes the other list and closes the pending pushes.
      if (stand && !(await recordAcknowledged(tx, serverId, stand))) return
      await closePushes(tx, serverId, result.outcome, stand?.version ?? null)
      await tellWhitelist(tx, emit, serverId)
    })

  const deliver = async (serverId: number): Promise<PushResult> => {
    const server = await findServer(db, serverId)
    if (!server) return { outcome: 'not connected' }
    const held = (await whitelistHeld(db, serverId))?.held ?? null
    const since = held === null ? undefined : await whitelistSince(db, server.environment, held)
    if (since && held !== null) {
      const reply = await gateway().ask(serverId, 'whitelist.changed', { from: held, ...since })
      if (reply.kind !== 'answered') return unanswered(reply.kind)
      if (isSame(reply.answer, since)) {
        if (server.settings.kicksUnlisted) kick(serverId, since.removed)
        return { outcome: 'acknowledged', stand: since }
      }
    }
    const fullList = await readWhitelist(db, server.environment)
    const reply = await gateway().ask(serverId, 'whitelist', fullList)
    if (reply.kind !== 'answered') return unanswered(reply.kind)
    if (!isSame(reply.answer, fullList)) return { outcome: 'failed' }
    if (since && server.settings.kicksUnlisted) kick(serverId, since.removed)
    return { outcome: 'acknowledged', stand: fullList }
  }

  const kick = (serverId: number, removed: readonly string[]) => {
    for (const steam of removed) gateway().tell(serverId, 'kick', { steam, reason: REASON })
  }

  const push = async (serverId: number): Promise<void> => {
    // Publish the pending push first, because waiting for the server's answer can take a while.
    await inTransaction(db, publish, (tx, emit) => tellWhitelist(tx, emit, serverId))
    await settle(serverId, await deliver(serverId))
  }

  return {
    /** Resolves once the push is done, or after a timeout; it then continues in the background. */
    push: async (serverId: number): Promise<void> => {
      const pushed = inTurn(serverId, () => push(serverId))
      pushed.catch((error: unknown) => log.error({ err: error }, 'a whitelist could not be sent to a game server'))
      await Promise.race([pushed, sleep(PATIENCE_MS, undefined, { ref: false })])
    },

    /** For a server that connects with this copy, or none: returns the full list unless the copy is current. */
    greet: (serverId: number, copy: WhitelistStand | null): Promise<Whitelist | undefined> =>
      inTurn(serverId, async () => {
        const server = await findServer(db, serverId)
        if (!server) return undefined
        const { environment, settings } = server
        const newest = { environment, version: await whitelistVersion(db, environment) }
        if (isSame(copy, newest)) {
          await settle(serverId, { outcome: 'acknowledged', stand: newest })
          return undefined
        }
        const isOfThisList = copy?.environment === environment
        const since = isOfThisList && settings.kicksUnlisted ? await whitelistSince(db, environment, copy.version) : undefined
        const fullList = await readWhitelist(db, environment)
        await settle(serverId, { outcome: 'acknowledged', stand: fullList })
        // After the answer, because it carries the setting to kick players.
        setImmediate(() => kick(serverId, since?.removed ?? []))
        return fullList
      }),

    /** Pushes changes that nobody requested a push for, such as manual SQL. Decides in turn, because a push under way may be of an older list. */
    catchUp: (serverId: number): Promise<void> =>
      inTurn(serverId, async () => {
        const known = await whitelistHeld(db, serverId)
        if (known && known.held !== known.version) await push(serverId)
      }),

    get: (serverId: number): Promise<ServerWhitelist | undefined> => serverWhitelist(db, serverId),
  }
}
