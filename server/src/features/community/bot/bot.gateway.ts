import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'discord.js'
import type { PrivilegedIntent } from '../discord/discord.port.ts'
import { BUDGET_SPENT } from './bot.state.ts'
import { loadDiscordJs, type DiscordJs } from './bot.rest.ts'
import { catchStrays } from './bot.strays.ts'

/** `refused`: a person has to act. `intents`: Discord did not grant an intent that the bot asked for. `away`: the bot tries again by itself.
 * `again`: nothing is wrong, the bot connects anew at once. */
export type GatewayEnd = { readonly kind: 'refused' | 'intents' | 'away' | 'again'; readonly problem: string }
type GatewayEvents = {
  readonly onPacket: (name: string, data: unknown) => void
  /** The connection is up. Everything that the bot missed arrives after this. */
  readonly onUp: () => void
  readonly onDown: (problem: string) => void
}
export type Gateway = {
  readonly ended: Promise<GatewayEnd>
  readonly end: (how: GatewayEnd) => void
  readonly send: (opcode: number, data: unknown) => void
  readonly pingMs: () => number | null
  readonly close: () => Promise<void>
}
type Options = GatewayEvents & {
  readonly token: string
  readonly apiUrl: string
  readonly intents: readonly PrivilegedIntent[]
  readonly log: FastifyBaseLogger
  /** Whether the bot may sign in once more today. Asked before each sign-in, also before those that discord.js makes by itself. */
  readonly mayIdentify: () => Promise<boolean>
  /** How long connecting may take, at first and after each break. */
  readonly readyMs: number
}

const MAX_BREAKS = 5
const CLOSE_MS = 1000
const REFUSALS: Readonly<Record<number, string>> = {
  4004: 'Discord refuses the bot token. Reset it in the developer portal and enter the new one.',
  4013: 'Discord does not know the intents that the bot asks for.',
}
const NOT_GRANTED = 4014
const NO_ANSWER = 'Discord does not answer. The bot keeps trying.'
const NO_SESSIONS_LEFT = 'The bot has signed in to Discord too often today: Discord lets it in again within 24 hours.'
const NOT_COUNTED = 'The database does not answer. The bot keeps trying.'
const BROKEN = 'The connection to Discord broke. The bot is reconnecting.'

/** One connection to Discord. It reconnects by itself after a break, and ends if it can't. */
export async function openGateway(options: Options): Promise<Gateway> {
  const { token, log, readyMs, onPacket, onUp, onDown } = options
  const discordJs = await loadDiscordJs()
  const ending = Promise.withResolvers<GatewayEnd>()
  let isOver = false
  let breaks = 0
  let wasUp = false
  let watchdog: NodeJS.Timeout | undefined
  const end = (how: GatewayEnd) => {
    clearTimeout(watchdog)
    isOver = true
    ending.resolve(how)
  }
  const expectUp = () => {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => end({ kind: 'away', problem: NO_ANSWER }), readyMs)
  }
  const isUp = () => {
    clearTimeout(watchdog)
    breaks = 0
    wasUp = true
    if (!isOver) strays.outside(onUp)
  }
  const strays = catchStrays((error) => {
    log.warn({ problem: error instanceof Error ? error.message : '' }, 'discord.js failed')
    end({ kind: 'away', problem: BROKEN })
  })
  /** Resolves if the bot may sign in. If not, the connection ends, and with it everything that discord.js has under way. */
  const waitForBudget = async (signal: AbortSignal): Promise<void> => {
    const how = await strays.outside(options.mayIdentify).then(
      (may): GatewayEnd | undefined => (may ? undefined : { kind: 'refused', problem: BUDGET_SPENT }),
      (error: unknown): GatewayEnd => {
        log.error({ err: error }, 'the sign-ins of the bot could not be counted')
        return { kind: 'away', problem: NOT_COUNTED }
      },
    )
    if (how === undefined) return
    end(how)
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('The connection has ended'))))
  }
  const { client, send } = strays.inside(() => createClient(discordJs, options, { isOver: () => isOver, waitForBudget }))
  client.on('raw', (packet: { t?: unknown; d?: unknown }) => {
    if (isOver || typeof packet.t !== 'string') return
    const { t: name, d: data } = packet
    strays.outside(() => onPacket(name, data))
    if (name === 'READY' || name === 'RESUMED') isUp()
  })
  client.on('shardDisconnect', ({ code }) => {
    if (code === NOT_GRANTED) return end({ kind: 'intents', problem: 'Discord refuses an intent that the bot asks for.' })
    const problem = REFUSALS[code]
    end(problem === undefined ? { kind: 'away', problem: `Discord closed the connection (${code}).` } : { kind: 'refused', problem })
  })
  client.on('shardReconnecting', () => {
    if (isOver) return
    breaks += 1
    if (breaks > MAX_BREAKS) return end({ kind: 'away', problem: NO_ANSWER })
    if (breaks === 1 && wasUp) {
      strays.outside(() => onDown(BROKEN))
      expectUp()
    }
  })
  const note = (error: Error) => log.debug({ problem: error.message }, 'the Discord gateway reported an error')
  client.on('shardError', note)
  client.on('error', note)

  expectUp()
  strays.inside(() => void client.login(token).catch((error: unknown) => end(loginProblem(error))))
  return {
    ended: ending.promise,
    end,
    send: (opcode, data) => strays.inside(() => send(opcode, data)),
    pingMs: () => (client.ws.ping >= 0 ? Math.round(client.ws.ping) : null),
    close: async () => {
      end({ kind: 'away', problem: '' })
      let over: NodeJS.Timeout | undefined
      const patience = new Promise((resolve) => (over = setTimeout(resolve, CLOSE_MS)))
      await Promise.race([strays.inside(() => client.destroy().catch(note)), patience])
      clearTimeout(over)
      // A call that discord.js has under way may still fail, for as long as it may take.
      setTimeout(strays.release, readyMs + CLOSE_MS).unref()
    },
  }
}

