import { z } from 'zod'
import { admin, anyOf, capability, dispatcher, emergencyUnit, memberOf, self, signedIn, staff } from './access.ts'
import { ApiLog, MAX_LIVE_LOGS } from './game/api-logs.live.ts'
import { Calendar } from './calendar.ts'
import { Announcement } from './people/announcements.ts'
import { Call, CallDetail, CallLogEntry, CallUnit } from './dispatch/calls.ts'
import { CadValue, cadValueReaders } from './dispatch/cad-values.kinds.ts'
import { OwnCall, Ping, PingAnswered } from './dispatch/desk.ts'
import { DiscordBot, DiscordChannel, DiscordGuild, DiscordJobs, DiscordRole } from './community/discord.ts'
import { ServerId } from './ids.ts'
import { DispatchNote } from './dispatch/notes.ts'
import { Notice } from './people/notices.ts'
import { PlayerCode } from './people/players.live.ts'
import { BackupOverview, BackupProgress } from './portal/backups.live.ts'
import { Look } from './portal/look.live.ts'
import { Measures } from './portal/measures.live.ts'
import { CommunitySounds } from './portal/sounds.live.ts'
import { SettingState, SwitchedOff } from './portal/settings.ts'
import { WaitingItem } from './portal/waiting.ts'
import { manageMembers, managesDepartures, manageServers, manageUsers } from './people/rights.ts'
import { ServerLink } from './game/servers.link.ts'
import { Server, ServerActivity, ServerLive } from './game/servers.ts'
import { OpenPatrol } from './patrols/patrols.live.ts'
import { Tone } from './dispatch/tones.ts'
import { PatrolUnit } from './dispatch/units.ts'
import { MailCounts, QueuedMail } from './people/mails.ts'
import { CurrentUser, UserId } from './people/users.ts'
import { Id, IdOrNone, Instant } from './values.ts'
import { ServerWhitelist } from './game/whitelist.ts'
import { leaveSwitch } from './people/leaves.settings.ts'
import { WARRANT_ROOMS } from './legal/warrants.rooms.ts'
import { RECORD_ROOMS } from './records/records.rooms.ts'
import { defineRoom } from './room.ts'

const Features = z.object({
  switchedOff: SwitchedOff,
  calendar: Calendar.optional(),
  communityName: z.string().optional(),
  look: Look.optional(),
  sounds: CommunitySounds.optional(),
  measures: Measures.optional(),
})

