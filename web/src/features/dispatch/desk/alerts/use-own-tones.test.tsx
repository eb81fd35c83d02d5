// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { Tone } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../../../app/testing/build-user.ts'
import { SignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { createBoardStore } from '../../board/board-store.ts'
import { setCurrentBoard } from '../../board/current-board.ts'
import { alertHistoryOf } from './alert-history.ts'
import { wordsOfTone } from './alerts.ts'
import { TONE_SHOWN_MS, useOwnTones } from './use-own-tones.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const tone = (toneId: number): Tone => ({
  toneId,
  serverId: 1,
  classes: [1],
  message: '',
  callId: null,
  by: { userId: 9, name: 'Remy Stone' },
  at: new Date().toISOString(),
})
const user = buildUser({ userId: 1, duty: { serverId: 1, unitClass: 1, type: 1 } })
const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a tone fades after 20 seconds, but not while the user is at the strip', async () => {
  const board = createBoardStore(1)
  const leave = setCurrentBoard(board)
  board.snapshot({ units: [], calls: [], tones: [] })
  const faded: number[] = []
  const onFaded = (each: Tone) => {
    faded.push(each.toneId)
    alertHistoryOf(user.userId).add(wordsOfTone(each), 'faded')
  }
  const { result, rerender } = renderHook(({ isHeld }) => useOwnTones({ isHeld, onFaded }), {
    initialProps: { isHeld: false },
    wrapper: ({ children }) => <SignedInUser value={user}>{children}</SignedInUser>,
  })
  const seen = () => [result.current.map(({ toneId }) => toneId), faded]
  act(() => board.delta({ event: 'tone.sounded', payload: tone(1) }))
  await after(TONE_SHOWN_MS - 1000)
  expect(seen()).toEqual([[1], []])
  rerender({ isHeld: true })
  await after(TONE_SHOWN_MS)
  expect(seen()).toEqual([[1], []])
  act(() => board.delta({ event: 'tone.sounded', payload: tone(2) }))
  rerender({ isHeld: false })
  await after(0)
  expect(seen()).toEqual([[2], [1]])
  await after(TONE_SHOWN_MS)
  expect(seen()).toEqual([[], [1, 2]])
  leave()
})
