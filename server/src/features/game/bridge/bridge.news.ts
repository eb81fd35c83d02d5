import type { BridgeCall, BridgePayload, Ping, RoomEvents, ToBridge } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../platform/database/database.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { Gateway } from './bridge.gateway.ts'
import type { Players } from './bridge.players.ts'
import type { Offers } from './bridge.offers.ts'
import { findBridgeCall, findServer } from './bridge.repo.ts'

type Options = {
  readonly db: Db
  readonly realtime: Realtime
  readonly gateway: Gateway
  readonly players: Players
  readonly offers: Offers
  /** Called after a settings change, because the environment may have changed. */
  readonly bringWhitelist: (serverId: number) => Promise<void>
  readonly log: FastifyBaseLogger
}

const SENT_FIELDS: readonly (keyof BridgeCall)[] = ['priority', 'title', 'narrative', 'location', 'postal', 'x', 'y']

/** Forwards portal events to the game: each server gets what concerns its players. */
export function forwardEvents({ db, realtime, gateway, players, offers, bringWhitelist, log }: Options): void {
  const tell = <M extends ToBridge>(serverId: number, message: M, payload: BridgePayload<M>) =>
    gateway.link(serverId)?.tell(message, payload)
  const logErrors = (work: Promise<void>) => {
    work.catch((error: unknown) => log.error({ err: error }, 'an event could not be sent to a game server'))
  }

  const sendCallChange = async (serverId: number, change: RoomEvents<'board'>['call.changed']) => {
    const isKnown = players.isOnCall(serverId, change.callId) || offers.isOffered(serverId, change.callId)
    if (SENT_FIELDS.some((field) => field in change) && isKnown) {
      const call = await findBridgeCall(db, change.callId)
      if (call) tell(serverId, 'call.changed', { call })
    }
    await offers.changed(serverId, change)
  }

  realtime.listen('board', ({ serverId }, update) => {
    if (update.event === 'unit.saved' || update.event === 'unit.changed' || update.event === 'unit.left') {
      players.unitChanged(update.payload.userId)
    } else if (update.event === 'call.changed') logErrors(sendCallChange(serverId, update.payload))
    else if (update.event === 'call.saved') offers.saved(serverId, update.payload)
    else if (update.event === 'call.cleared') {
      offers.cleared(serverId, update.payload.callId)
      tell(serverId, 'call.cleared', { callId: update.payload.callId })
    }
  })

  realtime.listen('desk', ({ userId }, update) => {
    if (update.event !== 'ping.saved') return
    for (const link of gateway.links()) {
      const player = players.playerOn(link, userId)
      if (player) link.tell('ping', { ...player, ...pingFields(update.payload) })
    }
  })

  realtime.listen('bolos', ({ serverId }, update) => {
    if (update.event !== 'bolo.saved' || update.payload.version > 1) return
    const { boloId, kind, plate, name, description, reason, by, expiresAt } = update.payload
    tell(serverId, 'bolo', { boloId, kind, plate, name, description, reason, from: by.identifier, expiresAt })
  })

  realtime.listen('announcements', ({ departmentId }, update) => {
    // Announcements for a single department are not for everyone on the server, and edits were announced before.
    if (departmentId !== 0 || update.event !== 'announcement.saved' || update.payload.version > 1) return
    for (const { serverId } of gateway.links()) tell(serverId, 'announcement', { title: update.payload.title, text: update.payload.body })
  })

  realtime.onMissed(() => logErrors(players.anythingChanged()))

  const sendSettings = async (serverId: number) => {
    const server = await findServer(db, serverId)
    if (server) tell(serverId, 'settings', server.settings)
  }
  realtime.listen('cad-values', (_params, update) => {
    if (!update.payload.values.some(({ kind }) => kind === 'emergency-number')) return
    for (const { serverId } of gateway.links()) logErrors(sendSettings(serverId))
  })

  const refreshServer = async (serverId: number) => {
    await gateway.recheck(serverId)
    const server = await findServer(db, serverId)
    if (server) tell(serverId, 'settings', server.settings)
    if (server && gateway.link(serverId)) await bringWhitelist(serverId)
  }
  realtime.listen('servers', (_params, update) => {
    if (update.event === 'server.saved' || update.event === 'server.retired') logErrors(refreshServer(update.payload.serverId))
  })
}

const pingFields = ({ pingId, kind, from, message }: Ping) => ({
  pingId,
  kind,
  from: from ? from.identifier || from.name : 'Dispatch',
  message,
})
