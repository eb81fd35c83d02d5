import type { WarrantAlert } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { warrantsOn } from '../records/change-result.ts'
import { createWarrantFollower } from './follow-warrants.ts'
import { createRecordDesk } from '../record-desk.ts'
import { aPerson, aResult, aVehicle, aWarrant } from '../testing/build-records.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-05-01T12:00:00.000Z') }))
afterEach(() => vi.useRealTimers())

async function setUp(record: Parameters<typeof aResult>[0], { isAnswered = true } = {}) {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof aResult>>()
  const desk = createRecordDesk({
    lookUp: () => promise,
    lookUpPatient: () => Promise.reject(new Error('not asked')),
    onResult: () => undefined,
  })
  const heard = vi.fn<() => void>()
  const now: { warrants: WarrantAlert[] } = { warrants: [] }
  const read = vi.fn<(lookupId: number) => Promise<readonly WarrantAlert[]>>(() => Promise.resolve(now.warrants))
  const opened = desk.open({ kind: 'lookup', label: 'Marlowe', request: { by: 'character', characterId: 7 } })
  const answer = async () => {
    resolve(aResult(record))
    await opened
  }
  if (isAnswered) await answer()
  const follower = createWarrantFollower({ desk, read, onNew: heard, onProblem: (error) => expect.unreachable(String(error)) })
  const ids = () => {
    const shown = desk.get()
    return shown.kind === 'lookup' ? warrantsOn(shown.result).map(({ warrantId }) => warrantId) : null
  }
  return { desk, follower, heard, read, now, ids, answer }
}

test('an open person gets a warrant with its sound as it is signed, and loses it as it ends', async () => {
  const { follower, heard, ids } = await setUp(aPerson())
  follower.saved(aWarrant())
  expect(ids()).toEqual([1])
  follower.saved(aWarrant())
  follower.saved(aWarrant({ warrantId: 2, characterId: 8 }))
  expect(ids()).toEqual([1])
  expect(heard).toHaveBeenCalledTimes(1)
  follower.ended(1)
  expect(ids()).toEqual([])
})

test('a vehicle shows its own search warrant and its owner’s, and says so on the owner', async () => {
  const { desk, follower, ids } = await setUp(aVehicle())
  follower.saved(aWarrant({ warrantId: 2 }))
  follower.saved(aWarrant({ warrantId: 3, type: 'search', characterId: null, vehicleId: 3 }))
  expect(ids()).toEqual([3, 2])
  expect(desk.get()).toMatchObject({ result: { record: { flags: ['Warrant'], owner: { flags: ['Warrant'] } } } })
  follower.ended(2)
  expect(desk.get()).toMatchObject({ result: { record: { flags: ['Warrant'], owner: { flags: [] } } } })
})

test('a warrant leaves the record in the minute it expires, without an event', async () => {
  const { ids, heard } = await setUp(
    aPerson({ warrants: [aWarrant({ expiresAt: '2026-05-01T12:05:00.000Z' }), aWarrant({ warrantId: 2 })], flags: ['Warrant'] }),
  )
  vi.advanceTimersByTime(299_000)
  expect(ids()).toEqual([1, 2])
  vi.advanceTimersByTime(1000)
  expect(ids()).toEqual([2])
  expect(heard).not.toHaveBeenCalled()
})

test('after a gap the warrants are read again by the lookup, and a new one is heard', async () => {
  const { follower, read, now, ids, heard } = await setUp(aPerson({ warrants: [aWarrant()] }))
  now.warrants = [aWarrant({ warrantId: 2 })]
  follower.reload()
  await vi.advanceTimersByTimeAsync(0)
  expect([ids(), read.mock.calls, heard.mock.calls.length]).toEqual([[2], [[1]], 1])
})

test('a warrant announced during a lookup is not lost', async () => {
  const { follower, now, ids, read, answer } = await setUp(aPerson(), { isAnswered: false })
  now.warrants = [aWarrant()]
  follower.saved(aWarrant())
  await answer()
  await vi.advanceTimersByTimeAsync(0)
  expect([ids(), read.mock.calls.length]).toEqual([[1], 1])
})

test('a warrant announced while the warrants are read is not lost to an older answer', async () => {
  const { follower, read, now, ids } = await setUp(aPerson({ warrants: [aWarrant()] }))
  const { promise, resolve } = Promise.withResolvers<readonly WarrantAlert[]>()
  read.mockReturnValueOnce(promise)
  follower.reload()
  follower.saved(aWarrant({ warrantId: 2 }))
  follower.ended(1)
  now.warrants = [aWarrant({ warrantId: 2 })]
  resolve([aWarrant()])
  await vi.advanceTimersByTimeAsync(0)
  expect([ids(), read.mock.calls.length]).toEqual([[2], 2])
})

test('of two readings the later one counts, whichever is answered first', async () => {
  const { follower, read, now, ids } = await setUp(aPerson())
  const { promise, resolve } = Promise.withResolvers<readonly WarrantAlert[]>()
  read.mockReturnValueOnce(promise)
  now.warrants = [aWarrant()]
  follower.reload()
  follower.reload()
  await vi.advanceTimersByTimeAsync(0)
  resolve([])
  await vi.advanceTimersByTimeAsync(0)
  expect(ids()).toEqual([1])
})
