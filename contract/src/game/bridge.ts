import { z } from 'zod'
import { BoloKind } from '../records/bolos.ts'
import { Count, countedList, countedMap, gameName, gameText, Id, instantInput, text } from '../values.ts'
import { EventKind } from './bridge.events.ts'
import {
  FoundPerson,
  Garage,
  GarageOrders,
  MAX_GARAGE_ORDERS,
  GameCharacter,
  GameVehicle,
  PenaltyMessage,
  PersonHits,
  PlateHits,
  PlayedCharacter,
  WhichCharacter,
} from './bridge.records.ts'

/**
 * Protocol between a game server's bridge and the portal: a Socket.IO namespace of its own on the realtime path. The bridge connects with
 * `{ apiKey, protocol }` as its auth. Every message is acknowledged unless its definition says otherwise.
 */
export const BRIDGE_NAMESPACE = '/bridge'
export const BRIDGE_PROTOCOL = 1
export const BRIDGE_HEARTBEAT_MS = 10_000
/** A server not heard from for this long is offline. */
export const BRIDGE_OFFLINE_MS = 30_000
/** Minimum interval between position frames, in both directions. A frame is sent at least every second even if nobody moved. */
export const POSITIONS_EVERY_MS = 250
export const POSITIONS_AT_LEAST_MS = 1000
/** How long the portal remembers applied event ids. Older events must not be sent again. */
export const EVENT_MEMORY_DAYS = 30
/** Maximum unacknowledged events in flight. */
export const MAX_EVENTS_AT_ONCE = 64
/** How long a bridge whose connection was replaced waits to reconnect. Otherwise two that share a key would keep replacing each other. */
export const BRIDGE_REPLACED_WAIT_MS = 60_000

export const BridgeAuth = z.object({ apiKey: text(200).min(1), protocol: Count })
/** Why a connection was refused, sent as the message of Socket.IO's connect_error. */
export const BridgeRefusal = z.enum([
  'api_key_missing',
  'api_key_invalid',
  /** Not a game server's key, or its server is not in use. */
  'forbidden',
  'protocol_unsupported',
  'internal',
])
export type BridgeRefusal = z.infer<typeof BridgeRefusal>

/** A Steam account as 15 hexadecimal digits, without the game's `steam:` prefix. */
export const BridgeSteam = z
  .string()
  .regex(/^[0-9a-f]{15}$/i)
  .toLowerCase()
const identifier = gameText(80).min(1).optional()
export const Identifiers = z.object({
  steam: BridgeSteam.optional(),
  license: identifier,
  license2: identifier,
  discord: identifier,
  fivem: identifier,
})
export type Identifiers = z.infer<typeof Identifiers>
const PlayerName = gameName(80, 'A player')

/** The game server's number for a connected player. */
const Source = z.int().min(1).max(65_535)

export const GamePlayer = z.object({ source: Source, name: PlayerName, identifiers: Identifiers })
export type GamePlayer = z.infer<typeof GamePlayer>

/** A connected player, whom bridges that predate `source` know by Steam alone: they are told nothing about players without it. */
const WhichPlayer = z.object({ steam: BridgeSteam.nullable(), source: Source.optional() })
export type WhichPlayer = z.infer<typeof WhichPlayer>

/** A player's unit; off duty if it has no status. Status and class numbers are the API's. */
export const BridgeUnit = WhichPlayer.extend({
  identifier: z.string(),
  unitClass: z.int(),
  status: z.int().min(2).max(7).nullable(),
  callId: z.int().nullable(),
})
export type BridgeUnit = z.infer<typeof BridgeUnit>

export const BridgeCall = z.object({
  callId: z.int(),
  priority: z.int(),
  /** The code of its type, such as `TRAFFIC`. Portals that predate this field send none. */
  type: z.string().optional(),
  title: z.string(),
  narrative: z.string(),
  location: z.string(),
  postal: z.string(),
  x: z.number().nullable(),
  y: z.number().nullable(),
})
export type BridgeCall = z.infer<typeof BridgeCall>

/** A call that units may take, and the connected players it is offered to: units on duty whom it concerns. */
export const CallOffer = z.object({ call: BridgeCall, to: z.array(Source) })
export type CallOffer = z.infer<typeof CallOffer>

/** A number that players may call for help, and what it is called. */
export const EmergencyLine = z.object({ number: z.string(), name: z.string() })
export type EmergencyLine = z.infer<typeof EmergencyLine>

/** Settings an administrator made for this server. */
export const BridgeSettings = z.object({
  /** Send a `kick` for a player who is removed from the whitelist while playing. */
  kicksUnlisted: z.boolean(),
  /** Refuse players who are not on the whitelist. Portals that predate this field always mean that. */
  enforcesWhitelist: z.boolean().optional(),
  /** The community's emergency numbers, in order; each is a command. Portals that predate this field send none. */
  numbers: z.array(EmergencyLine).optional(),
})
export type BridgeSettings = z.infer<typeof BridgeSettings>

