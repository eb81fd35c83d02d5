import { UNIT_CLASS, UNIT_STATUS, type Replay, type ReplayCall, type ReplayUnit, type Track, type TrackPoint } from '@tenfour/contract'

/** 14 November 2026, 20:00 in Greenwich. */
export const START = Date.UTC(2026, 10, 14, 20)
export const instant = (seconds: number): string => new Date(START + seconds * 1000).toISOString()
export const moment = (seconds: number): number => START + seconds * 1000

export const buildUnit = (over: Partial<ReplayUnit> = {}): ReplayUnit => ({
  userId: 7,
  name: 'Marsh T.',
  unitClass: UNIT_CLASS.Leo,
  departmentName: 'LSPD',
  patrolId: 70,
  stretches: [{ at: instant(-600), status: UNIT_STATUS.inService, identifier: '4L12' }],
  endedAt: null,
  ...over,
})

export const buildCall = (over: Partial<ReplayCall> = {}): ReplayCall => ({
  callId: 1042,
  code: '10-90',
  title: 'Robbery',
  priority: 1,
  location: 'Vinewood Blvd',
  x: 300,
  y: 200,
  createdAt: instant(60),
  clearedAt: instant(900),
  disposition: 'Arrest made',
  units: [],
  log: [],
  ...over,
})

export const buildReplay = (over: Partial<Replay> = {}): Replay => ({
  serverId: 1,
  serverName: 'San Andreas I',
  from: instant(0),
  to: instant(3600),
  units: [buildUnit()],
  calls: [],
  tracksFrom: instant(0),
  isPartial: false,
  ...over,
})

/** A block of points, each with its second. */
export const buildTrack = (
  userId: number,
  points: readonly (readonly [second: number, x: number, y: number, heading?: number])[],
): Track => {
  const at: readonly TrackPoint[] = points.map(([second, x, y, heading = 0]) => ({ at: moment(second), x, y, heading }))
  return {
    userId,
    points: {
      at: Float64Array.from(at, (each) => each.at),
      x: Float32Array.from(at, (each) => each.x),
      y: Float32Array.from(at, (each) => each.y),
      heading: Float32Array.from(at, (each) => each.heading),
    },
  }
}
