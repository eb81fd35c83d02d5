import { UNIT_CLASS, UNIT_STATUS, UNIT_TYPE, type Call, type CallType, type PatrolUnit } from '@tenfour/contract'

export const NOON = Date.parse('2026-05-01T12:00:00.000Z')
/** The instant this many seconds before noon. */
export const before = (seconds: number): string => new Date(NOON - seconds * 1000).toISOString()

export const aCall = (overrides: Partial<Call> = {}): Call => ({
  callId: 1042,
  serverId: 1,
  callTypeId: 4,
  priority: 1,
  classes: [UNIT_CLASS.Leo],
  title: 'Robbery in progress',
  narrative: '',
  location: 'Great Ocean Hwy',
  postal: '5041',
  x: null,
  y: null,
  caller: '',
  channel: '',
  source: '911',
  status: 'pending',
  primaryUserId: null,
  handlerUserId: null,
  mergedIntoId: null,
  panicUserId: null,
  disposition: null,
  createdBy: null,
  createdAt: before(60),
  clearedBy: null,
  clearedAt: null,
  version: 1,
  ...overrides,
})

export const aUnit = (overrides: Partial<PatrolUnit> = {}): PatrolUnit => ({
  userId: 12,
  name: 'Rosa Delgado',
  serverId: 1,
  department: { departmentId: 3, name: 'BCSO', type: 'Leo' },
  unitClass: UNIT_CLASS.Leo,
  identifier: '4L12',
  type: UNIT_TYPE.Patrol,
  channel: '',
  beatId: null,
  beatSince: null,
  status: UNIT_STATUS.inService,
  statusSince: before(600),
  onDutySince: before(3600),
  callId: null,
  callSince: null,
  ...overrides,
})

export const aType = (overrides: Partial<CallType> = {}): CallType => ({
  callTypeId: 4,
  code: 'ROBBERY',
  name: 'Robbery in progress',
  priority: 1,
  classes: [UNIT_CLASS.Leo],
  ...overrides,
})
