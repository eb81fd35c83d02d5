import type { FastifyBaseLogger } from 'fastify'
import type { Namespace } from 'socket.io'
import { ClusterAdapterWithHeartbeat, MessageType, type ClusterMessage, type ClusterResponse } from 'socket.io-adapter'
import type { Redis } from '../redis/redis.ts'

const CHANNEL = 'nodes'
/** Messages that the other nodes missed while Redis was away are kept, up to this number of the newest. */
const KEPT_MESSAGES = 2000
const KEPT_BYTES = 4_000_000
/** Other nodes reconnect to Redis a moment sooner or later. */
const OTHERS_MS = 500
const OTHERS_TRIES = 10

/**
 * Socket.IO's rooms over several nodes. Sockets of this node are always served, and at once. Messages for other nodes go through Redis if
 * it is available: their sockets catch up by the numbers in their heartbeats, and the nodes themselves get missed messages when Redis
 * returns.
 */
export function createNodesAdapter(redis: Redis, log: Pick<FastifyBaseLogger, 'error'>) {
  const adapters = new Map<string, NodesAdapter>()
  const kept: string[] = []
  let keptBytes = 0
  /** Number of nodes that received the last message, including this one. */
  let nodes = 1

  const keep = (text: string) => {
    kept.push(text)
    keptBytes += text.length
    while (kept.length > KEPT_MESSAGES || keptBytes > KEPT_BYTES) keptBytes -= kept.shift()?.length ?? 0
  }
  const publish = async (text: string): Promise<void> => {
    nodes = await redis.publish(CHANNEL, text)
  }
  const send = (message: ClusterMessage | ClusterResponse): void => {
    const text = JSON.stringify(message)
    publish(text).catch(() => {
      if (isForNodes(message)) keep(text)
    })
  }

  const bringKept = async (): Promise<void> => {
    const wanted = nodes
    for (let tries = 0; tries < OTHERS_TRIES; tries += 1) {
      if ((await redis.countListeners(CHANNEL)) >= wanted) break
      await new Promise((resolve) => setTimeout(resolve, OTHERS_MS).unref())
    }
    keptBytes = 0
    for (const text of kept.splice(0)) await publish(text).catch(() => keep(text))
  }
  redis.onBack(() => {
    // Redis went away again: the messages are sent when it returns next.
    bringKept().catch(() => undefined)
  })

  class NodesAdapter extends ClusterAdapterWithHeartbeat {
    constructor(namespace: Namespace) {
      super(namespace, {})
      adapters.set(namespace.name, this)
    }
    hear(message: ClusterMessage): void {
      this.onMessage(message)
    }
    /** How many nodes will answer. */
    override async serverCount(): Promise<number> {
      return redis.isAway() ? 1 : super.serverCount()
    }
    protected override async doPublish(message: ClusterMessage): Promise<string> {
      send(message)
      return ''
    }
    protected override async doPublishResponse(_to: string, response: ClusterResponse): Promise<void> {
      send(response)
    }
  }

  return {
    adapter: NodesAdapter,
    start: () =>
      redis.subscribe(CHANNEL, (text) => {
        try {
          const message = JSON.parse(text) as ClusterMessage
          adapters.get(message.nsp)?.hear(message)
        } catch (error) {
          log.error({ err: error }, 'a message of another portal could not be read')
        }
      }),
  }
}

/** Members' pages and game servers catch up on their own, and a late message would only confuse them. */
const isForNodes = (message: ClusterMessage | ClusterResponse): boolean =>
  message.type === MessageType.SERVER_SIDE_EMIT && message.data.requestId === undefined
