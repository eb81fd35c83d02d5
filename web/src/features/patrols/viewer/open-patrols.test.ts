import type { OpenPatrol } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { applyDelta, listOpen, openPatrolsOf, presenceSummary } from './open-patrols.ts'

const open = (patrolId: number, over: Partial<OpenPatrol> = {}): OpenPatrol => ({
  patrolId,
  userId: patrolId,
  name: `Officer ${patrolId}`,
  departmentId: 2,
  departmentName: 'LSPD',
  serverId: 1,
  serverName: 'San Andreas I',
  isCivilian: false,
  identifier: '4L12',
  beat: null,
  startedAt: '2026-11-17T20:00:00.000Z',
  status: 3,
  statusSince: '2026-11-17T20:00:00.000Z',
  presence: null,
  presenceSince: null,
  ...over,
})
const ids = (list: readonly OpenPatrol[]) => list.map(({ patrolId }) => patrolId)

test('patrols come, change and go', () => {
  let room = openPatrolsOf([open(1), open(2)])
  room = applyDelta(room, { event: 'patrol.saved', payload: open(3) })
  room = applyDelta(room, { event: 'patrol.saved', payload: open(1, { status: 6 }) })
  room = applyDelta(room, { event: 'patrol.left', payload: { patrolId: 2 } })
  expect(ids(listOpen([room], undefined))).toEqual([1, 3])
  expect(room.get(1)?.status).toBe(6)
})

test('what concerns no patrol in the list changes nothing', () => {
  const room = openPatrolsOf([open(1)])
  expect(applyDelta(room, { event: 'patrol.left', payload: { patrolId: 9 } })).toBe(room)
  expect(applyDelta(room, { event: 'review.changed', payload: {} })).toBe(room)
})

test('several departments are one list by name, or one of them', () => {
  const rooms = [openPatrolsOf([open(1, { name: 'Zoe' })]), openPatrolsOf([open(2, { name: 'Abe', departmentId: 3 })])]
  expect(ids(listOpen(rooms, undefined))).toEqual([2, 1])
  expect(ids(listOpen(rooms, 2))).toEqual([1])
})

test('presence is summed up without those whom nobody looks for', () => {
  const states = ['moving', 'moving', 'away', null] as const
  expect(presenceSummary(states.map((presence) => ({ presence })))).toBe('2 seen moving, 1 not in game')
  expect(presenceSummary([{ presence: null }])).toBe('')
})
