import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Publish } from '../../../platform/database/transaction.ts'
import { withheldWords } from '../discord/discord.port.ts'
import { createDiscordActions, toFailure, type DiscordActions, type ErrandRunner } from '../errands/errands.port.ts'
import { takeIdentify, type Said, type SayState } from './bot.state.ts'
import { registerCommands } from './bot.commands.ts'
import { openGateway, type Gateway, type GatewayEnd } from './bot.gateway.ts'
import { createIntents, type BotIntents, type ChosenIntents } from './bot.intents.ts'
import { createInteractions } from './bot.interactions.ts'
import { createMirror } from './bot.mirror.ts'
import { PACKETS } from './bot.packets.ts'
import type { BotPart } from './bot.port.ts'
import { openRest, type BotRest } from './bot.rest.ts'

export type BotTiming = {
  /** How often nodes look whether the bot is free. */
  readonly lockMs: number
  /** How long it may take to connect. */
  readonly readyMs: number
  /** First wait before connecting again; each further one doubles it. */
  readonly firstRetryMs: number
  readonly maxRetryMs: number
  /** How long after a refusal it is tried again, as it may have been mended in Discord. */
  readonly refusedMs: number
  /** How often the node says that it still runs the bot. */
  readonly sayMs: number
}
/** Discord takes a token away that connects more than a thousand times a day. */
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
  readonly say: SayState
  readonly timing: BotTiming
}
export type Session = {
  readonly wake: () => void
  readonly tryNow: () => void
  readonly stop: (last: Said) => Promise<void>
  /** Without a last word: another node may have the bot already. */
  readonly abandon: () => Promise<void>
}

/** The bot with one token: connects, and connects again, until it is stopped. */
export function startSession({ say, timing, ...deps }: SessionDeps, token: string): Session {
  const { log } = deps
  const stopping = new AbortController()
  let said: Said = { state: 'connecting', problem: '' }
  let gateway: Gateway | undefined
  /** Since when this connection has been of use. */
  let upAt: number | undefined
  let runner: ErrandRunner | undefined
  let rest: BotRest | undefined
  const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))

  const tell = async (next: Said): Promise<void> => {
    said = { ...said, ...next }
    const pingMs = said.state === 'connected' ? (gateway?.pingMs() ?? null) : null
    await say({ ...said, pingMs }).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'the state of the bot could not be written')
    })
  }
  const telling = setInterval(() => void tell(said), timing.sayMs)
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)

  /** Resolves when the connection has ended for good. */
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
            () => void register(guildId).catch((late: unknown) => log.error({ err: late }, 'discord commands')),
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
      onBroken: () => here.gateway?.end({ kind: 'away', problem: 'What Discord said could not be saved. The bot reads it again.' }),
      onGuild: (guildId) => void register(guildId).catch((error: unknown) => log.error({ err: error }, 'discord commands')),
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
          said = { ...said, applicationId, botId: ready?.user.id, botName: ready?.user.username }
        }
        mirror.take(name, data)
      },
      onUp: () => {
        upAt ??= Date.now()
        runner?.resume()
        void tell({ state: 'connected', problem: withheldWords(chosen.withheld) })
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

  /** Connects anew once an intent is needed that was not, or granted that was not, and says what is withheld by now. */
  const watchIntents = (intents: BotIntents, { asked }: ChosenIntents) => {
    let isLooking = false
    const look = async (): Promise<void> => {
      const next = await intents.look()
      if (next.asked.some((intent) => !asked.includes(intent))) {
        return gateway?.end({ kind: 'away', problem: 'The bot connects again to see more.' })
      }
      const problem = withheldWords(next.withheld)
      if (said.state === 'connected' && said.problem !== problem) await tell({ state: 'connected', problem })
    }
    return setInterval(() => {
      if (isLooking || upAt === undefined) return
      isLooking = true
      look()
        .catch((error: unknown) => log.error({ err: error }, 'the intents of the bot'))
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
      createDiscordActions(open, () => said.botId),
      refuse,
    )
    const intents = createIntents({ rest: open, log, parts: deps.parts, againMs: timing.refusedMs })
    for (let attempt = 0; !stopping.signal.aborted; attempt += 1) {
      // While it is tried again, it stays told why.
      if (said.state !== 'waiting' && said.state !== 'refused') await tell({ state: 'connecting', problem: '' })
      const chosen = await Promise.race([intents.choose(), stopped])
      if (!chosen) break
      const watch = watchIntents(intents, chosen)
      const end = await connect(open, chosen)
      clearInterval(watch)
      if (stopping.signal.aborted) break
      const isRefused = end.kind === 'refused' || (end.kind === 'intents' && !intents.refuse(chosen.asked))
      await tell({ state: isRefused ? 'refused' : 'waiting', problem: end.problem })
      // One that held for a while is no sign of trouble. One that never came up, or came up and broke, is.
      if (upAt !== undefined && Date.now() - upAt > timing.readyMs) attempt = 0
      upAt = undefined
      await wait(isRefused ? timing.refusedMs : Math.min(timing.firstRetryMs * 2 ** attempt, timing.maxRetryMs))
    }
    await runner.stop()
    open.close()
  }
  const running = run().catch((error: unknown) => log.error({ err: error }, 'the bot ended'))

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
      // What is under way is the other node's to do now.
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
