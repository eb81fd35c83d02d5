import {
  createPositionDecoder,
  DISPLAY_BEAT_MS,
  DISPLAY_NAMESPACE,
  DisplayAuth,
  DisplayChange,
  DisplayMap,
  DisplayPlaces,
  DisplayState,
  ERROR_STATUS,
  type DisplayToPortal,
  type ErrorCode,
  type PortalToDisplay,
} from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Socket } from 'socket.io'
import type { Authenticator } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DISPLAY_SOCKET } from '../../../platform/limits/limits.ts'
import { admissionMiddleware, callerWith, type Admission } from '../../../platform/realtime/admission.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { Positions, Viewers } from '../positions/positions.port.ts'
import { findMap } from '../server-map/server-map.port.ts'
import { createDisplayFeed, type DisplayFeed } from './display.feed.ts'
import { boardSeqOf, isServer, readShown } from './display.repo.ts'

const PLACES_MS = 1000
const REFRESH_AT_LEAST_MS = 1000
/** Replaced keys expire without a notification, so recheck now and then. */
const RECHECK_BEATS = 8

type DisplayData = { auth: DisplayAuth }
type DisplaySocket = Socket<DisplayToPortal, PortalToDisplay, Record<never, () => void>, DisplayData>
type Shown = {
  readonly feed: DisplayFeed
  readonly ready: Promise<void>
  /** Last values sent, to send only changes. */
  places: string
  map: string
  stopWatching: (() => void) | undefined
}

export type DisplayDeps = {
  readonly db: Db
  readonly realtime: Realtime
  readonly authenticator: Authenticator
  readonly positions: Positions
  readonly viewers: Viewers
  readonly log: FastifyBaseLogger
  /** Called for each connection attempt of a display. */
  readonly recordAdmission?: (admission: Admission) => void
}

