import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { RedisClientType } from 'redis'
import { StartupError } from '../errors.ts'

/** A command that takes longer fails, and its caller goes on without Redis. */
const COMMAND_MS = 1000
const CONNECT_MS = 3000
const RETRY_MS = 500
/** Interval at which this node publishes to itself, over both connections. */
const BEAT_MS = 1000
/** After this many missing beats in a row, Redis counts as away. */
const MISSED_BEATS = 3

type Listener = (text: string) => void
type Link = { readonly commands: RedisClientType; readonly listening: RedisClientType }

/**
 * Redis, which several nodes share. It may go away at any time; every node then works on its own. Commands fail within a second, and at
 * once while it is away: nothing waits for its return.
 */
export type Redis = {
  readonly isAway: () => boolean
  readonly run: <T>(command: (client: RedisClientType) => Promise<T>) => Promise<T>
  /** Publishes a message on a channel; resolves with the number of nodes that receive it, including this one if it listens. */
  readonly publish: (channel: string, text: string) => Promise<number>
  readonly countListeners: (channel: string) => Promise<number>
  /** Subscribes to a channel, also across outages. Never fails; resolves once Redis has confirmed it, or while Redis is away. */
  readonly subscribe: (channel: string, listener: Listener) => Promise<void>
  readonly unsubscribe: (channel: string) => void
  /** Messages that were published during the outage are lost. */
  readonly onBack: (listener: () => void) => void
  readonly close: () => Promise<void>
}

/** The client is imported lazily: a single node needs neither Redis nor the memory of the client. */
export async function connectRedis(url: string, log?: Pick<FastifyBaseLogger, 'warn' | 'info'>): Promise<Redis> {
  const { createClient } = await import('redis')
  // Redis separates its numbered databases, but not their channels, and portals of another community may use the same Redis.
  const database = Number(new URL(url).pathname.slice(1)) || 0
  const nameOf = (channel: string) => `tenfour:${database}:${channel}`
  const beatChannel = nameOf(`beat:${randomUUID()}`)
  let onBeat = () => {}
  let missed = 0
  const hearBeat = () => {
    missed = 0
    onBeat()
  }
  const channels = new Map<string, Listener>([[beatChannel, hearBeat]])
  const backListeners: (() => void)[] = []
  let link: Link | undefined
  let isClosed = false

  const open = async (): Promise<Link> => {
    // The client's own reconnecting queues commands, and nobody would handle the rejection of their promises.
    const create = (): RedisClientType =>
      createClient({ url, disableOfflineQueue: true, socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false } })
    const opened: Link = { commands: create(), listening: create() }
    for (const client of Object.values(opened)) {
      client.on('error', (error) => lose(opened, error))
      client.on('end', () => lose(opened, new Error('the connection was closed')))
    }
    try {
      await within(CONNECT_MS, Promise.all(Object.values(opened).map((client) => client.connect())))
      const subscribed = new Set<string>()
      const unheard = () => [...channels].filter(([channel]) => !subscribed.has(channel))
      while (unheard().length > 0) {
        for (const [channel, listener] of unheard()) {
          subscribed.add(channel)
          await within(CONNECT_MS, opened.listening.subscribe(channel, listener))
        }
      }
      // A Redis that accepts the connection, but answers nothing or only errors, does not count as back.
      const heard = new Promise<void>((resolve) => (onBeat = resolve))
      await within(CONNECT_MS, Promise.all([heard, opened.commands.publish(beatChannel, '')]))
      return opened
    } catch (error) {
      destroy(opened)
      throw error
    }
  }

  const use = (opened: Link) => {
    link = opened
    missed = 0
  }

  const lose = (lost: Link, error: unknown) => {
    if (link !== lost) return
    link = undefined
    destroy(lost)
    if (isClosed) return
    log?.warn(`Redis is away (${reasonOf(error)}): this portal goes on alone until it is back`)
    void comeBack(reasonOf(error))
  }

  const comeBack = async (reason: string): Promise<void> => {
    const since = performance.now()
    let told = reason
    while (!isClosed) {
      await sleep(RETRY_MS, undefined, { ref: false })
      try {
        const opened = await open()
        if (isClosed) return destroy(opened)
        use(opened)
        log?.info(`Redis is back after ${Math.round((performance.now() - since) / 1000)} s: portals share again`)
        for (const listener of backListeners) listener()
        return
      } catch (error) {
        // Logged again if the reason has changed: a wrong password, for example, can be fixed.
        if (reasonOf(error) !== told) log?.warn(`Redis is still away (${(told = reasonOf(error))})`)
      }
    }
  }

  try {
    use(await open())
  } catch (error) {
    throw new StartupError(`REDIS_URL: ${new URL(url).host} can't be reached: ${reasonOf(error)}`)
  }

  const beating = setInterval(() => {
    const current = link
    if (!current) return
    // Counted in beats instead of time, because a busy node has not received its own beats yet.
    if (missed >= MISSED_BEATS) return lose(current, new Error(`no answer for ${(MISSED_BEATS * BEAT_MS) / 1000} seconds`))
    missed += 1
    current.commands.publish(beatChannel, '').catch((error: unknown) => lose(current, error))
  }, BEAT_MS)
  beating.unref()

  const run: Redis['run'] = async (command) => {
    if (!link) throw new Error('Redis is away')
    return within(COMMAND_MS, command(link.commands))
  }

  return {
    isAway: () => link === undefined,
    run,
    publish: (channel, text) => run((client) => client.publish(nameOf(channel), text)),
    countListeners: async (channel) => (await run((client) => client.pubSubNumSub(nameOf(channel))))[nameOf(channel)] ?? 0,
    subscribe: async (channel, listener) => {
      channels.set(nameOf(channel), listener)
      const current = link
      await current?.listening.subscribe(nameOf(channel), listener).catch((error: unknown) => lose(current, error))
    },
    unsubscribe: (channel) => {
      channels.delete(nameOf(channel))
      const current = link
      current?.listening.unsubscribe(nameOf(channel)).catch((error: unknown) => lose(current, error))
    },
    onBack: (listener) => void backListeners.push(listener),
    close: async () => {
      isClosed = true
      clearInterval(beating)
      const current = link
      if (!current) return
      // Commands under way are finished, if Redis answers.
      await within(CONNECT_MS, Promise.all([current.commands.close(), current.listening.close()])).catch(() => undefined)
      destroy(current)
      link = undefined
    },
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error && error.message) || String(error)

function destroy({ commands, listening }: Link): void {
  for (const client of [commands, listening]) if (client.isOpen) client.destroy()
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer for ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
