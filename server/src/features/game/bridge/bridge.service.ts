import { TO_PORTAL, type GamePlayer } from '@tenfour/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Authenticator } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Admission } from '../../../platform/realtime/admission.ts'
import type { Exchange } from '../../../platform/realtime/exchange.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import type { Board } from '../../dispatch/board/board.port.ts'
import type { Presence } from '../../patrols/presence/presence.port.ts'
import type { Players as SeenPlayers } from '../../people/players/players.port.ts'
import type { Positions } from '../positions/positions.port.ts'
import { createLimitedKeys } from '../servers/servers.port.ts'
import type { TicketService } from '../tickets/tickets.port.ts'
import { createWhitelistTrials } from '../whitelist/whitelist.port.ts'
import { createAceGroupSync } from './bridge.ace-groups.ts'
import { createSpeakers } from './bridge.actor.ts'
import { createDoor } from './bridge.door.ts'
import { createEvents } from './bridge.events.ts'
import { createGateway, type Handlers } from './bridge.gateway.ts'
import type { Services } from './bridge.kinds.ts'
import { createLinkHandlers } from './bridge.linking.ts'
import { forwardEvents } from './bridge.news.ts'
import { createOffers } from './bridge.offers.ts'
import { createPenaltyDelivery } from './bridge.penalties.ts'
import { createPlayers, positioned } from './bridge.players.ts'
import { createRecordHandlers, type GameRecords } from './bridge.records.ts'
import { findServer } from './bridge.repo.ts'
import { createServerStatuses } from './bridge.status.ts'
import { createWhitelistSync } from './bridge.whitelist.ts'

export type BridgeDeps = {
  readonly db: Db
  readonly realtime: Realtime
  readonly authenticator: Authenticator
  readonly board: Board
  readonly services: (board: Board) => Omit<Services, 'runPlate' | 'finePaid'>
  readonly records: GameRecords
  readonly positions: Positions
  /** Notes the licences that members play with. */
  readonly players: SeenPlayers
  readonly presence: Pick<Presence, 'see' | 'lose' | 'wasConnected'>
  readonly tickets: TicketService
  /** The API key pages use to exchange a ticket. */
  readonly webKey: string
  readonly log: FastifyBaseLogger
  /** Called for each message with its outcome. */
  readonly record?: (exchange: Exchange) => void
  /** Called for each connection attempt of a game server. */
  readonly recordAdmission?: (admission: Admission) => void
}
export type Bridge = ReturnType<typeof createBridge>

