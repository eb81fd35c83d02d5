import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerWhitelist, Whitelist } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../platform/database/transaction.ts'
import {
  closePushes,
  noteAcknowledged,
  readWhitelist,
  serverWhitelist,
  whitelistHeld,
  whitelistSince,
  whitelistVersion,
  type PushOutcome,
} from '../whitelist/whitelist.port.ts'
import type { Gateway } from './bridge.gateway.ts'
import { findServer } from './bridge.repo.ts'
import { linkStream } from './bridge.status.ts'

const REASON = 'You are no longer on the whitelist of this server'

/** A server that does not answer must not keep the others waiting for theirs. */
const PATIENCE_MS = 1000

type Brought = { readonly outcome: PushOutcome; readonly version: number | null }
const unanswered = (why: 'not connected' | 'no answer'): Brought => ({
  outcome: why === 'not connected' ? why : 'failed',
  version: null,
})

type Options = { readonly db: Db; readonly publish: Publish; readonly gateway: () => Gateway; readonly log: FastifyBaseLogger }

/** Brings each server the whitelist of its environment: whole when it connects with another version, what changed from then on. */
export function createWhitelistSync({ db, publish, gateway, log }: Options) {
  const running = new Map<number, Promise<unknown>>()
  /** One at a time for each server: what a second would bring, the first may have brought already. */
  const inTurn = <T>(serverId: number, work: () => Promise<T>): Promise<T> => {
    const mine = (running.get(serverId) ?? Promise.resolve()).then(work, work)
    running.set(serverId, mine)
    const forget = () => {
      if (running.get(serverId) === mine) running.delete(serverId)
    }
    mine.then(forget, forget)
    return mine
  }

  const settle = (serverId: number, outcome: PushOutcome, version: number | null): Promise<void> =>
    inTransaction(db, publish, async (tx, emit) => {
      if (outcome === 'acknowledged' && version !== null) await noteAcknowledged(tx, serverId, version)
      await closePushes(tx, serverId, outcome, version)
      const whitelist = await serverWhitelist(tx, serverId)
      if (whitelist) await emit('server', { serverId }, linkStream(serverId), 'whitelist.changed', whitelist)
    })

  const bring = async (serverId: number): Promise<Brought> => {
    const server = await findServer(db, serverId)
    if (!server) return { outcome: 'not connected', version: null }
    const held = (await whitelistHeld(db, serverId))?.held ?? null
    const since = held === null ? undefined : await whitelistSince(db, server.environment, held)
    if (since && held !== null) {
      const told = await gateway().ask(serverId, 'whitelist.changed', { from: held, ...since })
      if (told.kind !== 'answered') return unanswered(told.kind)
      if (told.answer.version === since.version) {
        if (server.settings.kicksUnlisted) kick(serverId, since.removed)
        return { outcome: 'acknowledged', version: since.version }
      }
    }
    const whole = await readWhitelist(db, server.environment)
    const told = await gateway().ask(serverId, 'whitelist', whole)
    if (told.kind !== 'answered') return unanswered(told.kind)
    const isTaken = told.answer.version === whole.version
    if (isTaken && since && server.settings.kicksUnlisted) kick(serverId, since.removed)
    return isTaken ? { outcome: 'acknowledged', version: whole.version } : { outcome: 'failed', version: null }
  }

  const kick = (serverId: number, removed: readonly string[]) => {
    for (const steam of removed) gateway().tell(serverId, 'kick', { steam, reason: REASON })
  }

  const push = (serverId: number): Promise<void> =>
    inTurn(serverId, async () => {
      const { outcome, version } = await bring(serverId)
      await settle(serverId, outcome, version)
    })

  return {
    /** Comes back once it is settled, or after a while: then it goes on by itself. */
    push: async (serverId: number): Promise<void> => {
      const pushed = push(serverId)
      pushed.catch((error: unknown) => log.error({ err: error }, 'a whitelist could not be brought'))
      await Promise.race([pushed, sleep(PATIENCE_MS, undefined, { ref: false })])
    },

    /** For one who connects with a copy of this version, or none: the whole list where it is not the newest. */
    greet: (serverId: number, copy: { version: number } | null): Promise<Whitelist | undefined> =>
      inTurn(serverId, async () => {
        const server = await findServer(db, serverId)
        if (!server) return undefined
        if (copy?.version === (await whitelistVersion(db, server.environment))) {
          await settle(serverId, 'acknowledged', copy.version)
          return undefined
        }
        const since = copy && server.settings.kicksUnlisted ? await whitelistSince(db, server.environment, copy.version) : undefined
        const whole = await readWhitelist(db, server.environment)
        await settle(serverId, 'acknowledged', whole.version)
        // After the answer, which says that they are to be put out at all.
        setImmediate(() => kick(serverId, since?.removed ?? []))
        return whole
      }),

    /** Whatever changed the list unasked, by hand in SQL for one, is noticed here. */
    catchUp: async (serverId: number): Promise<void> => {
      const known = await whitelistHeld(db, serverId)
      if (known && known.held !== known.version && !running.has(serverId)) await push(serverId)
    },

    get: (serverId: number): Promise<ServerWhitelist | undefined> => serverWhitelist(db, serverId),
  }
}
