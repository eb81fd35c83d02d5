import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import { withheldProblem } from '../discord/discord.port.ts'
import { createDiscordActions, toFailure, type DiscordActions, type ErrandRunner } from '../errands/errands.port.ts'
import { takeIdentify, type BotStatus, type SaveBotStatus } from './bot.state.ts'
import { registerCommands } from './bot.commands.ts'
import { openGateway, type Gateway, type GatewayEnd } from './bot.gateway.ts'
import { createIntents, type BotIntents, type ChosenIntents } from './bot.intents.ts'
import { createInteractions } from './bot.interactions.ts'
import { createMirror } from './bot.mirror.ts'
import { PACKETS } from './bot.packets.ts'
import type { BotPart } from './bot.port.ts'
import { openRest, type BotRest } from './bot.rest.ts'

export type BotTiming = {
  /** How often nodes check whether the lock of the bot is free. */
  readonly lockMs: number
  /** How long it may take to connect. */
  readonly readyMs: number
  /** First wait before connecting again; each further one doubles it. */
  readonly firstRetryMs: number
  readonly maxRetryMs: number
  /** How long the bot waits after a refusal before it tries again: someone may have solved the problem in Discord. */
  readonly refusedMs: number
  /** How often the node reports that it still runs the bot. */
  readonly sayMs: number
}
/** Discord resets the token of a bot that connects more than a thousand times a day. */
export const BOT_TIMING: BotTiming = {
  lockMs: 5000,
  readyMs: 30_000,
  firstRetryMs: 1000,
  maxRetryMs: 120_000,
  refusedMs: 300_000,
  sayMs: 10_000,
}
const REST_TIMEOUT_MS = 15_000
const COMMANDS_AGAIN_MS = 60_000

export type SessionDeps = {
  readonly db: Db
  readonly publish: Publish
  readonly log: FastifyBaseLogger
  readonly apiUrl: string
  readonly parts: readonly BotPart[]
  readonly startRunner: (discord: DiscordActions, onTokenRefused: () => void) => ErrandRunner
  readonly saveStatus: SaveBotStatus
  readonly timing: BotTiming
}
export type Session = {
  readonly wake: () => void
  readonly tryNow: () => void
  readonly stop: (last: BotStatus) => Promise<void>
  /** Stops without writing a last status: another node may run the bot already. */
  readonly abandon: () => Promise<void>
}

