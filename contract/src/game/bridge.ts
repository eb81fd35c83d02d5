import { z } from 'zod'
import { Count, gameName, gameText, Id, IdOrNone, instantInput, text } from '../values.ts'

/**
 * What a game server's bridge and the portal say to each other, over Socket.IO in a namespace of its own on the realtime path. The bridge
 * connects with `{ apiKey, protocol }` as its auth. Whoever is asked answers each message but those that say they have no answer.
 */
export const BRIDGE_NAMESPACE = '/bridge'
export const BRIDGE_PROTOCOL = 1
export const BRIDGE_HEARTBEAT_MS = 10_000
/** A server that was not heard of for this long is offline. */
export const BRIDGE_OFFLINE_MS = 30_000
/** No more often than this are positions sent, on either side; a frame without news at least every second, to show that nobody moves. */
export const POSITIONS_EVERY_MS = 250
export const POSITIONS_AT_LEAST_MS = 1000
/** For this long the portal remembers which events it has applied: one that is older must not be sent again. */
export const EVENT_MEMORY_DAYS = 30
/** So many events may be on their way at once; the next is sent when one is answered. */
export const MAX_EVENTS_AT_ONCE = 64
/** A bridge whose connection was replaced waits this long before it connects again: two that share a key would take turns for ever. */
export const BRIDGE_REPLACED_WAIT_MS = 60_000

export const BridgeAuth = z.object({ apiKey: text(200).min(1), protocol: Count })
/** Why a connection is refused, as the message of Socket.IO's connect_error. */
export const BridgeRefusal = z.enum([
  'api_key_missing',
  'api_key_invalid',
  /** The key is none of a game server, or belongs to no server that is in use. */
  'forbidden',
  'protocol_unsupported',
  'internal',
])
export type BridgeRefusal = z.infer<typeof BridgeRefusal>

/** A Steam account as 15 hexadecimal digits, without the `steam:` the game writes before them. */
export const BridgeSteam = z
  .string()
  .regex(/^[0-9a-f]{15}$/i)
  .toLowerCase()
const identifier = gameText(80).min(1).optional()
export const Identifiers = z.object({ steam: BridgeSteam.optional(), license: identifier, discord: identifier, fivem: identifier })
export type Identifiers = z.infer<typeof Identifiers>
const PlayerName = gameName(80, 'A player')
/** The source is the number the game server gives a player while they are connected. */
export const GamePlayer = z.object({ source: z.int().min(1).max(65_535), name: PlayerName, identifiers: Identifiers })
export type GamePlayer = z.infer<typeof GamePlayer>

/** A player's unit as the game needs it; without a status they are off duty. The numbers are those of the API. */
export const BridgeUnit = z.object({
  steam: BridgeSteam,
  identifier: z.string(),
  unitClass: z.int(),
  status: z.int().min(2).max(7).nullable(),
  callId: z.int().nullable(),
})
export type BridgeUnit = z.infer<typeof BridgeUnit>

export const BridgeCall = z.object({
  callId: z.int(),
  priority: z.int(),
  title: z.string(),
  narrative: z.string(),
  location: z.string(),
  postal: z.string(),
  x: z.number().nullable(),
  y: z.number().nullable(),
})
export type BridgeCall = z.infer<typeof BridgeCall>

/** What an administrator decided for this server. */
export const BridgeSettings = z.object({
  /** Whoever is taken off the whitelist while playing is sent a `kick` for. */
  kicksUnlisted: z.boolean(),
})
export type BridgeSettings = z.infer<typeof BridgeSettings>

/** Which list it is: each environment counts its versions by itself, so that a number alone says nothing. */
export const WhitelistStand = z.object({ environment: z.enum(['prod', 'dev']), version: Count })
export type WhitelistStand = z.infer<typeof WhitelistStand>
export const Whitelist = WhitelistStand.extend({ members: z.array(BridgeSteam) })
export type Whitelist = z.infer<typeof Whitelist>
export const WhitelistChange = WhitelistStand.extend({
  /** The version it starts from: a list of another version stays as it is and its version is answered, which brings the whole list. */
  from: z.int(),
  added: z.array(BridgeSteam),
  removed: z.array(BridgeSteam),
})
export type WhitelistChange = z.infer<typeof WhitelistChange>