/** The portal's side of the connections to game servers. */
export function createBridge({
  db,
  realtime,
  authenticator,
  board,
  services,
  records,
  positions,
  players: seen,
  presence,
  tickets,
  webKey,
  log,
  record = () => undefined,
  recordAdmission = () => undefined,
}: BridgeDeps) {
  const statuses = createServerStatuses({ db, publish: realtime.publish, log })
  const players = createPlayers({
    db,
    seen,
    onChanged: (serverId, present) => {
      positions.setPlayers(
        serverId,
        [...present.values()].map((each) => positioned(serverId, each)),
      )
      seePlayers(serverId)
    },
    onLinked: (serverId, player) => noteTrials(serverId, [player], false),
    onDuty: (serverId) => showWaiting(serverId),
    log,
  })
  /**
   * Only while a bridge is connected that has sent `hello`: otherwise nothing would report that the players left. Who was in a simulated game
   * is not recorded.
   */
  const seePlayers = (serverId: number) => {
    if (gateway.link(serverId)?.isSimulated === false) presence.see(serverId, players.linkedOn(serverId))
  }

  const offers = createOffers({ db, gateway: () => gateway, players })
  const showWaiting = (serverId: number) => {
    offers.showWaiting(serverId).catch((error: unknown) => log.error({ err: error }, 'calls could not be offered to a game server'))
  }
  const whitelists = createWhitelistSync({ db, publish: realtime.publish, gateway: () => gateway, log })
  const aceGroups = createAceGroupSync({ db, gateway: () => gateway, log })
  const penalties = createPenaltyDelivery({ db, gateway: () => gateway, log })
  const door = createDoor({ db, log })
  const trials = createWhitelistTrials({ db, publish: realtime.publish })
  /** Runs in the background, because the game waits for the answer to its message. */
  const noteTrials = (serverId: number, present: readonly GamePlayer[], isArrival = true) => {
    trials
      .note(serverId, present, isArrival)
      .catch((error: unknown) => log.error({ err: error }, 'a trial of a whitelist could not be noted'))
  }
  const speakers = createSpeakers({ db, players, presence })
  const events = createEvents({
    db,
    board,
    speakers,
    services: (on) => ({ ...services(on), runPlate: records.runPlate, finePaid: records.fines.paid }),
  })

  const handlers: Handlers = {
    hello: async (link, hello) => {
      const server = await findServer(db, link.serverId)
      if (!server) throw new Error('a server was deleted while it connected')
      await statuses.greet(link.serverId, hello)
      positions.open(link.serverId)
      const { units, calls } = await players.greet(link, hello.players, hello.knows ?? [])
      const whitelist = await whitelists.greet(link.serverId, hello.whitelist)
      await aceGroups.greet(link.serverId, hello.aceGroupsVersion ?? null)
      const offered = await offers.greet(link, hello.knows ?? [])
      link.greet(hello.knows ?? [])
      seePlayers(link.serverId)
      // After the answer: the bridge expects no message before it.
      setImmediate(() => {
        offers.catchUp(link).catch((error: unknown) => log.error({ err: error }, 'calls could not be offered to a game server'))
        penalties.catchUp(link.serverId)
        aceGroups.catchUp(link.serverId)
        door.check(link, hello.players)
        noteTrials(link.serverId, hello.players)
      })
      const { serverId, name, environment, settings } = server
      return { serverId, name, environment, settings, units, calls, offers: offered, whitelist, knows: Object.keys(TO_PORTAL) }
    },
    'player.joined': async (link, player) => {
      const joined = await players.join(link, player)
      door.check(link, [player])
      noteTrials(link.serverId, [player])
      // After the answer, with which the game learns of the unit.
      if (joined.unit && joined.unit.status !== null) setImmediate(() => showWaiting(link.serverId))
      return joined
    },
    'player.left': async (link, { source }) => {
      players.leave(link, source)
      return {}
    },
    heartbeat: async (link, heartbeat) => {
      seePlayers(link.serverId)
      const now = await statuses.beat(link.serverId, heartbeat)
      // Keys can expire without being revoked.
      void gateway.recheck(link.serverId)
      whitelists
        .catchUp(link.serverId)
        .catch((error: unknown) => log.error({ err: error }, 'a whitelist could not be sent to a game server'))
      penalties.catchUp(link.serverId)
      aceGroups.catchUp(link.serverId)
      return { at: now?.lastHeartbeatAt ?? new Date().toISOString() }
    },
    event: (link, event) => events.apply(link, event),
    ticket: async (link, { identifiers }) => {
      const issued = (await speakers.isConnected(link, identifiers)) ? await tickets.issue(link, identifiers) : null
      return { ...(issued ?? { ticket: null, expiresAt: null }), apiKey: webKey }
    },
    ...createLinkHandlers({ codes: seen.codes, speakers, limitedKeys: createLimitedKeys(db) }),
    ...createRecordHandlers({ speakers, ...records }),
  }
  const gateway = createGateway({
    realtime,
    authenticator,
    findServer: (serverId) => findServer(db, serverId),
    handlers,
    onPositions: (link, frame) => {
      if (positions.ingest(link.serverId, frame) === 'ask for a key frame') link.tell('positions.key', {})
    },
    onClosed: (link) => {
      players.close(link)
      offers.forget(link)
      positions.lose(link.serverId)
      presence.lose(link.serverId)
    },
    record,
    recordAdmission,
    log,
  })

  forwardEvents({ db, realtime, gateway, players, offers, bringWhitelist: whitelists.catchUp, log })

  return {
    statuses,
    whitelists,
    penalties,
    aceGroups,
    keysChanged: () => gateway.recheck(),
    accountChanged: (userId: number) => {
      aceGroups.accountChanged()
      return players.accountChanged(userId)
    },
    /** Notifications were missed, so anything may have changed. */
    missed: async () => {
      await gateway.recheck()
      await players.anythingChanged()
      aceGroups.catchUpAll()
    },
    close: () => {
      aceGroups.close()
      return statuses.close()
    },
  }
}
