import type { Correction, OpenPatrol, Patrol, PatrolDetail } from '@tenfour/contract'

/** An instant of the evening of 14 November 2026, in local time. */
export const at = (hours: number, minutes = 0, seconds = 0): string => new Date(2026, 10, 14, hours, minutes, seconds).toISOString()

export const buildPatrol = (over: Partial<Patrol> = {}): Patrol => ({
  patrolId: 7,
  departmentId: 2,
  departmentName: 'Los Santos Police',
  serverId: 1,
  serverName: 'San Andreas I',
  startedAt: at(20, 2),
  endedAt: at(22, 51),
  endReason: null,
  calls: 3,
  userId: 1,
  kind: 'duty',
  identifier: '2S31',
  unitClass: 1,
  seconds: 169 * 60,
  countedSeconds: 151 * 60,
  seenSeconds: 151 * 60,
  idleSeconds: 0,
  isFlagged: true,
  isCut: false,
  correction: null,
  isSettled: true,
  ...over,
})

export const buildDetail = (over: Partial<PatrolDetail> = {}): PatrolDetail => ({
  ...buildPatrol(),
  name: 'K. Adeyemi',
  rankName: 'Deputy',
  stretches: [
    { startedAt: at(20, 2), endedAt: at(20, 40), status: 3, beat: 'Beat 21', identifier: '2S31' },
    { startedAt: at(20, 40), endedAt: at(21, 2), status: 3, beat: 'Beat 22', identifier: '2S31' },
    { startedAt: at(21, 2), endedAt: at(22, 51), status: 6, beat: 'Beat 22', identifier: '2S31' },
  ],
  presence: [
    { startedAt: at(19, 50), endedAt: at(21, 18), state: 'moving' },
    { startedAt: at(21, 36), endedAt: at(22, 51), state: 'idle' },
  ],
  watched: [{ startedAt: at(20, 2), endedAt: at(22, 51) }],
  gaps: [{ gapId: 5, startedAt: at(21, 18), endedAt: at(21, 36), isCounted: false, decided: null }],
  callsWorked: [{ callId: 1047, code: '10-99', title: 'Panic button, own', startedAt: at(21), endedAt: at(21, 14) }],
  reports: [{ reportId: 3, number: 'C-2026-0712', kind: 'citation', at: at(21, 20) }],
  corrections: [],
  absences: { rule: 'limit', minutes: 15 },
  cutEndedAt: null,
  canReplay: false,
  canDecide: false,
  version: 4,
  ...over,
})

export const buildCorrection = (over: Partial<Correction> = {}): Correction => ({
  correctionId: 9,
  patrolId: 7,
  askedBy: { userId: 1, name: 'K. Adeyemi' },
  askedAt: at(23, 4),
  reason: 'Game crash',
  startedAt: null,
  endedAt: null,
  countsGaps: true,
  wasStartedAt: at(20, 2),
  wasEndedAt: at(22, 51),
  state: 'asked',
  decided: null,
  ...over,
})

export const buildOpenPatrol = (over: Partial<OpenPatrol> = {}): OpenPatrol => ({
  patrolId: 7,
  userId: 1,
  name: 'K. Adeyemi',
  departmentId: 2,
  departmentName: 'LSPD',
  serverId: 1,
  serverName: 'San Andreas I',
  isCivilian: false,
  identifier: '4L12',
  beat: null,
  startedAt: at(20),
  status: 3,
  statusSince: at(20),
  presence: null,
  presenceSince: null,
  ...over,
})
