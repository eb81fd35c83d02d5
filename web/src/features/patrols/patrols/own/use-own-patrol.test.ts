import type { OpenPatrol } from '@tenfour/contract'
import { expect, test, vi } from 'vitest'
import { buildOpenPatrol } from '../testing/build-patrol.ts'
import { followOwnPatrol } from './use-own-patrol.port.ts'

function follow(open: OpenPatrol | null) {
  const deps = { onOpen: vi.fn(), refreshPatrol: vi.fn(), refreshAll: vi.fn() }
  const handlers = followOwnPatrol(deps)
  handlers.onSnapshot({ open }, { seq: 1, known: null })
  return { ...deps, ...handlers, shown: () => deps.onOpen.mock.lastCall?.[0] as OpenPatrol | null }
}
const left = (patrolId: number) => ({ event: 'patrol.left', payload: { patrolId } }) as const
const saved = (patrolId: number, over: Partial<OpenPatrol> = {}) =>
  ({ event: 'patrol.saved', payload: buildOpenPatrol({ patrolId, ...over }) }) as const

test('while the same patrol goes on, only its own timeline is fetched again', () => {
  const own = follow(buildOpenPatrol({ patrolId: 7 }))
  own.onDelta(saved(7, { status: 6 }))
  expect(own.shown()?.status).toBe(6)
  expect(own.refreshPatrol).toHaveBeenCalledExactlyOnceWith(7)
  expect(own.refreshAll).not.toHaveBeenCalled()
})

test('everything is fetched again when a patrol begins, when it ends, and when something else changed', () => {
  const own = follow(null)
  own.onDelta(saved(7))
  expect(own.refreshAll).toHaveBeenCalledTimes(1)
  own.onDelta(left(7))
  expect(own.shown()).toBeNull()
  expect(own.refreshAll).toHaveBeenCalledTimes(2)
  own.onDelta({ event: 'patrols.changed', payload: {} })
  expect(own.refreshAll).toHaveBeenCalledTimes(3)
  expect(own.refreshPatrol).not.toHaveBeenCalled()
})

test('repeated news of an ended patrol fetch nothing again', () => {
  const own = follow(buildOpenPatrol({ patrolId: 6 }))
  own.onDelta(left(6))
  own.onDelta(saved(7))
  own.refreshAll.mockClear()
  own.onDelta(left(6))
  own.onDelta(saved(7))
  expect(own.shown()?.patrolId).toBe(7)
  expect(own.refreshAll).not.toHaveBeenCalled()
})

test('everything is fetched again after missed changes, but not on the first load', () => {
  const own = follow(null)
  expect(own.refreshAll).not.toHaveBeenCalled()
  own.onSnapshot({ open: null }, { seq: 1, known: 1 })
  expect(own.refreshAll).not.toHaveBeenCalled()
  own.onSnapshot({ open: null }, { seq: 3, known: 1 })
  expect(own.refreshAll).toHaveBeenCalledTimes(1)
})
