import { z } from 'zod'
import { admin, anyOf, dispatcher, emergencyUnit, memberOf, self, signedIn, staff, type AccessRule } from './access.ts'
import { ApiLog, MAX_LIVE_LOGS } from './game/api-logs.ts'
import { Announcement } from './people/announcements.ts'
import { Call, CallDetail, CallLogEntry, CallUnit } from './dispatch/calls.ts'
import { OwnCall, Ping, PingAnswered } from './dispatch/desk.ts'
import type { ErrorCode } from './errors.ts'
import { ServerId } from './ids.ts'
import { DispatchNote } from './dispatch/notes.ts'
import type { ClientToMap, MapToClient } from './game/positions.feed.ts'
import { manageMembers, manageUsers } from './people/roles.ts'
import { ServerLink } from './game/servers.link.ts'
import { Server, ServerActivity, ServerLive } from './game/servers.ts'
import { Tone } from './dispatch/tones.ts'
import { PatrolUnit } from './dispatch/units.ts'
import { CurrentUser, UserId } from './people/users.ts'
import { Id, IdOrNone, text } from './values.ts'
import { ServerWhitelist } from './game/whitelist.ts'

/** The room name, its parameters, who may join, what a joiner is sent first and what follows. */
export type Room = {
  readonly name: string
  readonly params: z.ZodType<Record<string, unknown>>
  readonly access: AccessRule
  readonly snapshot: z.ZodType
  readonly events: Readonly<Record<string, z.ZodType>>
}

const defineRoom = <const R extends Room>(room: R): R => room

export const ROOMS = {
  /** A user's own account: whatever changes it, their open pages follow. */
  user: defineRoom({
    name: 'user',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    snapshot: CurrentUser,
    events: { 'user.changed': CurrentUser.partial() },
  }),
  servers: defineRoom({
    name: 'servers',
    params: z.object({}),
    access: signedIn,
    snapshot: z.array(Server.extend({ ...ServerLive.shape, ...ServerActivity.shape })),
    events: {
      'server.saved': Server,
      'server.retired': z.object({ serverId: ServerId }),
      'server.status': ServerLive.extend({ serverId: ServerId }),
      /** A moment after units or calls came or went. */
      'server.activity': ServerActivity.extend({ serverId: ServerId }),
    },
  }),
  /** A server's connection, to the heartbeat, and its whitelist. */
  server: defineRoom({
    name: 'server',
    params: z.object({ serverId: ServerId }),
    access: admin,
    snapshot: z.object({ link: ServerLink, whitelist: ServerWhitelist }),
    events: { 'link.changed': ServerLink, 'whitelist.changed': ServerWhitelist },
  }),
  /** The whitelists of all servers in use, and what became of bringing them there. */
  whitelists: defineRoom({
    name: 'whitelists',
    params: z.object({}),
    access: anyOf(manageUsers, manageMembers),
    snapshot: z.array(ServerWhitelist.extend({ serverId: ServerId })),
    events: { 'whitelist.changed': ServerWhitelist.extend({ serverId: ServerId }) },
  }),
  /**
   * What is announced to one department, or to everyone (0), whether or not the one who listens has dismissed it. An announcement that
   * expires is not taken back: it says itself when.
   */
  announcements: defineRoom({
    name: 'announcements',
    params: z.object({ departmentId: IdOrNone }),
    access: anyOf(memberOf('departmentId'), staff),
    snapshot: z.array(Announcement),
    events: { 'announcement.saved': Announcement, 'announcement.deleted': z.object({ announcementId: z.int() }) },
  }),
  /** A server's units on duty, its calls that are not cleared, and the tones that sounded lately. A change carries what changed and the id of whom it changed for. */
  board: defineRoom({
    name: 'board',
    params: z.object({ serverId: ServerId }),
    access: anyOf(emergencyUnit('serverId'), staff),
    snapshot: z.object({ units: z.array(PatrolUnit), calls: z.array(Call), tones: z.array(Tone) }),
    events: {
      'unit.saved': PatrolUnit,
      'unit.changed': PatrolUnit.partial().required({ userId: true }),
      'unit.left': z.object({ userId: UserId }),
      'call.saved': Call,
      'call.changed': Call.partial().required({ callId: true }),
      'call.cleared': z.object({ callId: z.int() }),
      'tone.sounded': Tone,
    },
  }),
  /** One call with its log. The server is named too, so that who leaves it leaves its calls. */
  call: defineRoom({
    name: 'call',
    params: z.object({ serverId: ServerId, callId: Id }),
    access: anyOf(emergencyUnit('serverId'), staff),
    snapshot: CallDetail,
    events: {
      'call.changed': Call.partial().required({ callId: true }),
      'call.unit': CallUnit,
      'call.logged': CallLogEntry,
    },
  }),
  /** What is meant for one member: who wants an answer from them, and what became of their own calls to 911. */
  desk: defineRoom({
    name: 'desk',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    snapshot: z.object({ pings: z.array(Ping), calls: z.array(OwnCall) }),
    events: { 'ping.saved': Ping, 'ping.answered': PingAnswered, 'own-call.saved': OwnCall },
  }),
  /** What a server's dispatchers share among themselves. */
  dispatch: defineRoom({
    name: 'dispatch',
    params: z.object({ serverId: ServerId }),
    access: anyOf(dispatcher('serverId'), staff),
    snapshot: z.object({ notes: z.array(DispatchNote) }),
    events: { 'note.saved': DispatchNote, 'note.deleted': z.object({ noteId: z.int() }) },
  }),
  /** What game servers and integrations call, as it is written; newest first. Of very many at once the newest come, and how many did not; dropped is what came too fast to be written. */
  'api-logs': defineRoom({
    name: 'api-logs',
    params: z.object({}),
    access: admin,
    snapshot: z.object({ items: z.array(ApiLog) }),
    events: { 'logs.added': z.object({ items: z.array(ApiLog).max(MAX_LIVE_LOGS), more: z.int(), dropped: z.int() }) },
  }),
} as const

