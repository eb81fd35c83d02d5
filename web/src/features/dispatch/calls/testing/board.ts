import type { Call, CallType, PatrolUnit } from '@tenfour/contract'
import { buildCall, buildCallType, buildUnit } from '../../board/testing/build-board.ts'

export const NOON = Date.parse('2026-05-01T12:00:00.000Z')
/** The instant this many seconds before noon. */
export const before = (seconds: number): string => new Date(NOON - seconds * 1000).toISOString()

export const aCall = ({ callId = 1042, ...overrides }: Partial<Call> = {}): Call =>
  buildCall(callId, {
    callTypeId: 4,
    priority: 1,
    title: 'Robbery in progress',
    location: 'Great Ocean Hwy',
    postal: '5041',
    source: '911',
    createdAt: before(60),
    ...overrides,
  })

export const aUnit = ({ userId = 12, ...overrides }: Partial<PatrolUnit> = {}): PatrolUnit =>
  buildUnit(userId, {
    name: 'Rosa Delgado',
    department: { departmentId: 3, name: 'BCSO', type: 'Leo' },
    identifier: '4L12',
    statusSince: before(600),
    onDutySince: before(3600),
    ...overrides,
  })

export const aType = ({ callTypeId = 4, code = 'ROBBERY', ...overrides }: Partial<CallType> = {}): CallType =>
  buildCallType(callTypeId, code, { name: 'Robbery in progress', priority: 1, ...overrides })

/** In-memory browser storage for tests. */
export function memoryStore() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