/** Runs the bot with one token: connects, and reconnects, until it is stopped. */
export function startSession({ saveStatus, timing, ...deps }: SessionDeps, token: string): Session {
  const { log } = deps
  const stopping = new AbortController()
  let status: BotStatus = { state: 'connecting', problem: '' }
  let gateway: Gateway | undefined
  /** When this connection came up. */
  let upAt: number | undefined
  let runner: ErrandRunner | undefined
  let rest: BotRest | undefined
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))

  const tell = async (next: BotStatus): Promise<void> => {
    status = { ...status, ...next }
    const pingMs = status.state === 'connected' ? (gateway?.pingMs() ?? null) : null
    await saveStatus({ ...status, pingMs }).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'the state of the bot could not be written')
    })
  }
  const telling = setInterval(() => void tell(status), timing.sayMs)
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  /** Resolves when the connection has ended and will not be resumed. */
  const connect = async (rest: BotRest, chosen: ChosenIntents): Promise<GatewayEnd> => {
    const { db, publish, apiUrl, parts } = deps
    let applicationId: string | undefined
    const here: { gateway?: Gateway } = {}
    const register = async (guildId: string): Promise<void> => {
      if (applicationId === undefined || stopping.signal.aborted || here.gateway !== gateway) return
      try {
        await registerCommands({ db, rest, applicationId, parts }, guildId)
      } catch (error) {
        const { kind, message } = toFailure(error)
        log.warn({ problem: message }, 'the commands of a Discord server could not be registered')
        if (kind === 'later')
          setTimeout(
            () =>
              void register(guildId).catch((late: unknown) =>
                log.error({ err: late }, 'the commands of a Discord server could not be registered'),
              ),
            COMMANDS_AGAIN_MS,
          ).unref()
      }
    }
    const mirror = createMirror({
      db,
      publish,
      log,
      parts,
      seesMembers: chosen.asked.includes('members'),
      send: (opcode, data) => here.gateway?.send(opcode, data),
      onBroken: () =>
        here.gateway?.end({ kind: 'away', problem: 'A change in Discord could not be saved. The bot reads everything again.' }),
      onGuild: (guildId) =>
        void register(guildId).catch((error: unknown) =>
          log.error({ err: error }, 'the commands of a Discord server could not be registered'),
        ),
    })
    const interact = createInteractions({ db, rest, log, parts })
    const open = await openGateway({
      token,
      apiUrl,
      intents: chosen.asked,
      mayIdentify: () => takeIdentify(db, token),
      log,
      readyMs: timing.readyMs,
      onPacket: (name, data) => {
        if (name === 'INTERACTION_CREATE') return interact(data)
        if (name === 'READY') {
          const ready = PACKETS.READY.safeParse(data).data
          applicationId = ready?.application.id
          status = { ...status, applicationId, botId: ready?.user.id, botName: ready?.user.username }
        }
        mirror.take(name, data)
      },
      onUp: () => {
        upAt ??= Date.now()
        runner?.resume()
        void tell({ state: 'connected', problem: withheldProblem(chosen.withheld) })
      },
      onDown: (problem) => void tell({ state: 'waiting', problem }),
    })
    here.gateway = gateway = open
    if (stopping.signal.aborted) open.end({ kind: 'away', problem: '' })
    const end = await open.ended
    gateway = undefined
    mirror.close()
    await open.close()
    return end
  }

  /** Reconnects once another intent is needed or granted, and updates which intents are withheld. */
  const watchIntents = (intents: BotIntents, { asked }: ChosenIntents) => {
    let isLooking = false
    const look = async (): Promise<void> => {
      const next = await intents.look()
      if (next.asked.some((intent) => !asked.includes(intent))) {
        return gateway?.end({ kind: 'again', problem: 'The bot connects again to see more.' })
      }
      const problem = withheldProblem(next.withheld)
      if (status.state === 'connected' && status.problem !== problem) await tell({ state: 'connected', problem })
    }
    return setInterval(() => {
      if (isLooking || upAt === undefined) return
      isLooking = true
      look()
        .catch((error: unknown) => log.error({ err: error }, 'the intents of the bot could not be checked'))
        .finally(() => (isLooking = false))
    }, timing.sayMs)
  }

  const run = async (): Promise<void> => {
    const open = await openRest({ token, apiUrl: deps.apiUrl, timeoutMs: REST_TIMEOUT_MS, onLimited: (ms) => runner?.limited(ms) })
    rest = open
    if (stopping.signal.aborted) return open.close()
    const refuse = () =>
      gateway?.end({ kind: 'refused', problem: 'Discord refuses the bot token. Reset it in the developer portal and enter the new one.' })
    runner = deps.startRunner(
      createDiscordActions(open, () => status.botId),
      refuse,
    )
    const intents = createIntents({ rest: open, log, parts: deps.parts, againMs: timing.refusedMs })
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      // While the bot tries again, its status still says why.
      if (status.state !== 'waiting' && status.state !== 'refused') await tell({ state: 'connecting', problem: '' })
      const chosen = await Promise.race([intents.choose(), stopped])
      if (!chosen) break
      const watch = watchIntents(intents, chosen)
      const end = await connect(open, chosen)
      clearInterval(watch)
      if (stopping.signal.aborted) break
      const isRefused = end.kind === 'refused' || (end.kind === 'intents' && !intents.refuse(chosen.asked))
      await tell({ state: isRefused ? 'refused' : 'waiting', problem: end.problem })
      // A connection that held for a while is no sign of trouble. A connection that never came up, or broke at once, is.
      if (upAt !== undefined && Date.now() - upAt > timing.readyMs) attempt = 0
      upAt = undefined
      // Commands and buttons are not answered until the bot is back.
      if (end.kind === 'again') continue
      await wait(isRefused ? timing.refusedMs : Math.min(timing.firstRetryMs * 2 ** attempt, timing.maxRetryMs))
    }
    await runner.stop()
    open.close()
  }
  const running = run().catch((error: unknown) => log.error({ err: error }, 'the bot stopped because of an error'))

  const end = async (): Promise<void> => {
    stopping.abort()
    clearInterval(telling)
    gateway?.end({ kind: 'away', problem: '' })
    await running
  }
  return {
    wake: () => runner?.wake(),
    tryNow: () => runner?.tryNow(),
    abandon: () => {
      const ended = end()
      // The errands under way are for the other node now.
      runner?.abandon()
      rest?.close()
      return ended
    },
    stop: async (last) => {
      await end()
      await tell(last)
    },
  }
}
