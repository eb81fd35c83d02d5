import { randomUUID } from 'node:crypto'
import { RosterEntry, type MapGroup, type Trail } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { RosterChange } from './positions.group.ts'
import type { FeedState } from './positions.feed.ts'

const Group = z.enum(['units', 'all'])
const Bytes = z.base64().transform((text): Uint8Array => Buffer.from(text, 'base64'))
const Trails = z.array(z.object({ slot: z.int(), points: z.array(z.object({ at: z.number(), x: z.number(), y: z.number() })) }))
const GroupMessage = z.object({ node: z.string(), serverId: z.int(), group: Group })
/** From a node with viewers to the one with the bridge. */
const NodeRequest = GroupMessage.extend({
  wants: z.enum(['state', 'more', 'trails']),
  slots: z.array(z.int()).default([]),
  askId: z.string().default(''),
})
/** From the node with the bridge to those with viewers. */
const NodeMessage = z.discriminatedUnion('kind', [
  GroupMessage.extend({ kind: z.literal('frame'), frame: Bytes }),
  GroupMessage.extend({ kind: z.literal('roster'), saved: z.array(RosterEntry), left: z.array(z.int()) }),
  GroupMessage.extend({ kind: z.literal('state'), roster: z.array(RosterEntry), keyFrame: Bytes }),
  GroupMessage.extend({ kind: z.literal('trails'), askId: z.string(), trails: Trails }),
])
export type NodeMessage = z.output<typeof NodeMessage>

/** Interval at which following nodes renew; a node that misses three no longer follows. */
const RENEW_MS = 10_000
const TRAILS_MS = 2000
/** After an outage of Redis, when to ask for the state. */
const ASK_AGAIN_MS = [0, 1500, 3000]
const REQUEST_CHANNEL = 'map'
const channelOf = (serverId: number, group: MapGroup) => `map:${serverId}:${group}`

type Options = {
  readonly redis: Redis | undefined
  readonly onAskedForState: (serverId: number, group: MapGroup) => void
  readonly trailsOf: (serverId: number, group: MapGroup, slots: readonly number[]) => Trail[] | undefined
  readonly onTold: (message: NodeMessage) => void
  /** Whether anyone on this node still follows. */
  readonly isFollowedHere: (serverId: number, group: MapGroup) => boolean
  readonly log: FastifyBaseLogger
}
export type MapNodes = {
  readonly tellFrame: (serverId: number, group: MapGroup, frame: Uint8Array) => void
  readonly tellRoster: (serverId: number, group: MapGroup, change: RosterChange) => void
  readonly tellState: (serverId: number, group: MapGroup, state: FeedState) => void
  readonly isFollowedElsewhere: (serverId: number, group: MapGroup) => boolean
  /** Subscribes to what the node with the bridge publishes. */
  readonly follow: (serverId: number, group: MapGroup) => Promise<void>
  readonly askState: (serverId: number, group: MapGroup) => void
  readonly askTrails: (serverId: number, group: MapGroup, slots: readonly number[]) => Promise<Trail[]>
  readonly close: () => Promise<void>
}

const SINGLE_NODE: MapNodes = {
  tellFrame: () => undefined,
  tellRoster: () => undefined,
  tellState: () => undefined,
  isFollowedElsewhere: () => false,
  follow: async () => undefined,
  askState: () => undefined,
  askTrails: async () => [],
  close: async () => undefined,
}

/**
 * Shares positions between nodes via Redis: the node with a server's bridge encodes each frame once and publishes it, the others forward
 * it. Nothing is stored in Redis. Unused with a single node.
 */
export async function createMapNodes({ redis, onAskedForState, trailsOf, onTold, isFollowedHere, log }: Options): Promise<MapNodes> {
  if (!redis) return SINGLE_NODE
  const node = randomUUID()
  const followed = new Map<string, { serverId: number; group: MapGroup }>()
  const followers = new Map<string, number>()
  const answers = new Map<string, (trails: Trail[]) => void>()

  const publish = (channel: string, message: object) => {
    // While Redis is away, positions stay on the node of their bridge. The log reports the outage once.
    redis.publish(channel, JSON.stringify({ node, ...message })).catch(() => undefined)
  }
  const tell = (serverId: number, group: MapGroup, message: object) => publish(channelOf(serverId, group), { serverId, group, ...message })
  const ask = (serverId: number, group: MapGroup, message: object) => publish(REQUEST_CHANNEL, { serverId, group, ...message })
  const read = <T extends z.ZodType>(schema: T, text: string, use: (message: z.output<T>) => void) => {
    try {
      use(schema.parse(JSON.parse(text)))
    } catch (error) {
      log.warn({ err: error }, 'positions from another portal could not be read')
    }
  }
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

  await redis.subscribe(REQUEST_CHANNEL, (text) =>
    read(NodeRequest, text, (request) => {
      if (request.node === node) return
      const { serverId, group, wants, slots, askId } = request
      followers.set(channelOf(serverId, group), Date.now())
      if (wants === 'state') onAskedForState(serverId, group)
      if (wants !== 'trails') return
      const trails = trailsOf(serverId, group, slots)
      if (trails) tell(serverId, group, { kind: 'trails', askId, trails })
    }),
  )
  const onMessage = (text: string) =>
    read(NodeMessage, text, (message) => {
      if (message.node === node) return
      if (message.kind === 'trails') answers.get(message.askId)?.(message.trails)
      else onTold(message)
    })

  const more = setInterval(() => {
    for (const [channel, { serverId, group }] of followed) {
      if (isFollowedHere(serverId, group)) ask(serverId, group, { wants: 'more' })
      else {
        followed.delete(channel)
        redis.unsubscribe(channel)
      }
    }
  }, RENEW_MS)
  more.unref()
  // The node with the bridge may return from an outage later than this one.
  redis.onBack(() => {
    for (const ms of ASK_AGAIN_MS) {
      const again = setTimeout(() => {
        for (const { serverId, group } of followed.values()) ask(serverId, group, { wants: 'state' })
      }, ms)
      again.unref()
    }
  })

  return {
    tellFrame: (serverId, group, frame) => tell(serverId, group, { kind: 'frame', frame: base64(frame) }),
    tellRoster: (serverId, group, change) => tell(serverId, group, { kind: 'roster', ...change }),
    tellState: (serverId, group, { roster, keyFrame }) => tell(serverId, group, { kind: 'state', roster, keyFrame: base64(keyFrame) }),
    isFollowedElsewhere: (serverId, group) => Date.now() - (followers.get(channelOf(serverId, group)) ?? 0) < 3 * RENEW_MS,
    follow: async (serverId, group) => {
      const channel = channelOf(serverId, group)
      if (followed.has(channel)) return
      followed.set(channel, { serverId, group })
      await redis.subscribe(channel, onMessage)
    },
    askState: (serverId, group) => ask(serverId, group, { wants: 'state' }),
    askTrails: (serverId, group, slots) =>
      new Promise((resolve) => {
        const askId = randomUUID()
        const settle = (trails: Trail[]) => {
          clearTimeout(timer)
          answers.delete(askId)
          resolve(trails)
        }
        const timer = setTimeout(() => settle([]), TRAILS_MS)
        answers.set(askId, settle)
        ask(serverId, group, { wants: 'trails', slots, askId })
      }),
    close: async () => {
      clearInterval(more)
    },
  }
}
