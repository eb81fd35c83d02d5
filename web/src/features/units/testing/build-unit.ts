import type { PatrolUnit } from '@tenfour/contract'

/** A police unit in service since nine in the evening, changed as asked. */
export const buildUnit = (over: Partial<PatrolUnit> = {}): PatrolUnit => ({
  userId: 1,
  name: 'Rosa Delgado',
  serverId: 1,
  department: { departmentId: 2, name: 'LSPD', type: 'Leo' },
  unitClass: 1,
  identifier: '4L12',
  type: 1,
  beatId: null,
  beatSince: null,
  channel: '',
  status: 3,
  statusSince: '2026-05-01T21:00:00.000Z',
  onDutySince: '2026-05-01T20:00:00.000Z',
  callId: null,
  callSince: null,
  ...over,
})