export type RoomName = keyof typeof ROOMS
export type RoomParams<N extends RoomName> = z.output<(typeof ROOMS)[N]['params']>
export type RoomSnapshot<N extends RoomName> = z.output<(typeof ROOMS)[N]['snapshot']>
export type RoomEvents<N extends RoomName> = { [E in keyof (typeof ROOMS)[N]['events']]: z.output<(typeof ROOMS)[N]['events'][E]> }

/** `user:12`; a room without parameters is its name alone. */
export const roomKey = (name: RoomName, params: Readonly<Record<string, unknown>>): string => [name, ...Object.values(params)].join(':')

const roomNames = Object.keys(ROOMS) as [RoomName, ...RoomName[]]
export const JoinRequest = z.object({ room: z.enum(roomNames), params: z.record(text(40), z.unknown()) })
export type JoinRequest = z.infer<typeof JoinRequest>

export type JoinReply = { ok: true; key: string; seq: number; snapshot: unknown } | { ok: false; code: ErrorCode; message: string }

export type Delta = { key: string; seq: number; event: string; payload: unknown }

/** What the two ends of the socket say to each other. */
export type ServerToClient = MapToClient & {
  delta: (delta: Delta) => void
  /** The sequence number each joined room has in the database now, so that a client which missed one notices. */
  heartbeat: (seqs: Record<string, number>) => void
  /** The user may no longer be in this room. */
  closed: (key: string) => void
  /** The session has ended; the socket is closed next. */
  ended: () => void
}
export type ClientToServer = ClientToMap & {
  join: (request: JoinRequest, reply: (reply: JoinReply) => void) => void
  leave: (key: string) => void
  /** Answered at once, so that a client can tell how far away the portal is. */
  echo: (reply: () => void) => void
}

export const REALTIME_PATH = '/api/realtime'
export const HEARTBEAT_MS = 4000
