import type { Call, CallType, PatrolUnit } from '@tenfour/contract'
import { emptyBoard, type BoardState } from '../board-store.ts'

const AT = '2026-05-01T20:00:00.000Z'

/** A police unit in service on server 1, with overrides. */
export const buildUnit = (userId: number, over: Partial<PatrolUnit> = {}): PatrolUnit => ({
  userId,
  name: `Member ${userId}`,
  serverId: 1,
  department: { departmentId: 2, name: 'LSPD', type: 'Leo' },
  unitClass: 1,
  identifier: `4L${userId}`,
  type: 1,
  typeId: null,
  channel: '',
  beatId: null,
  beatSince: null,
  status: 3,
  statusId: null,
  statusLabel: 'In service',
  statusSince: AT,
  onDutySince: AT,
  callId: null,
  callSince: null,
  ...over,
})

/** A call type without anything of its own, with overrides. */
export const buildCallType = (callTypeId: number, code: string, over: Partial<CallType> = {}): CallType => ({
  callTypeId,
  key: code,
  code,
  name: code,
  priority: 2,
  classes: [1],
  opening: '',
  sound: 'usual',
  colour: 'none',
  recommend: [],
  needs: [],
  ...over,
})

/** A pending call of priority 2 on server 1, with overrides. */
export const buildCall = (callId: number, over: Partial<Call> = {}): Call => ({
  callId,
  serverId: 1,
  callTypeId: 1,
  priority: 2,
  title: `Call ${callId}`,
  narrative: '',
  location: '',
  postal: '',
  x: null,
  y: null,
  caller: '',
  channel: '',
  classes: [1],
  handlerUserId: null,
  mergedIntoId: null,
  panicUserId: null,
  panicAcknowledgedBy: [],
  source: 'dispatcher',
  number: null,
  status: 'pending',
  primaryUserId: null,
  disposition: null,
  createdBy: null,
  createdAt: AT,
  clearedBy: null,
  clearedAt: null,
  version: 1,
  ...over,
})

/** A live board of server 1. */
export const buildBoard = (units: readonly PatrolUnit[] = [], calls: readonly Call[] = []): BoardState => ({
  ...emptyBoard(1),
  phase: 'live',
  units: new Map(units.map((unit) => [unit.userId, unit])),
  calls: new Map(calls.map((call) => [call.callId, call])),
})