export const ROOMS = {
  /** A user's own account, so that all their open pages stay current. */
  user: defineRoom({
    name: 'user',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    snapshot: CurrentUser,
    events: { 'user.changed': CurrentUser.partial() },
  }),
  /** The game servers in use, whether they are online, and how many units and calls each has. */
  servers: defineRoom({
    name: 'servers',
    params: z.object({}),
    access: signedIn,
    snapshot: z.array(Server.extend({ ...ServerLive.shape, ...ServerActivity.shape })),
    events: {
      'server.saved': Server,
      'server.retired': z.object({ serverId: ServerId }),
      'server.status': ServerLive.extend({ serverId: ServerId }),
      /** Sent shortly after units or calls were added or removed. */
      'server.activity': ServerActivity.extend({ serverId: ServerId }),
    },
  }),
  /** A server's connection, including heartbeats, and its whitelist. */
  server: defineRoom({
    name: 'server',
    params: z.object({ serverId: ServerId }),
    access: manageServers,
    snapshot: z.object({ link: ServerLink, whitelist: ServerWhitelist }),
    events: { 'link.changed': ServerLink, 'whitelist.changed': ServerWhitelist },
  }),
  /** The whitelists of all servers in use and their delivery. */
  whitelists: defineRoom({
    name: 'whitelists',
    params: z.object({}),
    access: anyOf(manageUsers, manageMembers, manageServers),
    snapshot: z.array(ServerWhitelist.extend({ serverId: ServerId })),
    events: { 'whitelist.changed': ServerWhitelist.extend({ serverId: ServerId }) },
  }),
  /**
   * Announcements for one department or for everyone (0), including ones the listener has dismissed. There is no event when one expires: it
   * carries its own expiry time.
   */
  announcements: defineRoom({
    name: 'announcements',
    params: z.object({ departmentId: IdOrNone }),
    access: anyOf(memberOf('departmentId'), staff),
    snapshot: z.array(Announcement),
    events: { 'announcement.saved': Announcement, 'announcement.deleted': z.object({ announcementId: z.int() }) },
  }),
  /** A server's units on duty, open calls and recent tones. A change carries the changed fields and the id of the user or call. */
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
  /** Values that a community made its own. A change carries those that changed, all of a kind after they were put in another order. */
  'cad-values': defineRoom({
    name: 'cad-values',
    params: z.object({}),
    access: cadValueReaders,
    snapshot: z.object({}),
    events: { 'cad-values.changed': z.object({ values: z.array(CadValue) }) },
  }),
  /** One call with its log. The server is a parameter too, so that leaving the server also leaves its calls. */
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
  /** Items for one member: pings to answer and the progress of their own 911 calls. */
  desk: defineRoom({
    name: 'desk',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    snapshot: z.object({ pings: z.array(Ping), calls: z.array(OwnCall) }),
    events: { 'ping.saved': Ping, 'ping.answered': PingAnswered, 'own-call.saved': OwnCall },
  }),
  /** Notices for one member alone, newest first. */
  notices: defineRoom({
    name: 'notices',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    snapshot: z.array(Notice),
    events: { 'notice.added': Notice, 'notices.read': z.object({ noticeIds: z.array(z.int()), readAt: Instant }) },
  }),
  /** The code that one member types in the game; null for none. An event carries the whole. */
  'player-code': defineRoom({
    name: 'player-code',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    snapshot: PlayerCode.nullable(),
    events: { 'player-code.changed': PlayerCode.nullable() },
  }),
  /** The list 'Waiting for you' of one member. An event carries the whole list, which is short: one row for each kind. */
  waiting: defineRoom({
    name: 'waiting',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    snapshot: z.array(WaitingItem),
    events: { 'waiting.changed': z.array(WaitingItem) },
  }),
  /** A member's own patrol under way. `patrols.changed` means that other data of theirs changed: patrols, corrections or leave. */
  'own-patrols': defineRoom({
    name: 'own-patrols',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    snapshot: z.object({ open: OpenPatrol.nullable() }),
    events: { 'patrol.saved': OpenPatrol, 'patrol.left': z.object({ patrolId: z.int() }), 'patrols.changed': z.object({}) },
  }),
  /**
   * The patrols under way in a department, or in all of them (0). Sent shortly after they change. `review.changed` means that a correction
   * or an absence waits or was decided on.
   */
  patrols: defineRoom({
    name: 'patrols',
    params: z.object({ departmentId: IdOrNone }),
    access: anyOf(staff, capability('seePatrols', 'departmentId')),
    snapshot: z.object({ open: z.array(OpenPatrol) }),
    events: { 'patrol.saved': OpenPatrol, 'patrol.left': z.object({ patrolId: z.int() }), 'review.changed': z.object({}) },
  }),
  /** Tells those who decide on leave that a request was made, withdrawn or decided. */
  'leave-requests': defineRoom({
    name: 'leave-requests',
    params: z.object({}),
    access: anyOf(manageMembers, capability('grantLeave')),
    featureSwitch: leaveSwitch,
    snapshot: z.object({}),
    events: { 'requests.changed': z.object({}) },
  }),
  /** Announces that a member has left, was let go or reinstated, or may or may not return. */
  'former-members': defineRoom({
    name: 'former-members',
    params: z.object({}),
    access: managesDepartures,
    snapshot: z.object({}),
    events: { 'members.changed': z.object({}) },
  }),
  /** Announces that an invitation was made, used, paused, resumed or ended. */
  invitations: defineRoom({
    name: 'invitations',
    params: z.object({}),
    access: manageUsers,
    snapshot: z.object({}),
    events: { 'invitations.changed': z.object({}) },
  }),
  /** Tells those who decide on applications that one came, was answered, withdrawn or decided. */
  registrations: defineRoom({
    name: 'registrations',
    params: z.object({}),
    access: manageUsers,
    snapshot: z.object({}),
    events: { 'registration.changed': z.object({ registrationId: z.int() }) },
  }),
  /** Mails as they are queued, sent and given up. */
  mails: defineRoom({
    name: 'mails',
    params: z.object({}),
    access: admin,
    snapshot: z.object({}),
    events: { 'mails.changed': z.object({ mails: z.array(QueuedMail), counts: MailCounts }) },
  }),
  ...RECORD_ROOMS,
  ...WARRANT_ROOMS,
  /** Notes that a server's dispatchers share with each other. */
  dispatch: defineRoom({
    name: 'dispatch',
    params: z.object({ serverId: ServerId }),
    access: anyOf(dispatcher('serverId'), staff),
    snapshot: z.object({ notes: z.array(DispatchNote) }),
    events: { 'note.saved': DispatchNote, 'note.deleted': z.object({ noteId: z.int() }) },
  }),
  /** API requests as they are logged, newest first. `more` exceeded MAX_LIVE_LOGS; `dropped` came too fast to be logged. */
  'api-logs': defineRoom({
    name: 'api-logs',
    params: z.object({}),
    access: admin,
    snapshot: z.object({ items: z.array(ApiLog) }),
    events: { 'logs.added': z.object({ items: z.array(ApiLog).max(MAX_LIVE_LOGS), more: z.int(), dropped: z.int() }) },
  }),
  /** The settings of the portal; a change carries those that are different now. */
  settings: defineRoom({
    name: 'settings',
    params: z.object({}),
    access: admin,
    snapshot: z.array(SettingState),
    events: { 'settings.changed': z.array(SettingState) },
  }),
  /** The backups. `backups.changed` carries the whole list, which is short; progress comes once a second while one is made or proved. */
  backups: defineRoom({
    name: 'backups',
    params: z.object({}),
    access: admin,
    snapshot: BackupOverview,
    events: {
      'backups.changed': BackupOverview,
      'backup.progress': z.object({ backupId: z.int(), progress: BackupProgress }),
    },
  }),
  /** The bot, the Discord servers it is in and what waits to be done there. `drift.changed` and `mappings.changed` say that the report has to be read anew. */
  discord: defineRoom({
    name: 'discord',
    params: z.object({}),
    access: staff,
    snapshot: z.object({ bot: DiscordBot, guilds: z.array(DiscordGuild), jobs: DiscordJobs }),
    events: {
      'bot.changed': DiscordBot,
      'guild.saved': DiscordGuild,
      'guild.removed': z.object({ guildId: z.string() }),
      'channel.saved': DiscordChannel,
      'channel.removed': z.object({ guildId: z.string(), channelId: z.string() }),
      'role.saved': DiscordRole,
      'role.removed': z.object({ guildId: z.string(), roleId: z.string() }),
      'jobs.changed': DiscordJobs,
      'drift.changed': z.object({ guildId: z.string() }),
      'mappings.changed': z.object({ departmentId: z.int() }),
      'tickets.changed': z.object({ ticketIds: z.array(z.int()) }),
      'votes.changed': z.object({ voteIds: z.array(z.int()) }),
      'grants.changed': z.object({ grantIds: z.array(z.int()) }),
    },
  }),
  /** Which features are switched off, and the community's calendar, name, look and sounds. Pages know them from their configuration first. */
  features: defineRoom({
    name: 'features',
    params: z.object({}),
    access: signedIn,
    snapshot: Features,
    events: { 'features.changed': Features },
  }),
} as const

export type RoomName = keyof typeof ROOMS
export type RoomParams<N extends RoomName> = z.output<(typeof ROOMS)[N]['params']>
export type RoomSnapshot<N extends RoomName> = z.output<(typeof ROOMS)[N]['snapshot']>
export type RoomEvents<N extends RoomName> = { [E in keyof (typeof ROOMS)[N]['events']]: z.output<(typeof ROOMS)[N]['events'][E]> }

/** For example `user:12`; a room without parameters is just its name. */
export const roomKey = (name: RoomName, params: Readonly<Record<string, unknown>>): string => [name, ...Object.values(params)].join(':')