/** Endpoint for displays in the game: authenticated by the display key of their server, and send-only apart from refresh requests. */
export function createDisplays({ db, realtime, authenticator, positions, viewers, log, recordAdmission = () => undefined }: DisplayDeps) {
  const displays = realtime.namespace<DisplayToPortal, PortalToDisplay, DisplayData>(DISPLAY_NAMESPACE, DISPLAY_SOCKET)
  const servers = new Map<number, Shown>()
  const report = (error: unknown) => log.error({ err: error }, 'the state of a server for its screens could not be read')

  const refusalOf = async (socket: DisplaySocket): Promise<keyof typeof REFUSALS | DisplayAuth> => {
    const auth = DisplayAuth.safeParse(socket.handshake.auth)
    if (!auth.success) return 'api_key_missing'
    const origin = { address: realtime.addressOf(socket), userAgent: '', requestId: socket.id }
    const caller = await callerWith(authenticator, { apiKey: auth.data.apiKey, token: undefined }, origin)
    if (!caller) return 'api_key_invalid'
    const isOwnServer = caller.keyScopes.includes('display') && caller.serverId === auth.data.serverId
    return isOwnServer && (await isServer(db, auth.data.serverId)) ? auth.data : 'forbidden'
  }

  displays.use(
    admissionMiddleware<DisplaySocket, keyof typeof REFUSALS>({
      look: async (socket) => {
        const found = await refusalOf(socket)
        return typeof found === 'string' ? found : { auth: found }
      },
      note: (socket, code, milliseconds) => {
        const { data: auth } = DisplayAuth.safeParse(socket.handshake.auth)
        const refusal = code && { code, status: ERROR_STATUS[code], message: REFUSALS[code] }
        if (auth) recordAdmission({ apiKey: auth.apiKey, refusal, milliseconds, requestId: socket.id })
      },
      onError: (error) => log.error({ err: error }, 'a screen could not be authenticated'),
    }),
  )

  const openFeed = (serverId: number): Shown => {
    const known = servers.get(serverId)
    if (known) return known
    const feed = createDisplayFeed({
      read: () => readShown(db, serverId),
      onChange: (change) => displays.local.to(roomOf(serverId)).emit('change', DisplayChange.parse(change)),
      onError: report,
    })
    const shown: Shown = { feed, ready: feed.refresh(), places: '', map: '', stopWatching: undefined }
    servers.set(serverId, shown)
    // Read again for the next display; those waiting for this one get the error themselves.
    shown.ready.catch(() => {
      if (servers.get(serverId) === shown) servers.delete(serverId)
    })
    return shown
  }
  const leave = (serverId: number) => {
    const isThere = (room: string) => displays.adapter.rooms.has(room)
    const shown = servers.get(serverId)
    if (!shown) return
    if (!isThere(mapRoomOf(serverId))) {
      shown.stopWatching?.()
      shown.stopWatching = undefined
    }
    if (isThere(roomOf(serverId))) return
    shown.feed.close()
    servers.delete(serverId)
  }

  const readMap = async (serverId: number): Promise<DisplayMap | undefined> => {
    const map = await findMap(db, serverId)
    return map && DisplayMap.parse({ backdrop: map.backdrop, image: map.backdrop.kind === 'image' ? map.image : null })
  }
  /** Sends the backdrop to map displays if it has changed. */
  const sendMap = async (serverId: number, shown: Shown): Promise<void> => {
    if (!shown.stopWatching) return
    const map = await readMap(serverId)
    const text = JSON.stringify(map)
    if (!map || text === shown.map) return
    shown.map = text
    displays.local.to(mapRoomOf(serverId)).emit('map', map)
  }

  const show = async (socket: DisplaySocket): Promise<void> => {
    const { serverId, screen } = socket.data.auth
    const shown = openFeed(serverId)
    const map = screen === 'map' ? await readMap(serverId) : undefined
    await shown.ready
    if (!socket.connected) return leave(serverId)
    // The last other display may have left meanwhile and closed the feed.
    if (servers.get(serverId) !== shown) return show(socket)
    // No await between here and joining the room, so that no change is missed.
    socket.emit('state', DisplayState.parse(shown.feed.state()))
    void socket.join(roomOf(serverId))
    if (!map) return
    socket.emit('map', map)
    void socket.join(mapRoomOf(serverId))
    shown.stopWatching ??= viewers.watch(serverId, 'units')
    shown.places = ''
  }

  displays.on('connection', (socket) => {
    let refreshedAt = Date.now()
    const { serverId } = socket.data.auth
    const closeOnError = (error: unknown) => {
      report(error)
      // The display reconnects by itself and then gets the state.
      socket.conn.close()
    }
    // A revocation between authentication and now was not applied to this socket.
    show(socket).then(() => void recheckOne(socket).catch(report), closeOnError)
    socket.on('refresh', () => {
      const shown = servers.get(serverId)
      if (!shown || Date.now() - refreshedAt < REFRESH_AT_LEAST_MS) return
      refreshedAt = Date.now()
      socket.emit('state', DisplayState.parse(shown.feed.state()))
    })
    socket.on('disconnect', () => leave(serverId))
  })

  const recheckOne = async (socket: DisplaySocket): Promise<void> => {
    if (typeof (await refusalOf(socket)) !== 'string') return
    socket.emit('ended')
    socket.disconnect(true)
  }
  const recheck = async (): Promise<void> => {
    const outcomes = await Promise.allSettled([...displays.sockets.values()].map(recheckOne))
    for (const each of outcomes) if (each.status === 'rejected') log.error({ err: each.reason }, 'a screen could not be rechecked')
  }

  realtime.listen('board', ({ serverId }) => servers.get(serverId)?.feed.touch())
  realtime.listen('servers', (_params, { event }) => {
    if (event === 'server.retired') void recheck()
  })

  /** Sends unit positions, taken from the map's feed and reduced to slot and coordinates. */
  const sendPlaces = async (serverId: number, shown: Shown): Promise<void> => {
    if (!shown.stopWatching) return
    await positions.join(serverId, 'units')
    const { roster, keyFrame } = positions.state(serverId, 'units')
    const decoder = createPositionDecoder()
    decoder.decode(keyFrame)
    const units = roster.flatMap(({ slot, userId }): DisplayPlaces['units'] => {
      const at = decoder.get(slot)
      const own = userId === null ? undefined : shown.feed.slotOf(userId)
      return at && own !== undefined ? [[own, Math.round(at.x), Math.round(at.y)]] : []
    })
    const places = DisplayPlaces.parse({ units, calls: shown.feed.callPlaces() })
    const text = JSON.stringify(places)
    if (text === shown.places) return
    shown.places = text
    displays.local.to(mapRoomOf(serverId)).volatile.emit('places', places)
  }
  const placing = setInterval(() => {
    for (const [serverId, shown] of servers) sendPlaces(serverId, shown).catch(report)
  }, PLACES_MS)
  placing.unref()

  let beats = 0
  const beat = async (serverId: number, { feed }: Shown): Promise<void> => {
    displays.local.to(roomOf(serverId)).emit('beat', feed.seq())
    if ((await boardSeqOf(db, serverId)) !== feed.boardSeq()) feed.touch()
  }
  const beating = setInterval(() => {
    for (const [serverId, shown] of servers) beat(serverId, shown).catch(report)
    beats += 1
    if (beats % RECHECK_BEATS !== 0) return
    void recheck()
    for (const [serverId, shown] of servers) sendMap(serverId, shown).catch(report)
  }, DISPLAY_BEAT_MS)
  beating.unref()

  return {
    /** Ends connections whose key or server is no longer valid. */
    recheck,
    close: (): void => {
      clearInterval(placing)
      clearInterval(beating)
      for (const { feed } of servers.values()) feed.close()
      servers.clear()
    },
  }
}

const REFUSALS = {
  api_key_missing: 'The screen named no key, or no server',
  api_key_invalid: 'The key was revoked or replaced',
  forbidden: 'The key is not one for screens of this server, or the server is retired',
} as const satisfies Partial<Record<ErrorCode, string>>

const roomOf = (serverId: number) => `display:${serverId}`
const mapRoomOf = (serverId: number) => `display:${serverId}:map`
