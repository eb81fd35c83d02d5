import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { createTurns } from '../../../platform/turns.ts'
import { acknowledgePenalty, waitingPenalties } from '../../records/reports/reports.port.ts'
import type { Gateway } from './bridge.gateway.ts'

const BATCH = 50
/** A server that does not answer must not hold up the jobs of others. */
const PATIENCE_MS = 1000

type Options = { readonly db: Db; readonly gateway: () => Gateway; readonly log: FastifyBaseLogger }

/**
 * Sends fines and jail to game servers, one message at a time in the order they were written, each until it is acknowledged. A portal that
 * is killed between an acknowledgement and recording it sends the same message again, and two portals may send it at once: the bridge
 * recognises it by its id.
 */
export function createPenaltyDelivery({ db, gateway, log }: Options) {
  const { inTurn } = createTurns<number>()
  /** Servers with a queued run that has not begun yet: it will send everything written until then. */
  const queued = new Set<number>()

  /** Stops at the first message without an answer; the next heartbeat tries again. */
  const deliver = (serverId: number): Promise<void> =>
    inTurn(serverId, async () => {
      queued.delete(serverId)
      for (;;) {
        const waiting = await waitingPenalties(db, serverId, BATCH)
        if (waiting.length === 0) return
        for (const message of waiting) {
          const reply = await gateway().ask(serverId, 'penalty', message)
          if (reply.kind !== 'answered' || reply.answer.messageId !== message.messageId) return
          await acknowledgePenalty(db, message.messageId)
        }
      }
    })

  /** Never fails: messages that could not be sent wait for the next heartbeat. */
  const bring = async (serverId: number): Promise<void> => {
    if (queued.has(serverId)) return
    queued.add(serverId)
    await deliver(serverId).catch((error: unknown) => log.error({ err: error }, 'a penalty could not be sent to a game server'))
  }

  return {
    /** Called after commit, on the portal that runs the job. Resolves once done, or after a moment; it then continues in the background. */
    push: async (serverId: number): Promise<void> => {
      await Promise.race([bring(serverId), sleep(PATIENCE_MS, undefined, { ref: false })])
    },
    /** Called when a server connects or sends a heartbeat, on the portal it is connected to. */
    catchUp: (serverId: number): void => void bring(serverId),
  }
}
