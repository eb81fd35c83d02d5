import { z } from 'zod'
import { signedIn, staff } from '../access.ts'
import { UnitClass } from '../duty.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Instant, InstantInput, LongIdParam, bytes } from '../values.ts'
import { replaySwitch } from './replay.settings.ts'

/** The longest time that is played back at once. */
export const MAX_REPLAY_HOURS = 12
/** The longest time whose tracks are fetched at once. */
export const MAX_TRACK_MINUTES = 15
/** A patrol's replay covers at most this much of it, from its start. */
export const MAX_PATROL_REPLAY_HOURS = 48
/** How many of each a replay holds; further ones are left out, the latest first. */
export const MAX_REPLAY_CALLS = 1000
export const MAX_REPLAY_PATROLS = 1000
/** Log entries of all calls together, and status periods of all units together. */
export const MAX_REPLAY_ENTRIES = 20_000
/** A call's replay begins this long before it was created and ends this long after it was cleared. */
export const REPLAY_MARGIN_SECONDS = 60

/** A unit in a replay, with its status periods. */
export const ReplayUnit = z.object({
  userId: z.int(),
  name: z.string(),
  unitClass: UnitClass,
  departmentName: z.string(),
  patrolId: z.int(),
  /** Each status lasts until the next one; the last until `endedAt`, or beyond the end of the replay. */
  stretches: z.array(z.object({ at: Instant, status: z.int().nullable(), identifier: z.string() })),
  endedAt: Instant.nullable(),
})
export type ReplayUnit = z.infer<typeof ReplayUnit>

export const ReplayCall = z.object({
  callId: z.int(),
  code: z.string(),
  title: z.string(),
  priority: z.int(),
  location: z.string(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  createdAt: Instant,
  clearedAt: Instant.nullable(),
  disposition: z.string().nullable(),
  units: z.array(
    z.object({
      userId: z.int(),
      identifier: z.string(),
      assignedAt: Instant,
      enRouteAt: Instant.nullable(),
      onSceneAt: Instant.nullable(),
      clearedAt: Instant.nullable(),
    }),
  ),
  log: z.array(z.object({ at: Instant, author: z.string().nullable(), text: z.string() })),
})
export type ReplayCall = z.infer<typeof ReplayCall>

export const Replay = z.object({
  serverId: z.int(),
  serverName: z.string(),
  from: Instant,
  to: Instant,
  units: z.array(ReplayUnit),
  calls: z.array(ReplayCall),
  /** The first moment within the replay for which tracks are kept; null if there are none. */
  tracksFrom: Instant.nullable(),
  /** The replay has more than it can hold, so its latest part is missing. A shorter replay has all of it. */
  isPartial: z.boolean(),
})
export type Replay = z.infer<typeof Replay>

const Period = z.object({ from: InstantInput, to: InstantInput })
const inOrder = ({ from, to }: { from: string; to: string }) => Date.parse(to) > Date.parse(from)
const ORDER = { path: ['to'], error: 'The time ends before it starts' }
const within =
  (hours: number) =>
  ({ from, to }: { from: string; to: string }) =>
    Date.parse(to) - Date.parse(from) <= hours * 3_600_000

export const getReplay = defineEndpoint({
  method: 'GET',
  path: '/api/replay/servers/:serverId',
  summary: `Units, calls and their logs on a server, over at most ${MAX_REPLAY_HOURS} hours`,
  access: staff,
  featureSwitch: replaySwitch,
  params: z.object({ serverId: IdParam }),
  query: Period.refine(inOrder, ORDER).refine(within(MAX_REPLAY_HOURS), { path: ['to'], error: `At most ${MAX_REPLAY_HOURS} hours` }),
  response: Replay,
})

export const getCallReplay = defineEndpoint({
  method: 'GET',
  path: '/api/replay/calls/:callId',
  summary: `A call, from a minute before it was created to a minute after it was cleared, with every unit on duty meanwhile; its first ${MAX_REPLAY_HOURS} hours`,
  access: staff,
  featureSwitch: replaySwitch,
  params: z.object({ callId: IdParam }),
  response: Replay,
})

export const getPatrolReplay = defineEndpoint({
  method: 'GET',
  path: '/api/replay/patrols/:patrolId',
  summary:
    'A patrol with its unit and calls alone. Staff see any, holders of the capability those for their department, members their own if the community allows it',
  access: signedIn,
  featureSwitch: replaySwitch,
  params: z.object({ patrolId: LongIdParam }),
  response: Replay,
})

/** Blocks as in tracks.ts: whole blocks that overlap the requested time. A block that overlaps two requested times is sent with both. */
const Tracks = z.object({ type: z.literal('application/octet-stream'), bytes: bytes('Tracks are bytes'), digest: z.string() })
const gives = ['application/octet-stream']
const window = Period.refine(inOrder, ORDER).refine(within(MAX_TRACK_MINUTES / 60), {
  path: ['to'],
  error: `At most ${MAX_TRACK_MINUTES} minutes at once`,
})

export const getTracks = defineEndpoint({
  method: 'GET',
  path: '/api/replay/servers/:serverId/tracks',
  summary: `Tracks of the units on a server, over at most ${MAX_TRACK_MINUTES} minutes`,
  access: staff,
  featureSwitch: replaySwitch,
  params: z.object({ serverId: IdParam }),
  query: window,
  gives,
  response: Tracks,
})

export const getPatrolTracks = defineEndpoint({
  method: 'GET',
  path: '/api/replay/patrols/:patrolId/tracks',
  summary: `The track of one patrol, of its first ${MAX_PATROL_REPLAY_HOURS} hours, for those who may replay it`,
  access: signedIn,
  featureSwitch: replaySwitch,
  params: z.object({ patrolId: LongIdParam }),
  gives,
  response: Tracks,
})

export const getTrackNotice = defineEndpoint({
  method: 'GET',
  path: '/api/replay/notice',
  summary: 'For how many days the tracks of units on duty are kept, and whether members may replay their own',
  access: signedIn,
  response: z.object({ days: z.int(), mayReplayOwn: z.boolean() }),
})
