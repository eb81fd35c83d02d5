import type { OpenPatrol } from '@tenfour/contract'
import { expect, test, vi } from 'vitest'
import { buildOpenPatrol } from '../patrols/testing/build-patrol.ts'
import { applyDelta, followRoom, listOpen, openPatrolsOf, presenceSummary } from './open-patrols.ts'

const open = (patrolId: number, over: Partial<OpenPatrol> = {}): OpenPatrol =>
  buildOpenPatrol({ patrolId, userId: patrolId, name: `Officer ${patrolId}`, ...over })
const ids = (list: readonly OpenPatrol[]) => list.map(({ patrolId }) => patrolId)

test('patrols come, change and go', () => {
  let room = openPatrolsOf([open(1), open(2)])
  room = applyDelta(room, { event: 'patrol.saved', payload: open(3) })
  room = applyDelta(room, { event: 'patrol.saved', payload: open(1, { status: 6 }) })
  room = applyDelta(room, { event: 'patrol.left', payload: { patrolId: 2 } })
  expect(ids(listOpen([room], undefined))).toEqual([1, 3])
  expect(room.get(1)?.status).toBe(6)
})

test('a change of a patrol that is not in the list changes nothing', () => {
  const room = openPatrolsOf([open(1)])
  expect(applyDelta(room, { event: 'patrol.left', payload: { patrolId: 9 } })).toBe(room)
  expect(applyDelta(room, { event: 'review.changed', payload: {} })).toBe(room)
})

test('several departments are one list by name, or one of them', () => {
  const rooms = [openPatrolsOf([open(1, { name: 'Zoe' })]), openPatrolsOf([open(2, { name: 'Abe', departmentId: 3 })])]
  expect(ids(listOpen(rooms, undefined))).toEqual([2, 1])
  expect(ids(listOpen(rooms, 2))).toEqual([1])
})

test('the presence summary leaves out members that no game server looks for', () => {
  const states = ['moving', 'moving', 'away', null] as const
  expect(presenceSummary(states.map((presence) => ({ presence })))).toBe('2 seen moving, 1 not in game')
  expect(presenceSummary([{ presence: null }])).toBe('')
})

function follow(patrols: readonly OpenPatrol[]) {
  const deps = { onChange: vi.fn(), refresh: vi.fn(), refreshSoon: vi.fn() }
  const handlers = followRoom(deps)
  handlers.onSnapshot({ open: [...patrols] }, { seq: 1, known: null })
  return { ...deps, ...handlers }
}

test('after missed changes, totals and reviews are fetched again with the patrols, but not on the first load', () => {
  const room = follow([open(1)])
  expect(room.refresh).not.toHaveBeenCalled()
  room.onSnapshot({ open: [open(2)] }, { seq: 3, known: 1 })
  expect(room.refresh).toHaveBeenCalledTimes(1)
  expect([...room.onChange.mock.lastCall![0].keys()]).toEqual([2])
})

test('totals are fetched once after a patrol ends, however often the end is sent', () => {
  const room = follow([open(1)])
  for (const patrolId of [1, 1, 9]) room.onDelta({ event: 'patrol.left', payload: { patrolId } })
  expect(room.refreshSoon).toHaveBeenCalledTimes(1)
  room.onDelta({ event: 'review.changed', payload: {} })
  expect(room.refresh).toHaveBeenCalledTimes(1)
})
