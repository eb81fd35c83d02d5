import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import { databaseOutage } from '../../../platform/database/trouble.ts'
import { AppError } from '../../../platform/errors.ts'
import { DiscordFailure, explainFailure, toFailure } from './errands.failures.ts'
import { createErrandLane } from './errands.lane.ts'
import {
  claimErrands,
  dropOutdatedFailures,
  endErrand,
  hastenErrands,
  laneOf,
  nextDue,
  postponeErrand,
  releaseErrands,
  setLimitedUntil,
  toErrand,
  type ErrandRow,
} from './errands.repo.ts'
import type { DiscordActions, Errand, ErrandKind } from './errands.types.ts'

export type RunnerTiming = {
  /** First wait after a failure; each further one doubles it. */
  readonly firstRetryMs: number
  readonly maxRetryMs: number
  /** How often the runner looks for waiting errands by itself. */
  readonly pollMs: number
}
const RUNNER_TIMING: RunnerTiming = { firstRetryMs: 5000, maxRetryMs: 3_600_000, pollMs: 30_000 }

type Deps = {
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly kinds: readonly ErrandKind[]
  /** The jobs that wait or have failed may have changed. */
  readonly changed: () => void
  readonly timing?: RunnerTiming | undefined
}
export type ErrandRunner = {
  readonly wake: () => void
  /** A person does not want to wait for postponed errands. */
  readonly tryNow: () => void
  /** Discord accepts the bot again. */
  readonly resume: () => void
  /** Discord rejects all requests for a while. */
  readonly limited: (forMs: number) => void
  /** Starts no more errands, and waits a moment for those that run. */
  readonly stop: () => Promise<void>
  /** Another node has the bot: starts no more errands, and writes nothing about those that fail. */
  readonly abandon: () => void
}

const LANES = ['member', 'other'] as const
const STOP_MS = 1000
const MAX_UNKNOWN_FAILURES = 5
const MIN_SHOWN_LIMIT_MS = 1500
const MIN_PAUSE_MS = 1000
const UNWANTED = 'No longer wanted'
const OUR_FAULT = 'Something went wrong in the portal; its log says more'

type Known = { readonly kind: ErrandKind; readonly errand?: Errand<unknown> }

