import type { MapGroup, Position, Trail } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Redis } from '../../../platform/redis/redis.ts'
import { createFeed, type Feed, type FeedState, type UnitPosition } from './positions.feed.ts'
import type { Positioned } from './positions.group.ts'
import { createMirror, type Mirror } from './positions.mirror.ts'
import { createMapNodes, type MapNodes, type NodeMessage } from './positions.nodes.ts'
import type { Viewers } from './positions.viewers.ts'

const STATE_MS = 1000
const GROUPS: readonly MapGroup[] = ['units', 'all']

/** A server on this node: fed by its own bridge, mirrored from another node, or not known yet. */
type ServerState = { feed: Feed | undefined; isLive: boolean; readonly mirrors: Map<MapGroup, Mirror> }

type Options = { readonly viewers: Viewers; readonly redis: Redis | undefined; readonly log: FastifyBaseLogger }
export type Positions = Awaited<ReturnType<typeof createPositions>>

/** Positions on all servers: received from bridges and sent to the viewers allowed to see them. */
export async function createPositions({ viewers, redis, log }: Options) {
  const servers = new Map<number, ServerState>()

  const getServer = (serverId: number): ServerState => {
    const found = servers.get(serverId) ?? { feed: undefined, isLive: false, mirrors: new Map() }
    servers.set(serverId, found)
    return found
  }
  const feedOf = (serverId: number): Feed => {
    const server = getServer(serverId)
    server.feed ??= createFeed({
      isWanted: (group) => viewers.areThere(serverId, group) || nodes.isFollowedElsewhere(serverId, group),
      sendFrame: (group, frame) => {
        viewers.sendFrame(serverId, group, frame)
        if (nodes.isFollowedElsewhere(serverId, group)) nodes.tellFrame(serverId, group, frame)
      },
      sendRoster: (group, change) => {
        viewers.sendRoster(serverId, group, change)
        if (nodes.isFollowedElsewhere(serverId, group)) nodes.tellRoster(serverId, group, change)
      },
    })
    return server.feed
  }

  const handleMessage = (message: Exclude<NodeMessage, { kind: 'trails' }>) => {
    const { serverId, group } = message
    const server = getServer(serverId)
    if (server.isLive) return
    // The bridge is connected to another node now, so drop the local feed.
    if (server.feed && message.kind === 'state') {
      server.feed.close()
      server.feed = undefined
    }
    const mirror = server.mirrors.get(group) ?? createMirror()
    server.mirrors.set(group, mirror)
    const { roster, frame, isMissed } = mirror.passOn(message)
    if (roster) viewers.sendRoster(serverId, group, roster)
    if (frame) viewers.sendFrame(serverId, group, frame)
    if (isMissed) nodes.askState(serverId, group)
  }
  const nodes: MapNodes = await createMapNodes({
    redis,
    onAskedForState: (serverId, group) => {
      const server = servers.get(serverId)
      if (server?.isLive && server.feed) nodes.tellState(serverId, group, server.feed.state(group))
    },
    trailsOf: (serverId, group, slots) => {
      const server = servers.get(serverId)
      return server?.isLive ? server.feed?.trails(group, slots) : undefined
    },
    onTold: (message) => {
      if (message.kind !== 'trails') handleMessage(message)
    },
    isFollowedHere: viewers.areThere,
    log,
  })

  return {
    /** A bridge connected to this node. */
    open: (serverId: number): void => {
      const server = getServer(serverId)
      server.isLive = true
      const feed = feedOf(serverId)
      feed.open()
      for (const [group, mirror] of server.mirrors) {
        const { roster, keyFrame } = feed.state(group)
        const named = new Set(roster.map(({ slot }) => slot))
        viewers.sendRoster(serverId, group, { saved: roster, left: mirror.slots().filter((slot) => !named.has(slot)) })
        viewers.sendFrame(serverId, group, keyFrame)
      }
      server.mirrors.clear()
      for (const group of GROUPS) if (nodes.isFollowedElsewhere(serverId, group)) nodes.tellState(serverId, group, feed.state(group))
    },
    lose: (serverId: number): void => {
      const server = getServer(serverId)
      server.isLive = false
      server.feed?.lose()
    },
    setPlayers: (serverId: number, players: readonly Positioned[]): void => feedOf(serverId).setPlayers(players),
    ingest: (serverId: number, frame: Uint8Array) => feedOf(serverId).ingest(frame),
    /** Position of a player on a server whose bridge is connected to this node; undefined if unknown. */
    locate: (serverId: number, source: number): Position | undefined => servers.get(serverId)?.feed?.locate(source),

    /** Prepares the state of a group for a new viewer on this node. */
    join: async (serverId: number, group: MapGroup): Promise<void> => {
      await nodes.follow(serverId, group)
      const server = getServer(serverId)
      if (server.isLive || server.feed || !redis || server.mirrors.has(group)) return
      const mirror = createMirror()
      server.mirrors.set(group, mirror)
      nodes.askState(serverId, group)
      await mirror.known(STATE_MS)
    },
    state: (serverId: number, group: MapGroup): FeedState => {
      const server = getServer(serverId)
      return (server.feed ? undefined : server.mirrors.get(group)?.state()) ?? feedOf(serverId).state(group)
    },
    trails: async (serverId: number, group: MapGroup, slots: readonly number[]): Promise<Trail[]> => {
      const server = getServer(serverId)
      return server.feed ? server.feed.trails(group, slots) : nodes.askTrails(serverId, group, slots)
    },
    /** Current positions of units by server, for servers whose bridge is connected to this node. */
    units: (now: number): (readonly [serverId: number, units: readonly UnitPosition[]])[] =>
      [...servers].flatMap(([serverId, { feed, isLive }]) => (feed && isLive ? [[serverId, feed.units(now)] as const] : [])),
    close: async () => {
      for (const { feed } of servers.values()) feed?.close()
      await nodes.close()
    },
  }
}
