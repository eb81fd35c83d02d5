import { z } from 'zod'
import {
  admin,
  allOf,
  anyOf,
  capability,
  civilian,
  dispatcher,
  emergencyUnit,
  lookupUnit,
  memberOf,
  self,
  signedIn,
  staff,
  type AccessRule,
} from './access.ts'
import { ApiLog, MAX_LIVE_LOGS } from './game/api-logs.ts'
import { Calendar } from './calendar.ts'
import { Announcement } from './people/announcements.ts'
import { Call, CallDetail, CallLogEntry, CallUnit } from './dispatch/calls.ts'
import { OwnCall, Ping, PingAnswered } from './dispatch/desk.ts'
import { DiscordBot, DiscordChannel, DiscordGuild, DiscordJobs, DiscordRole } from './community/discord.ts'
import { ServerId } from './ids.ts'
import { DispatchNote } from './dispatch/notes.ts'
import { Notice } from './people/notices.ts'
import { SettingState, SwitchedOff } from './portal/settings.ts'
import { WaitingItem } from './portal/waiting.ts'
import type { FeatureSwitch } from './setting.ts'
import { managesDepartures } from './people/departures.ts'
import { manageMembers, manageServers, manageUsers } from './people/roles.ts'
import { ServerLink } from './game/servers.link.ts'
import { Server, ServerActivity, ServerLive } from './game/servers.ts'
import { OpenPatrol } from './patrols/patrols.live.ts'
import { Tone } from './dispatch/tones.ts'
import { PatrolUnit } from './dispatch/units.ts'
import { Bolo, BoloHit } from './records/bolos.ts'
import { Claim, OwnCharacter, OwnRecords } from './records/characters.ts'
import { Import } from './records/imports.ts'
import { Licence } from './records/licences.ts'
import { ContestedFine, JailTerm, OwnFine } from './records/penalties.ts'
import { OwnReportSummary, ReportDraftSummary, ReportSummary } from './records/reports.ts'
import { OwnVehicle, VehicleTransfer } from './records/vehicles.ts'
import { WarrantAlert } from './records/warrant-alerts.ts'
import {
  legalStaff,
  WarrantChange,
  WarrantCounts,
  WarrantDraftSummary,
  WarrantPlace,
  WarrantState,
  WarrantSummary,
} from './legal/warrants.ts'
import { Weapon } from './records/weapons.ts'
import { CurrentUser, UserId } from './people/users.ts'
import { Id, IdOrNone, Instant } from './values.ts'
import { ServerWhitelist } from './game/whitelist.ts'
import { bolosSwitch } from './records/bolos.settings.ts'
import { leaveSwitch } from './people/leaves.settings.ts'
import { warrantsSwitch } from './legal/warrants.settings.ts'

/** A room: name, parameters, who may join, the initial snapshot and its events. */
export type Room = {
  readonly name: string
  readonly params: z.ZodType<Record<string, unknown>>
  readonly access: AccessRule
  /** Refused with `feature_off` while this is switched off. */
  readonly featureSwitch?: FeatureSwitch
  readonly snapshot: z.ZodType
  readonly events: Readonly<Record<string, z.ZodType>>
}

const Features = z.object({ switchedOff: SwitchedOff, calendar: Calendar.optional(), communityName: z.string().optional() })