/** Not done. What is final would be refused again, so that it is not tried again; the rest is. */
export const BridgeRefused = z.object({ ok: z.literal(false), code: z.string(), message: z.string(), isFinal: z.boolean() })
export type BridgeRefused = z.infer<typeof BridgeRefused>
const answered = <T extends z.ZodRawShape>(shape: T) =>
  z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), ...shape }), BridgeRefused])

const line = (max: number) => gameText(max).default('')
const coordinate = z.number().min(-20_000).max(20_000).nullable().default(null)
const Place = z.object({ location: line(160), postal: line(16), x: coordinate, y: coordinate })
const EmergencyCall = Place.extend({ text: gameText(4000).min(1, 'Say what happened'), caller: line(120) })
const Nothing = z.object({})

/** What happens in the game and must neither be lost nor happen twice. */
export const EVENT_PAYLOADS = {
  'call-911': EmergencyCall,
  'call-311': EmergencyCall,
  panic: Place,
  status: z.object({ status: z.int().min(2).max(7) }),
  /** What is left out is as the last time; the first time it is the primary department, and the call sign has to be said. */
  'duty-on': z.object({
    departmentId: Id.optional(),
    identifier: gameText(16).min(1).optional(),
    type: z.int().min(1).max(3).optional(),
    beatId: Id.nullable().optional(),
  }),
  'duty-off': Nothing,
  /** By a unit, or by nobody for what a script reports. The type is named by its code, such as `ROBBERY`. */
  'call-created': Place.extend({
    type: gameText(20).optional(),
    priority: z.int().min(1).max(4).optional(),
    title: line(120),
    text: line(4000),
    caller: line(120),
    /** Whether the unit that makes it goes there itself. */
    attach: z.boolean().default(false),
  }),
  /** Call 0 is off the call one is on. */
  'call-attached': z.object({ callId: IdOrNone }),
  /** Without a number it is the call one is on. */
  'call-cleared': z.object({ callId: Id.optional(), disposition: gameText(200).min(1).optional() }),
  'ping-answered': z.object({ pingId: Id }),
  'plate-read': Place.extend({ plate: gameText(12).min(1), model: line(60), camera: line(60) }),
} as const
export type EventKind = keyof typeof EVENT_PAYLOADS
export type EventPayload<K extends EventKind> = z.output<(typeof EVENT_PAYLOADS)[K]>
export const EventKind = z.enum(Object.keys(EVENT_PAYLOADS) as [EventKind, ...EventKind[]])

/** Ten years: no game server runs, and nothing waits, for longer. */
const LONGEST_WAIT_SECONDS = 315_360_000

/** The id is made where the event happens and stays the same however often it is sent. */
export const BridgeEvent = z.object({
  id: z.uuid(),
  at: instantInput('Say when it happened'),
  /** How long it has waited to be sent. The clock of a game server may be wrong, but not by how much time has passed. */
  waitedSeconds: z.number().min(0).max(LONGEST_WAIT_SECONDS).optional(),
  kind: EventKind,
  /** Who did it; nobody where a script did. */
  player: z.object({ name: PlayerName, identifiers: Identifiers }).nullable(),
  payload: z.record(text(40), z.unknown()),
})
export type BridgeEvent = z.infer<typeof BridgeEvent>
/** What came of it, for a line to the player: the call it made or changed, the unit as it is now. */
export const EventResult = z.object({ callId: z.int().optional(), unit: BridgeUnit.optional() })
export type EventResult = z.infer<typeof EventResult>