/** Runs the waiting errands, on the one node that has the bot. */
export function createErrandRunner({ db, log, kinds, changed, timing = RUNNER_TIMING }: Deps) {
  return (discord: DiscordActions, onTokenRefused: () => void): ErrandRunner => {
    const running = new Map<number, Promise<void>>()
    let timer: NodeJS.Timeout | undefined
    let isStopped = false
    let isFilling = false
    let isWoken = false
    let isRefused = false
    const backoff = (count: number): number => Math.min(timing.firstRetryMs * 2 ** Math.min(count, 20), timing.maxRetryMs)
    const lanes = { member: createErrandLane(backoff), other: createErrandLane(backoff) }
    const wakeIn = (ms: number): void => {
      clearTimeout(timer)
      if (!isStopped) timer = setTimeout(wake, Math.max(0, Math.min(ms, timing.pollMs)))
    }
    const report = (error: unknown, message: string): void => {
      if (!isStopped) log.error({ err: error }, message)
    }

    /** Errands are not released while others are claimed, because claimed ones are not in `running` yet. */
    let mustRelease = true
    const fill = async (): Promise<void> => {
      if (mustRelease) {
        mustRelease = false
        // Errands that can't be released now are released the next time; the others go on.
        await releaseErrands(db, [...running.keys()]).catch((error: unknown) => report(error, 'interrupted errands could not be released'))
      }
      if (isRefused) return
      const free = { member: lanes.member.free(), other: lanes.other.free() }
      if (free.member + free.other > 0 && !isStopped) {
        for (const row of await claimErrands(db, free)) {
          const lane = lanes[laneOf(row)]
          const run = runOne(row, lane.begin()).finally(() => {
            lane.end()
            running.delete(row.id)
            wake()
          })
          running.set(row.id, run)
        }
      }
      wakeIn(await untilNext())
    }
    /** How long until an errand may be due in an idle lane. A lane that is not idle wakes the runner when one of its errands ends. */
    const untilNext = async (): Promise<number> => {
      const idle = LANES.filter((lane) => lanes[lane].isIdle())
      if (idle.length === 0) return timing.pollMs
      const due = await nextDue(db)
      // An errand that is due may wait for another one of its queue that is not, so there is always a pause.
      const pause = Math.min(MIN_PAUSE_MS, timing.firstRetryMs)
      return Math.min(...idle.map((lane) => Math.max(due[lane] ?? timing.pollMs, lanes[lane].quietFor(), pause)))
    }
    const forgetTroubles = (): void => {
      for (const lane of LANES) lanes[lane].forget()
    }
    const wake = (): void => {
      isWoken = true
      if (isFilling || isStopped) return
      isFilling = true
      void (async () => {
        while (isWoken && !isStopped) {
          isWoken = false
          await fill()
        }
      })()
        .catch((error: unknown) => {
          report(error, 'the errands that wait could not be read')
          wakeIn(timing.firstRetryMs)
        })
        .finally(() => {
          isFilling = false
          if (isWoken) wake()
        })
    }

    const runOne = async (row: ErrandRow, begunIn: number): Promise<void> => {
      try {
        await attempt(row, begunIn)
      } catch (error) {
        // The outcome of the errand could not be written. The errand is found again as an interrupted one.
        report(error, `the outcome of errand ${row.id} could not be written`)
        lanes[laneOf(row)].noteTrouble(begunIn)
      }
      changed()
    }

    const attempt = async (row: ErrandRow, begunIn: number): Promise<void> => {
      const kind = kinds.find((each) => each.kind === row.kind)
      if (!kind) return postpone(row, timing.maxRetryMs, 'Another version of the portal knows how to do this')
      const errand = toErrand(kind, row)
      if (!errand) return fail(row, { kind }, OUR_FAULT)
      let result: unknown
      try {
        result = await kind.run(discord, errand)
      } catch (error) {
        return failed(row, { kind, errand, begunIn }, error)
      }
      lanes[laneOf(row)].noteAnswer()
      await db.transaction().execute(async (tx) => {
        const isUnwanted = result === undefined
        if (!(await endErrand(tx, row.id, isUnwanted ? 'dropped' : 'done', isUnwanted ? UNWANTED : ''))) return
        if (!kind.keepsItsWork) await dropOutdatedFailures(tx, row.id, isUnwanted ? UNWANTED : 'Done since')
        if (!isUnwanted) await kind.settle?.(tx, errand, result)
      })
    }

    const failed = async (row: ErrandRow, { begunIn, ...known }: Known & { begunIn: number }, error: unknown): Promise<void> => {
      // The errand was cut off, or another node runs it by now. It is found again as an interrupted errand.
      if (isStopped) return
      const failure = failureOf(error)
      if (!failure) {
        report(error, `errand ${row.id} (${row.kind}) failed`)
        const isFinal = error instanceof AppError || row.attempts >= MAX_UNKNOWN_FAILURES
        const words = error instanceof AppError ? error.message : OUR_FAULT
        return isFinal ? fail(row, known, words) : postpone(row, backoff(row.attempts), words)
      }
      if (failure.kind === 'token') {
        isRefused = true
        onTokenRefused()
        return postpone(row, 0, failure.message)
      }
      if (failure.kind === 'later') {
        if (failure.retryAfterMs === undefined) lanes[laneOf(row)].noteTrouble(begunIn)
        else if (failure.isForAll) for (const lane of LANES) lanes[lane].pause(failure.retryAfterMs)
        return postpone(row, failure.retryAfterMs ?? backoff(row.attempts), failure.message)
      }
      lanes[laneOf(row)].noteAnswer()
      await fail(row, known, await explainFailure(db, row, failure))
    }

    const postpone = (row: ErrandRow, ms: number, problem: string) => postponeErrand(db, row.id, ms, problem)
    const fail = (row: ErrandRow, { kind, errand }: Known, problem: string) =>
      db.transaction().execute(async (tx) => {
        if (!(await endErrand(tx, row.id, 'failed', problem))) return
        if (!kind.keepsItsWork) await dropOutdatedFailures(tx, row.id, 'Tried again since')
        if (errand) await kind.failed?.(tx, errand, problem)
      })

    const releasing = setInterval(() => {
      mustRelease = true
      wake()
    }, timing.pollMs)
    const halt = (): void => {
      isStopped = true
      clearTimeout(timer)
      clearInterval(releasing)
    }
    wake()

    return {
      wake,
      tryNow: () => {
        forgetTroubles()
        wake()
      },
      resume: () => {
        isRefused = false
        forgetTroubles()
        wake()
        hastenErrands(db, OUR_FAULT).then(wake, (error: unknown) => report(error, 'postponed errands could not be made due'))
      },
      limited: (forMs) => {
        if (forMs < MIN_SHOWN_LIMIT_MS || isStopped) return
        setLimitedUntil(db, new Date(Date.now() + forMs)).then(changed, (error: unknown) =>
          report(error, 'the rate limit of Discord could not be written'),
        )
      },
      abandon: halt,
      stop: async () => {
        halt()
        let over: NodeJS.Timeout | undefined
        const patience = new Promise((resolve) => (over = setTimeout(resolve, STOP_MS)))
        await Promise.race([Promise.allSettled(running.values()), patience])
        clearTimeout(over)
      },
    }
  }
}

/** Undefined if the error comes neither from Discord nor from a database that is away. */
function failureOf(error: unknown): DiscordFailure | undefined {
  const trouble = databaseOutage(error)
  if (trouble !== undefined && !(error instanceof DiscordFailure)) return new DiscordFailure('later', trouble)
  try {
    return toFailure(error)
  } catch {
    return undefined
  }
}