/** Identifies a version of a whitelist. Each environment has its own version counter. */
export const WhitelistStand = z.object({ environment: z.enum(['prod', 'dev']), version: Count })
export type WhitelistStand = z.infer<typeof WhitelistStand>
/** An identifier of another kind than Steam, such as `discord:812345678901234567` or `license:4d1f0c`. */
const OtherIdentifier = z.string().regex(/^(discord|license|license2):.{1,80}$/)
export const Whitelist = WhitelistStand.extend({
  members: z.array(BridgeSteam),
  /** By what else members are known. Portals that predate this field send none. */
  others: z.array(OtherIdentifier).optional(),
})
export type Whitelist = z.infer<typeof Whitelist>
export const WhitelistChange = WhitelistStand.extend({
  /** The version this change applies to. A bridge with another one ignores the change and answers its own version to get the full list. */
  from: z.int(),
  added: z.array(BridgeSteam),
  removed: z.array(BridgeSteam),
  addedOthers: z.array(OtherIdentifier).optional(),
  removedOthers: z.array(OtherIdentifier).optional(),
})
export type WhitelistChange = z.infer<typeof WhitelistChange>

/** Refused. If `isFinal`, sending it again would be refused too; otherwise it may be retried. */
export const BridgeRefused = z.object({ ok: z.literal(false), code: z.string(), message: z.string(), isFinal: z.boolean() })
export type BridgeRefused = z.infer<typeof BridgeRefused>
const answered = <T extends z.ZodRawShape>(shape: T) =>
  z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), ...shape }), BridgeRefused])

const Nothing = z.object({})

/** Ten years. */
const LONGEST_WAIT_SECONDS = 315_360_000

/** How long something has been queued. A duration, because the game server's clock may be wrong. */
const WaitedSeconds = z.number().min(0).max(LONGEST_WAIT_SECONDS).optional()

/** No kind of event has more fields than this. */
const MAX_EVENT_FIELDS = 40

/** The id is created with the event and stays the same across retries. */
export const BridgeEvent = z.object({
  id: z.uuid(),
  at: instantInput('Enter when it happened'),
  waitedSeconds: WaitedSeconds,
  kind: EventKind,
  /** Who did it; null for a script. */
  player: z.object({ name: PlayerName, identifiers: Identifiers }).nullable(),
  payload: countedMap(text(40), z.unknown(), MAX_EVENT_FIELDS),
})
export type BridgeEvent = z.infer<typeof BridgeEvent>
/** The call that was created or changed and the updated unit, for the message to the player. */
export const EventResult = z.object({
  callId: z.int().optional(),
  unit: BridgeUnit.optional(),
  /** The result for a plate that was read. Only for a unit of police or communications, and only if it was read just now. */
  hits: PlateHits.optional(),
})
export type EventResult = z.infer<typeof EventResult>

