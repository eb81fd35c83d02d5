import { createHash } from 'node:crypto'
import {
  capability,
  decodeTracks,
  encodeTrackBlock,
  encodeTracks,
  isAllowed,
  MAX_PATROL_REPLAY_HOURS,
  MAX_REPLAY_HOURS,
  membersReplayOwn,
  REPLAY_MARGIN_SECONDS,
  staff,
  trackDays,
  type Replay,
} from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { readAtOnce } from '../../../platform/database/streams.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { keptSince } from '../tracks/tracks.port.ts'
import * as repo from './replay.repo.ts'

const HOUR_MS = 3_600_000
const supervisor = capability('seePatrols', 'departmentId')
const seesAsOther = ({ subject }: Actor, { departmentId }: repo.PatrolRow) =>
  isAllowed(staff, subject) || isAllowed(supervisor, subject, { departmentId })

const noSuchPatrol = () => new AppError('not_found', 'There is no such patrol', 'patrolId')

type Deps = { readonly db: Db; readonly settings: Pick<Settings, 'get'> }
export type ReplayService = ReturnType<typeof createReplay>

export function createReplay({ db, settings }: Deps) {
  const since = () => keptSince(settings.get(trackDays))

  const mayReplay = (actor: Actor, patrol: repo.PatrolRow): boolean =>
    seesAsOther(actor, patrol) || (patrol.userId === actor.userId && settings.get(membersReplayOwn))
  const assertMayReplay = (actor: Actor, patrol: repo.PatrolRow): void => {
    if (mayReplay(actor, patrol)) return
    if (patrol.userId === actor.userId) throw new AppError('feature_off', 'Replaying your own patrols is turned off')
    // The same answer as for a call that does not exist, so that it can't be told apart.
    throw noSuchPatrol()
  }
  const loadPatrol = async (tx: Db | Tx, actor: Actor, patrolId: number) => {
    const patrol = await repo.findPatrol(tx, patrolId)
    if (!patrol) throw noSuchPatrol()
    assertMayReplay(actor, patrol)
    return patrol
  }

  type Parts = { readonly units: Awaited<ReturnType<typeof repo.readUnits>>; readonly calls: Awaited<ReturnType<typeof repo.readCalls>> }
  const answer = async (tx: Tx, whose: repo.Whose, { units, calls }: Parts): Promise<Replay> => {
    const serverName = await repo.findServerName(tx, whose.serverId)
    if (serverName === undefined) throw new AppError('not_found', 'There is no such server', 'serverId')
    const first = await repo.tracksFrom(tx, whose, since())
    return {
      serverId: whose.serverId,
      serverName,
      from: whose.from.toISOString(),
      to: whose.to.toISOString(),
      units: [...units.items],
      calls: [...calls.items],
      tracksFrom: first?.toISOString() ?? null,
      isPartial: units.isPartial || calls.isPartial,
    }
  }

  return {
    ofServer: (serverId: number, { from, to }: { from: string; to: string }): Promise<Replay> =>
      readAtOnce(db, async (tx) => {
        const whose = { serverId, from: new Date(from), to: new Date(to) }
        const units = await repo.readUnits(tx, whose, repo.onServer(whose))
        return answer(tx, whose, { units, calls: await repo.readCalls(tx, whose, repo.callsOn(whose)) })
      }),

    ofCall: (callId: number): Promise<Replay> =>
      readAtOnce(db, async (tx) => {
        const call = await repo.findCallTimes(tx, callId)
        if (!call) throw new AppError('not_found', 'There is no such call', 'callId')
        const margin = REPLAY_MARGIN_SECONDS * 1000
        const from = new Date(call.created_at.getTime() - margin)
        const end = call.cleared_at ? call.cleared_at.getTime() + margin : Infinity
        const whose = {
          serverId: call.server_id,
          from,
          to: new Date(Math.min(end, Date.now(), from.getTime() + MAX_REPLAY_HOURS * HOUR_MS)),
        }
        const units = await repo.readUnits(tx, whose, repo.onServer(whose))
        return answer(tx, whose, { units, calls: await repo.readCalls(tx, whose, repo.oneCall(callId)) })
      }),

    ofPatrol: (actor: Actor, patrolId: number): Promise<Replay> =>
      readAtOnce(db, async (tx) => {
        const whose = whoseOf(await loadPatrol(tx, actor, patrolId))
        const units = await repo.readUnits(tx, whose, repo.onePatrol(patrolId))
        return answer(tx, whose, { units, calls: await repo.readCalls(tx, whose, repo.callsOf(whose)) })
      }),

    tracks: async (serverId: number, { from, to }: { from: string; to: string }) => {
      const blocks = await repo.readBlocks(db, { serverId, from: new Date(from), to: new Date(to) }, since())
      return tracksOf(blocks.map(({ data }) => data))
    },

    patrolTracks: async (actor: Actor, patrolId: number) => {
      const whose = whoseOf(await loadPatrol(db, actor, patrolId))
      const blocks = await repo.readBlocks(db, whose, since())
      return tracksOf(
        blocks.flatMap(({ data, startedAt, endedAt }) => (startedAt >= whose.from && endedAt <= whose.to ? data : cutBlock(data, whose))),
      )
    },

    notice: () => ({ days: settings.get(trackDays), mayReplayOwn: settings.get(membersReplayOwn) }),

    /** Whether the actor may replay this patrol and some of its track is still kept. */
    canReplay: async (actor: Actor, { patrolId }: { readonly patrolId: number }): Promise<boolean> => {
      const patrol = await repo.findPatrol(db, patrolId)
      if (!patrol || !mayReplay(actor, patrol)) return false
      return (await repo.tracksFrom(db, whoseOf(patrol), since())) !== null
    },
  }
}

const whoseOf = ({ serverId, userId, startedAt, endedAt }: repo.PatrolRow) => {
  const latest = startedAt.getTime() + MAX_PATROL_REPLAY_HOURS * HOUR_MS
  return { serverId, userId, from: startedAt, to: new Date(Math.min(endedAt?.getTime() ?? Date.now(), latest)) }
}

/** The points within a time: a block may overlap the patrol before or after, which may be another department's. */
function cutBlock(data: Uint8Array, { from, to }: repo.Period): Uint8Array[] {
  return (decodeTracks(encodeTracks([data])) ?? []).flatMap(({ userId, points: { at, x, y, heading } }) => {
    const points = Array.from(at, (each, index) => ({ at: each, x: x[index] ?? 0, y: y[index] ?? 0, heading: heading[index] ?? 0 }))
    const within = points.filter((point) => point.at >= from.getTime() && point.at <= to.getTime())
    return within.length > 0 ? [encodeTrackBlock({ userId, points: within })] : []
  })
}

function tracksOf(blocks: readonly Uint8Array[]) {
  const bytes = encodeTracks(blocks)
  return { type: 'application/octet-stream' as const, bytes, digest: createHash('sha256').update(bytes).digest('base64url') }
}
