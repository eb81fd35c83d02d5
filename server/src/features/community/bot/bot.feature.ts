import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import type { Feature } from '../../../platform/feature.ts'
import type { Credentials } from '../discord/discord.port.ts'
import { TRY_NOW } from '../errands/errands.port.ts'
import { keepBotLock, type BotLock } from './bot.lock.ts'
import type { BotPart } from './bot.port.ts'
import { BOT_TIMING, startSession, type BotTiming, type Session, type SessionDeps } from './bot.session.ts'
import { createBotStatus, type BotStatus } from './bot.state.ts'

type Deps = {
  readonly database: Database
  readonly publish: Publish
  readonly log: FastifyBaseLogger
  readonly credentials: Credentials
  readonly startRunner: SessionDeps['startRunner']
  /** The jobs that wait for Discord have changed. */
  readonly jobsChanged: () => void
  readonly parts: readonly BotPart[]
  readonly runsBot: boolean
  readonly botTiming?: BotTiming | undefined
}

const STOPPED: BotStatus = {
  state: 'waiting',
  problem: 'The portal that ran the bot was stopped. Another portal takes over, or the same one does when it is back.',
}
const NO_TOKEN: BotStatus = { state: 'off', problem: '' }

/** Runs the bot on this node, if there is a token and no other node runs it. */
export function botFeature(deps: Deps): Feature & { readonly startBot: () => void } {
  const bot = deps.runsBot ? createBot(deps) : undefined
  return { name: 'bot', startBot: () => bot?.start(), close: async () => bot?.stop() }
}

function createBot({ database, publish, log, credentials, startRunner, jobsChanged, parts, botTiming: timing = BOT_TIMING }: Deps) {
  const { db } = database.background
  const saveStatus = createBotStatus({ db, publish })
  let lock: BotLock | undefined
  let current: { readonly token: string; readonly session: Session } | undefined
  let isStopped = false
  let last: Promise<void> = Promise.resolve()
  let isAsked = false

  const end = async (last: BotStatus): Promise<void> => {
    const ended = current
    current = undefined
    await ended?.session.stop(last)
  }
  /** Starts or stops the bot as needed: one run at a time, and another one if something changed meanwhile. */
  const reconsider = (): void => {
    if (isAsked || isStopped) return
    isAsked = true
    last = last.then(async () => {
      isAsked = false
      await consider().catch((error: unknown) => {
        if (!isStopped) log.error({ err: error }, 'the bot could not be started or stopped')
      })
    })
  }
  const consider = async (): Promise<void> => {
    if (isStopped) return
    const { token } = await credentials.read()
    if (token.isUnreadable) log.warn("the stored bot token can't be opened with the secrets-key of this portal")
    if (current && current.token !== token.value) await end(token.value === undefined ? NO_TOKEN : { state: 'connecting', problem: '' })
    await lock?.want(token.value !== undefined)
    if (isStopped || token.value === undefined || current || !lock?.isHeld()) return
    const session = startSession({ db, publish, log, apiUrl: credentials.apiUrl, parts, startRunner, saveStatus, timing }, token.value)
    current = { token: token.value, session }
  }

  return {
    start: (): void => {
      lock = keepBotLock({
        url: database.url,
        everyMs: timing.lockMs,
        onChanged: reconsider,
        onLost: () => {
          const lost = current
          current = undefined
          // Another node may run the bot by now, and reports its own status.
          lost?.session.abandon().catch((error: unknown) => log.error({ err: error }, 'the bot could not be stopped'))
        },
        onErrands: (payload) => {
          if (payload === TRY_NOW) current?.session.tryNow()
          else current?.session.wake()
          if (current) jobsChanged()
        },
        onError: (error) => log.error({ err: error }, 'the lock of the bot failed'),
      })
    },
    stop: async (): Promise<void> => {
      isStopped = true
      await last
      await end(STOPPED)
      await lock?.close()
    },
  }
}