/** Messages from the bridge with the portal's answers. Nothing but `hello` may be sent until `hello` is answered. */
export const TO_PORTAL = {
  hello: {
    payload: z.object({
      protocol: Count,
      /** Version of the bridge. */
      version: text(40),
      /** Name of the resource on that server. */
      resource: text(80),
      maxPlayers: z.int().min(0).max(65_535),
      players: countedList(z.array(GamePlayer).max(4096)),
      /** The bridge's copy; null if it has none. */
      whitelist: WhitelistStand.nullable(),
      /**
       * Groups of the game server's access list that its config lets the portal give. The portal ignores groups that it refuses to give.
       */
      aceGroups: countedList(z.array(text(64)).max(200)).optional(),
      /** Version of the bridge's list of members in groups; null if it has none. */
      aceGroupsVersion: text(64).nullish(),
      /** Names of the messages that the bridge handles. Bridges that predate this field send none. */
      knows: countedList(z.array(text(40)).max(200)).optional(),
    }),
    answer: answered({
      serverId: z.int(),
      name: z.string(),
      environment: z.enum(['prod', 'dev']),
      /** Only if the bridge's copy is out of date. */
      whitelist: Whitelist.optional(),
      settings: BridgeSettings,
      /** Units of the current players and their calls; replaces everything known before. */
      units: z.array(BridgeUnit),
      calls: z.array(BridgeCall),
      /** Calls that are offered now; replaces everything known before. Only for bridges that handle `call.offered`. */
      offers: z.array(CallOffer).optional(),
      /** Names of the messages that the portal handles. Portals that predate this field send none. */
      knows: z.array(z.string()).optional(),
    }),
  },
  'player.joined': {
    payload: GamePlayer,
    /** Whether the player is linked to a portal account, and their unit if they have one. */
    answer: answered({ isLinked: z.boolean(), unit: BridgeUnit.nullable() }),
  },
  'player.left': { payload: z.object({ source: Source }), answer: answered({}) },
  heartbeat: {
    payload: z.object({
      players: z.int().min(0).max(65_535),
      maxPlayers: z.int().min(0).max(65_535),
      uptimeSeconds: z.number().min(0).max(LONGEST_WAIT_SECONDS),
      /** Events waiting to be delivered. */
      queued: Count,
    }),
    answer: answered({ at: z.iso.datetime({ offset: true }) }),
  },
  event: { payload: BridgeEvent, answer: answered({ result: EventResult }) },
  ticket: {
    payload: z.object({ identifiers: Identifiers }),
    /** Null if no account is linked to the player, they are not connected, or they must sign in themselves. */
    answer: answered({
      ticket: z.string().nullable(),
      expiresAt: z.iso.datetime({ offset: true }).nullable(),
      /** The web client's key, used by the tablet page to exchange the ticket. */
      apiKey: z.string(),
    }),
  },
  /**
   * A player types the code that a member was shown. The answer names the account, and the player confirms it with `link.answer`. They are linked
   * once the member has confirmed too; `player.linked` tells.
   */
  'link.code': {
    payload: GamePlayer.extend({ code: gameText(12).min(1, 'Give the code') }),
    answer: answered({ name: z.string() }),
  },
  'link.answer': {
    payload: z.object({ identifiers: Identifiers, isOwn: z.boolean() }),
    answer: answered({ isLinked: z.boolean() }),
  },
  /** A lookup by a player on duty for police or communications. The same checks, limits and log apply as for a lookup on a page. */
  'lookup.plate': {
    payload: z.object({ identifiers: Identifiers, plate: gameText(12).min(1, 'Enter a plate') }),
    answer: answered({ vehicle: PlateHits }),
  },
  /**
   * A plate that a camera passed, for a unit of police or communications on duty. Nothing is logged unless there is something to know: most are
   * cars of the game. A plate that the officer locks is a `plate-read` instead.
   */
  'plate.scan': {
    payload: z.object({ identifiers: Identifiers, plate: gameText(12).min(1) }),
    answer: answered({ hits: PlateHits.nullable() }),
  },
  /** A name or phone number starts a search; a single match, or a character given by its number, is looked up. */
  'lookup.person': {
    payload: z.object({
      identifiers: Identifiers,
      by: z.union([z.object({ query: gameText(80).min(2, 'Give at least 2 characters') }), z.object({ characterId: Id })]),
    }),
    answer: answered({ found: z.array(FoundPerson), person: PersonHits.nullable() }),
  },
  /**
   * Saves a character or vehicle for a player who is connected, or was when the script saved it. The player's account owns it. Saving it
   * again changes it.
   */
  'character.save': {
    payload: z.object({ identifiers: Identifiers, character: GameCharacter, waitedSeconds: WaitedSeconds }),
    answer: answered({ characterId: z.int() }),
  },
  'vehicle.save': {
    payload: z.object({ identifiers: Identifiers, vehicle: GameVehicle, waitedSeconds: WaitedSeconds }),
    answer: answered({ vehicleId: z.int() }),
  },
  /**
   * All vehicles that a player's character owns in the game's own table. A vehicle that is there no longer has no owner until another character's garage has it.
   */
  'garage.save': {
    payload: z.object({ identifiers: Identifiers, garage: Garage, waitedSeconds: WaitedSeconds }),
    answer: answered({}),
  },
  /** Vehicles of the game that officers have impounded or released in the portal, which the game has not been told or has not confirmed. */
  'garage.orders': { payload: Nothing, answer: answered({ orders: GarageOrders }) },
  'garage.ordered': {
    payload: z.object({
      block: countedList(z.array(gameText(12)).max(MAX_GARAGE_ORDERS)),
      open: countedList(z.array(gameText(12)).max(MAX_GARAGE_ORDERS)),
    }),
    answer: answered({}),
  },
  /** Null means that the player no longer plays a character. */
  'character.play': {
    payload: z.object({ identifiers: Identifiers, character: WhichCharacter.nullable(), waitedSeconds: WaitedSeconds }),
    answer: answered({ character: PlayedCharacter.nullable() }),
  },
  /**
   * `playing` is the character that `character.play` last set. It is used if the portal has cleared its own because the player's duty
   * changed.
   */
  'character.get': {
    payload: z.object({ identifiers: Identifiers, playing: WhichCharacter.optional() }),
    answer: answered({ character: PlayedCharacter.nullable() }),
  },
} as const