/** Discord.js caches only guilds, channels and roles, which it can't do without. Everything else is in our tables. */
function createClient(
  { Client: DiscordClient, DefaultWebSocketManagerOptions, GatewayIntentBits, Options: Caches, SimpleShardingStrategy }: DiscordJs,
  options: Options,
  { isOver, waitForBudget }: { readonly isOver: () => boolean; readonly waitForBudget: (signal: AbortSignal) => Promise<void> },
) {
  let strategy: InstanceType<typeof SimpleShardingStrategy> | undefined
  const client: Client = new DiscordClient({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      ...(options.intents.includes('members') ? [GatewayIntentBits.GuildMembers] : []),
      ...(options.intents.includes('content') ? [GatewayIntentBits.MessageContent] : []),
    ],
    allowedMentions: { parse: [] },
    rest: { api: options.apiUrl, timeout: options.readyMs, retries: 0 },
    makeCache: Caches.cacheWithLimits({
      ...NOTHING_CACHED,
      GuildMemberManager: { maxSize: 0, keepOverLimit: ({ id }) => id === client.user?.id },
      UserManager: { maxSize: 0, keepOverLimit: ({ id }) => id === client.user?.id },
    }),
    sweepers: { threads: { interval: 600, lifetime: 60 } },
    ws: {
      buildIdentifyThrottler: async (manager) => {
        const throttler = await DefaultWebSocketManagerOptions.buildIdentifyThrottler(manager)
        return {
          waitForIdentify: async (shardId, signal) => {
            await throttler.waitForIdentify(shardId, signal)
            await waitForBudget(signal)
          },
        }
      },
      buildStrategy: (manager) => {
        const retrieve = manager.options.retrieveSessionInfo.bind(manager.options)
        // A connection that is between two attempts can't be closed, so it stops here instead of connecting once more.
        manager.options.retrieveSessionInfo = (shardId) => (isOver() ? new Promise(() => undefined) : retrieve(shardId))
        strategy = new SimpleShardingStrategy(manager)
        return strategy
      },
    },
  })
  const send = (op: number, d: unknown): void => {
    strategy
      ?.send(0, { op, d } as Parameters<typeof strategy.send>[1])
      .catch((error: unknown) => options.log.debug({ err: error }, 'a request to the Discord gateway failed'))
  }
  return { client, send }
}

const NOTHING_CACHED = {
  ApplicationCommandManager: 0,
  ApplicationEmojiManager: 0,
  AutoModerationRuleManager: 0,
  BaseGuildEmojiManager: 0,
  DMMessageManager: 0,
  EntitlementManager: 0,
  GuildBanManager: 0,
  GuildEmojiManager: 0,
  GuildForumThreadManager: 0,
  GuildInviteManager: 0,
  GuildMessageManager: 0,
  GuildScheduledEventManager: 0,
  GuildStickerManager: 0,
  GuildTextThreadManager: 0,
  MessageManager: 0,
  PresenceManager: 0,
  ReactionManager: 0,
  ReactionUserManager: 0,
  StageInstanceManager: 0,
  ThreadManager: 0,
  ThreadMemberManager: 0,
  VoiceStateManager: 0,
} as const

function loginProblem(error: unknown): GatewayEnd {
  if (error instanceof Error && error.message.startsWith('Not enough sessions remaining'))
    return { kind: 'refused', problem: NO_SESSIONS_LEFT }
  const isToken = error instanceof Error && 'code' in error && error.code === 'TokenInvalid'
  return isToken ? { kind: 'refused', problem: REFUSALS[4004] ?? '' } : { kind: 'away', problem: NO_ANSWER }
}