/** What the bridge says, and what the portal answers. Everything but `hello` waits until that was answered. */
export const TO_PORTAL = {
  hello: {
    payload: z.object({
      protocol: Count,
      /** Of the bridge. */
      version: text(40),
      /** The name the resource goes by on that server. */
      resource: text(80),
      maxPlayers: z.int().min(0).max(65_535),
      players: z.array(GamePlayer).max(4096),
      /** The copy at hand; null where there is none. */
      whitelist: WhitelistStand.nullable(),
    }),
    answer: answered({
      serverId: z.int(),
      name: z.string(),
      environment: z.enum(['prod', 'dev']),
      /** Only where the copy at hand is not the newest. */
      whitelist: Whitelist.optional(),
      settings: BridgeSettings,
      /** The units of those who play, and the calls they are on: whatever was known before no longer counts. */
      units: z.array(BridgeUnit),
      calls: z.array(BridgeCall),
    }),
  },
  'player.joined': {
    payload: GamePlayer,
    /** Whether an account of the portal is linked to them, and their unit where they have one. */
    answer: answered({ isLinked: z.boolean(), unit: BridgeUnit.nullable() }),
  },
  'player.left': { payload: z.object({ source: z.int().min(1).max(65_535) }), answer: answered({}) },
  heartbeat: {
    payload: z.object({
      players: z.int().min(0).max(65_535),
      maxPlayers: z.int().min(0).max(65_535),
      uptimeSeconds: z.number().min(0).max(LONGEST_WAIT_SECONDS),
      /** Events that wait to be delivered. */
      queued: Count,
    }),
    answer: answered({ at: z.iso.datetime({ offset: true }) }),
  },
  event: { payload: BridgeEvent, answer: answered({ result: EventResult }) },
  ticket: {
    payload: z.object({ identifiers: Identifiers }),
    /** Null: nobody is linked to them, or they have to sign in themselves. */
    answer: answered({
      ticket: z.string().nullable(),
      expiresAt: z.iso.datetime({ offset: true }).nullable(),
      /** The key of the web client, with which the tablet's page exchanges the ticket. */
      apiKey: z.string(),
    }),
  },
} as const

/** What the portal says, and what the bridge answers; null has no answer. */
export const TO_BRIDGE = {
  /** The answer is what the bridge has after it; null where it has none. */
  whitelist: { payload: Whitelist, answer: WhitelistStand.nullable() },
  'whitelist.changed': { payload: WhitelistChange, answer: WhitelistStand.nullable() },
  settings: { payload: BridgeSettings, answer: null },
  unit: { payload: BridgeUnit, answer: null },
  'call.assigned': { payload: z.object({ steam: BridgeSteam, call: BridgeCall }), answer: null },
  'call.changed': { payload: z.object({ call: BridgeCall }), answer: null },
  'call.cleared': { payload: z.object({ callId: z.int() }), answer: null },
  ping: {
    payload: z.object({ steam: BridgeSteam, pingId: z.int(), kind: z.enum(['ping', 'welfare']), from: z.string(), message: z.string() }),
    answer: null,
  },
  announcement: { payload: z.object({ title: z.string(), text: z.string() }), answer: null },
  kick: { payload: z.object({ steam: BridgeSteam, reason: z.string() }), answer: null },
  /** A frame of positions was missed or could not be read: the next has to be a key frame. */
  'positions.key': { payload: Nothing, answer: null },
  /** Another connection of the same server has taken the place of this one, which is closed next. */
  replaced: { payload: Nothing, answer: null },
  /** The key is no longer valid; the connection is closed next. */
  ended: { payload: Nothing, answer: null },
} as const

export type ToPortal = keyof typeof TO_PORTAL
export type ToBridge = keyof typeof TO_BRIDGE
export type PortalPayload<M extends ToPortal> = z.output<(typeof TO_PORTAL)[M]['payload']>
export type PortalAnswer<M extends ToPortal> = z.output<(typeof TO_PORTAL)[M]['answer']>
export type BridgePayload<M extends ToBridge> = z.output<(typeof TO_BRIDGE)[M]['payload']>
type AnswerOf<A> = A extends z.ZodType ? [reply: (answer: z.output<A>) => void] : []

/** For the types of Socket.IO on either side. Positions are frames of positions.ts, volatile, and have no answer. */
export type BridgeToPortal = {
  [M in ToPortal]: (payload: z.input<(typeof TO_PORTAL)[M]['payload']>, reply: (answer: PortalAnswer<M>) => void) => void
} & { positions: (frame: Uint8Array) => void }
export type PortalToBridge = {
  [M in ToBridge]: (payload: BridgePayload<M>, ...reply: AnswerOf<(typeof TO_BRIDGE)[M]['answer']>) => void
}