/** Messages from the portal with the bridge's answers; `answer: null` means no acknowledgement. */
export const TO_BRIDGE = {
  /** Answers the version the bridge now has; null if it has none. */
  whitelist: { payload: Whitelist, answer: WhitelistStand.nullable() },
  'whitelist.changed': { payload: WhitelistChange, answer: WhitelistStand.nullable() },
  settings: { payload: BridgeSettings, answer: null },
  unit: { payload: BridgeUnit, answer: null },
  'call.assigned': { payload: WhichPlayer.extend({ call: BridgeCall }), answer: null },
  'call.changed': { payload: z.object({ call: BridgeCall }), answer: null },
  'call.cleared': { payload: z.object({ callId: z.int() }), answer: null },
  /** A new call, or one that concerns other units now. With `isWaiting` it is older than the duty of these players: their map shows it, without a notice. */
  'call.offered': { payload: CallOffer.extend({ isWaiting: z.boolean().optional() }), answer: null },
  /** A call is no longer offered, because a unit took it. */
  'call.withdrawn': { payload: z.object({ callId: z.int(), by: z.string() }), answer: null },
  ping: {
    payload: WhichPlayer.extend({ pingId: z.int(), kind: z.enum(['ping', 'welfare']), from: z.string(), message: z.string() }),
    answer: null,
  },
  announcement: { payload: z.object({ title: z.string(), text: z.string() }), answer: null },
  kick: { payload: z.object({ steam: BridgeSteam, reason: z.string() }), answer: null },
  /** A position frame was missed or unreadable: the next one must be a key frame. */
  'positions.key': { payload: Nothing, answer: null },
  /** Another connection of the same server replaced this one, which is about to be closed. */
  replaced: { payload: Nothing, answer: null },
  /** The key is no longer valid; the connection is about to be closed. */
  ended: { payload: Nothing, answer: null },
  /** A BOLO was put out on this server, for its units of police and communications. */
  bolo: {
    payload: z.object({
      boloId: z.int(),
      kind: BoloKind,
      plate: z.string(),
      name: z.string(),
      description: z.string(),
      reason: z.string(),
      /** The call sign of the unit that put it out. */
      from: z.string(),
      expiresAt: z.iso.datetime({ offset: true }),
    }),
    answer: null,
  },
  /** Members of the groups that the config offers; replaces everything known before. The answer is the version the bridge now has. */
  'ace-groups': {
    payload: z.object({ version: z.string(), members: z.array(z.object({ steam: BridgeSteam, groups: z.array(z.string()) })) }),
    answer: z.object({ version: text(64) }),
  },
  /** A player who may not return is sent away, if `source` still has one of these identifiers: numbers are given to others later. */
  'player.barred': { payload: z.object({ source: z.int(), identifiers: Identifiers, reason: z.string() }), answer: null },
  /** The account of a connected player was found, or is theirs no longer. A bridge that names this message knows players by `source`. */
  'player.linked': { payload: z.object({ source: Source, isLinked: z.boolean() }), answer: null },
  /** Answered once the message is stored on the game server's disk. */
  penalty: { payload: PenaltyMessage, answer: z.object({ messageId: Id }) },
} as const

/** Messages that every bridge handles. All others are sent only to a bridge that names them in its `hello`. This list never grows. */
export const HANDLED_BY_EVERY_BRIDGE = [
  'whitelist',
  'whitelist.changed',
  'settings',
  'unit',
  'call.assigned',
  'call.changed',
  'call.cleared',
  'ping',
  'announcement',
  'kick',
  'positions.key',
  'replaced',
  'ended',
] as const satisfies readonly (keyof typeof TO_BRIDGE)[]
export type HandledByEveryBridge = (typeof HANDLED_BY_EVERY_BRIDGE)[number]

export type ToPortal = keyof typeof TO_PORTAL
export type ToBridge = keyof typeof TO_BRIDGE
export type PortalPayload<M extends ToPortal> = z.output<(typeof TO_PORTAL)[M]['payload']>
export type PortalAnswer<M extends ToPortal> = z.output<(typeof TO_PORTAL)[M]['answer']>
export type BridgePayload<M extends ToBridge> = z.output<(typeof TO_BRIDGE)[M]['payload']>
type AnswerOf<A> = A extends z.ZodType ? [reply: (answer: z.output<A>) => void] : []

/** Event types for Socket.IO. Positions are volatile frames (see positions.ts) without acknowledgement. */
export type BridgeToPortal = {
  [M in ToPortal]: (payload: z.input<(typeof TO_PORTAL)[M]['payload']>, reply: (answer: PortalAnswer<M>) => void) => void
} & { positions: (frame: Uint8Array) => void }
export type PortalToBridge = {
  [M in ToBridge]: (payload: BridgePayload<M>, ...reply: AnswerOf<(typeof TO_BRIDGE)[M]['answer']>) => void
}
