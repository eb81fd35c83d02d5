// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createPlayer } from './player.ts'
import { ReplayLog } from './ReplayLog.tsx'
import { buildCall, buildReplay, instant, moment } from './testing/evening.ts'
import { createTimeline } from './timeline.ts'

afterEach(cleanup)

const log = (callId: number, seconds: readonly number[]) =>
  buildCall({ callId, createdAt: instant(60), log: seconds.map((second) => ({ at: instant(second), author: null, text: `at ${second}` })) })

function open() {
  const timeline = createTimeline(buildReplay({ calls: [log(1, [100, 300, 500]), log(2, [200, 400])] }))
  const start = { at: moment(0), isPlaying: false }
  const player = createPlayer({ timeline, tracksFrom: null, load: async () => [], isWhole: false, start })
  const view = (callId?: number) => (
    <ReplayLog
      player={player}
      lines={callId === undefined ? timeline.lines : timeline.lines.filter((line) => line.callId === callId)}
      hasCalls={false}
      onLine={() => undefined}
    />
  )
  const { rerender } = render(view())
  const rows = () => [...document.querySelectorAll('li')]
  return {
    seek: (second: number) => act(() => player.seek(moment(second))),
    show: (callId: number) => rerender(view(callId)),
    rows,
    past: () => rows().map((row) => row.hasAttribute('data-past')),
    current: () => rows().findIndex((row) => row.getAttribute('aria-current') === 'true'),
    stops: () => rows().flatMap((row, index) => (row.querySelector('button')?.tabIndex === 0 ? [index] : [])),
  }
}

test('the current line and those before it are marked, forwards and backwards', () => {
  const { seek, past, current, stops } = open()
  expect([past(), current(), stops()]).toEqual([[false, false, false, false, false], -1, [0]])
  seek(310)
  expect([past(), current(), stops()]).toEqual([[true, true, true, false, false], 2, [2]])
  seek(600)
  expect([past(), current()]).toEqual([[true, true, true, true, true], 4])
  seek(150)
  expect([past(), current(), stops()]).toEqual([[true, false, false, false, false], 0, [0]])
  seek(10)
  expect([past(), current(), stops()]).toEqual([[false, false, false, false, false], -1, [0]])
})

test('other lines are marked anew', () => {
  const { seek, show, past, current, stops } = open()
  seek(310)
  show(2)
  expect([past(), current(), stops()]).toEqual([[true, false], 0, [0]])
})

test('one line further touches only the rows it concerns', () => {
  const { seek, rows } = open()
  seek(110)
  const touched = rows().map((row) => vi.spyOn(row, 'toggleAttribute'))
  seek(210)
  expect(touched.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0, 0, 0])
})