const defineRoom = <const R extends Room>(room: R): R => room

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
  /** Announces that a member has left, was let go or taken back, or may or may not return. */
  'former-members': defineRoom({
    name: 'former-members',
    params: z.object({}),
    access: managesDepartures,
    snapshot: z.object({}),
    events: { 'members.changed': z.object({}) },
  }),
  /** Announces that the penal code changed. */
  offences: defineRoom({
    name: 'offences',
    params: z.object({}),
    access: signedIn,
    snapshot: z.object({}),
    events: { 'offences.changed': z.object({}) },
  }),
  /** Announces that the community's own fields changed. */
  fields: defineRoom({
    name: 'fields',
    params: z.object({}),
    access: signedIn,
    snapshot: z.object({}),
    events: { 'fields.changed': z.object({}) },
  }),
  /** A member's drafts, and those of their reports that wait or were returned, at most 100. */
  'own-reports': defineRoom({
    name: 'own-reports',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    snapshot: z.object({ drafts: z.array(ReportDraftSummary), reports: z.array(OwnReportSummary) }),
    events: {
      'draft.saved': ReportDraftSummary,
      'draft.left': z.object({ draftId: z.int() }),
      /** A report in any state; a final or voided one leaves the list. */
      'report.saved': OwnReportSummary,
    },
  }),
  /** The reports that wait for those who approve in a department: the oldest 100 of each kind. */
  'report-queue': defineRoom({
    name: 'report-queue',
    params: z.object({ departmentId: Id }),
    access: capability('approveReports', 'departmentId'),
    snapshot: z.object({ reports: z.array(ReportSummary), fines: z.array(ContestedFine) }),
    events: {
      'report.waiting': ReportSummary,
      'report.decided': z.object({ reportId: z.int() }),
      'fine.contested': ContestedFine,
      'fine.reported': ContestedFine,
      'fine.decided': z.object({ fineId: z.int() }),
    },
  }),
  /**
   * Warrants for legal staff. Confidential warrants, and those that ask to be, are not here: members who may know of one get it in
   * `own-warrants`. The counts are in `own-warrants` too, and include these.
   */
  warrants: defineRoom({
    name: 'warrants',
    params: z.object({}),
    access: legalStaff,
    featureSwitch: warrantsSwitch,
    snapshot: z.object({}),
    events: {
      'warrant.saved': WarrantChange,
      /** The warrant was made confidential, or asks to be. */
      'warrant.left': z.object({ warrantId: z.int(), was: WarrantPlace }),
    },
  }),
  /** A member's drafts, the newest 100 of their warrants that wait, and all confidential warrants that they may know of. */
  'own-warrants': defineRoom({
    name: 'own-warrants',
    params: z.object({ userId: UserId }),
    access: self('userId'),
    featureSwitch: warrantsSwitch,
    snapshot: z.object({
      drafts: z.array(WarrantDraftSummary),
      /** The member's own warrants that are not decided yet. */
      own: z.array(WarrantSummary),
      /** Counts of the lists of Manage Warrants; null for members who are not legal staff. */
      counts: WarrantCounts.nullable(),
    }),
    events: {
      'draft.saved': WarrantDraftSummary,
      'draft.left': z.object({ draftId: z.int() }),
      /** A warrant in any state; a decided one leaves the list. */
      'own.saved': WarrantSummary,
      /** A warrant that is confidential or asks to be, for legal staff. */
      'confidential.saved': WarrantChange,
      /** The warrant is no longer confidential, or the member may no longer know of it. */
      'confidential.left': z.object({ warrantId: z.int(), was: WarrantPlace }),
      /** For units on duty that are to serve a confidential warrant. */
      'alert.saved': WarrantAlert,
      'alert.ended': z.object({ warrantId: z.int(), state: WarrantState }),
    },
  }),
  /** Says to units on duty which warrants became active and which ended. Confidential ones come in `own-warrants`. */
  'active-warrants': defineRoom({
    name: 'active-warrants',
    params: z.object({}),
    access: lookupUnit(),
    featureSwitch: warrantsSwitch,
    snapshot: z.object({}),
    events: { 'alert.saved': WarrantAlert, 'alert.ended': z.object({ warrantId: z.int(), state: WarrantState }) },
  }),
  /** Who is in jail on a server. There is no event when a term is over: it carries its end. */
  jail: defineRoom({
    name: 'jail',
    params: z.object({ serverId: ServerId }),
    access: lookupUnit('serverId'),
    snapshot: z.array(JailTerm),
    events: { 'term.saved': JailTerm, 'term.ended': z.object({ termId: z.int() }) },
  }),
  /** A member's characters and everything that belongs to them. A licence that expires causes no event, because it carries the date. */
  'own-records': defineRoom({
    name: 'own-records',
    params: z.object({ userId: UserId }),
    access: allOf(self('userId'), civilian),
    snapshot: OwnRecords,
    events: {
      'character.saved': OwnCharacter,
      /** With all that belonged to it. */
      'character.left': z.object({ characterId: z.int() }),
      'vehicle.saved': OwnVehicle,
      'vehicle.left': z.object({ vehicleId: z.int() }),
      'licence.saved': Licence,
      'licence.left': z.object({ licenceId: z.int() }),
      'weapon.saved': Weapon,
      'weapon.left': z.object({ weaponId: z.int() }),
      'transfer.saved': VehicleTransfer,
      'transfer.left': z.object({ transferId: z.int() }),
      'claim.saved': Claim,
      'fine.saved': OwnFine,
    },
  }),
  /** The open BOLOs of a server. There is no event when one expires: it carries its own expiry time. */
  bolos: defineRoom({
    name: 'bolos',
    params: z.object({ serverId: ServerId }),
    access: lookupUnit('serverId'),
    featureSwitch: bolosSwitch,
    snapshot: z.array(Bolo),
    events: { 'bolo.saved': Bolo, 'bolo.ended': z.object({ boloId: z.int() }), 'bolo.hit': BoloHit },
  }),
  /** The imports of the list's first page, newest first. Progress is told a few times a second. */
  imports: defineRoom({
    name: 'imports',
    params: z.object({}),
    access: admin,
    snapshot: z.array(Import),
    events: { 'import.saved': Import },
  }),
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
  /** The bot, the Discord servers it is in and what waits to be done there. `drift.changed` says that the report has to be read anew. */
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
      'tickets.changed': z.object({ ticketIds: z.array(z.int()) }),
      'votes.changed': z.object({ voteIds: z.array(z.int()) }),
      'grants.changed': z.object({ grantIds: z.array(z.int()) }),
    },
  }),
  /** Which features are switched off, and the community's calendar and name. Pages know them from their configuration first. */
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
