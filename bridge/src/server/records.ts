import { TO_PORTAL, type Identifiers, type PortalAnswer, type ToPortal } from '@tenfour/contract'
import type { z } from 'zod'
import { problems } from '../config.ts'
import { createDelivery, type Outcome } from './delivery.ts'
import { createLatest } from './latest.ts'
import type { LimitedAction, Limits } from './limits.ts'
import { identifiersOf } from './players.ts'
import type { Portal } from './portal.ts'

type Asked = 'lookup.plate' | 'lookup.person' | 'character.get'
type Kept = 'character.save' | 'vehicle.save' | 'garage.save' | 'character.play'
/** Gets the result, or null and the reason. */
export type Report = (result: unknown, reason?: string) => void

type Request<M extends ToPortal> = {
  /** The name of the export, for error messages. */
  readonly name: string
  readonly message: M
  readonly source: string
  /** Identifiers of a player who has left; a connected player's are read from the game. */
  readonly identifiers?: Identifiers
  readonly payload: object
  /** The part of the answer that is reported. */
  readonly pick: (answer: Extract<PortalAnswer<M>, { ok: true }>) => unknown
  readonly report: Report
}
type State = {
  readonly message: Kept
  readonly key: string
  readonly send: (report: Report) => Promise<Outcome>
  readonly reports: Report[]
}

type Options = {
  readonly portal: Pick<Portal, 'ask' | 'knows'>
  readonly limits: Limits
  readonly print: (line: string) => void
}

const MAX_KEPT = 500
export const AWAY = 'The portal can not be reached'
const KEPT = 'The portal can not be reached; the change is sent when it is back'
export const OLD = 'The portal is older than this resource and does not know this message'
const TOO_FAST = 'Too many requests: try again in a moment'
const DROPPED = 'Too many changes wait for the portal: this one is dropped'
const LIMITS: Readonly<Record<Asked | Kept, LimitedAction>> = {
  'lookup.plate': 'lookup',
  'lookup.person': 'lookup',
  'character.get': 'read',
  'character.save': 'save',
  'vehicle.save': 'save',
  'garage.save': 'save',
  'character.play': 'save',
}

/**
 * Characters and vehicles, in both directions. A lookup needs the portal right away. Saved characters and vehicles are state: while the
 * portal is away, the latest value of each is kept in memory and delivered in order afterwards.
 */
export function createRecords({ portal, limits, print }: Options) {
  let isOldPrinted = false
  /** Why the portal can't be asked; undefined if it can be. */
  const obstacle = (message: ToPortal): string | undefined => {
    const isKnown = portal.knows(message)
    if (isKnown === undefined) return AWAY
    if (isKnown) return undefined
    if (!isOldPrinted) print(`The portal does not know ${message}: it is older than this resource. Update the portal.`)
    isOldPrinted = true
    return OLD
  }
  const latest = createLatest<State>({
    keyOf: ({ key }) => key,
    // The character may have been saved since the first attempt.
    isSentLast: ({ message }) => message === 'character.play',
    max: MAX_KEPT,
    onDropped: ({ key, reports }) => {
      print(`Too many changes wait for the portal: the ${key} is dropped.`)
      for (const report of reports) report(null, DROPPED)
    },
  })
  const delivery = createDelivery<State>({
    outbox: latest,
    send: async (_id, { message, send, reports }) => {
      const report: Report = (...outcome) => {
        for (const each of reports.splice(0)) each(...outcome)
      }
      if (obstacle(message) !== OLD) return send(report)
      report(null, OLD)
      return 'done'
    },
    isConnected: () => portal.knows('character.save') !== undefined,
    onGivenUp: ({ key }) => print(`The portal keeps failing on the ${key}, and on nothing else. It is dropped.`),
  })

  /** Undefined if the rate limit is exceeded. Throws a readable error if the payload is invalid. */
  function take<M extends Asked | Kept>({ name, message, source, identifiers, payload, pick, report }: Request<M>) {
    const complete = { identifiers: identifiers ?? identifiersOf(source), ...payload }
    const parsed = TO_PORTAL[message].payload.safeParse(complete)
    if (!parsed.success) throw new Error(`${name}: ${problems(parsed.error)}`)
    if (limits.take(Number(source), LIMITS[message]) !== 'allowed') {
      report(null, TOO_FAST)
      return undefined
    }
    const checked = parsed.data as z.input<(typeof TO_PORTAL)[M]['payload']>
    const takenAt = Date.now()
    return async (to: Report): Promise<Outcome> => {
      // Tells the portal how long the value waited, so that it checks whether the player was connected then, not whether they still are.
      const waitedSeconds = Math.floor((Date.now() - takenAt) / 1000)
      const answer: PortalAnswer<ToPortal> | undefined = await portal.ask(
        message,
        waitedSeconds > 0 ? { ...checked, waitedSeconds } : checked,
      )
      if (answer?.ok) to(pick(answer as Extract<PortalAnswer<M>, { ok: true }>))
      else if (answer?.isFinal) to(null, answer.message)
      else {
        to(null, answer?.message ?? AWAY)
        return answer?.code === 'internal' ? 'failed' : 'again'
      }
      return 'done'
    }
  }

  return {
    ask: <M extends Asked>(request: Request<M>): void => {
      const send = take(request)
      const problem = send && obstacle(request.message)
      if (problem !== undefined) request.report(null, problem)
      else void send?.(request.report)
    },
    /** Queues a value; a later value with the same `key` replaces it. */
    put: <M extends Kept>(key: string, request: Request<M>): void => {
      const send = take(request)
      if (!send) return
      const { message, report } = request
      const problem = obstacle(message)
      if (problem === OLD) return report(null, OLD)
      if (problem !== undefined) report(null, KEPT)
      const state: State = { message, key: `${message} ${key}`, send, reports: problem === undefined ? [report] : [] }
      state.reports.push(...(latest.put(state)?.reports ?? []))
      delivery.run()
    },
    deliver: delivery.run,
    queued: latest.size,
    close: delivery.stop,
  }
}
export type Records = ReturnType<typeof createRecords>
