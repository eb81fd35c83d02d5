// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PatrolDetail } from '@tenfour/contract'
import { longDay } from '../../../../platform/format/local-times.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { PatrolTimeline } from './PatrolTimeline.port.tsx'
import { at, buildCorrection, buildDetail } from '../testing/build-patrol.ts'

afterEach(cleanup)
const show = (patrol: PatrolDetail, over: Partial<Parameters<typeof PatrolTimeline>[0]> = {}) =>
  render(
    <MantineProvider>
      <PatrolTimeline patrol={patrol} now={new Date(at(23))} {...over} />
    </MantineProvider>,
  )
const text = () => document.body.textContent

test('the timeline says how much was claimed, seen and counted', () => {
  show(buildDetail())
  expect(text()).toContain(`${longDay(at(20))}, 20:02–22:51 · Los Santos Police · San Andreas I · Beat 21 · Beat 22`)
  expect(text()).toContain('2 h 49 min claimed')
  expect(text()).toContain('2 h 31 min seen')
  expect(text()).toContain('2 h 31 min counted')
  expect(text()).toContain('18 min not in the game, 21:18–21:36. Does not count. Rule: counts up to 15 min.')
})

test('the bars are a table too', () => {
  show(buildDetail())
  const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'TimeWhatLength',
    '20:02–21:02In service1 h',
    '20:02–21:18Seen moving1 h 16 min',
    '21:02–22:51On scene1 h 49 min',
    '21:18–21:36Not in the game18 min',
    '21:36–22:51Idle1 h 15 min',
  ])
})

test('calls, reports and corrections are listed, each with its place for actions', () => {
  const corrections = [
    buildCorrection(),
    buildCorrection({
      correctionId: 8,
      state: 'declined',
      countsGaps: false,
      startedAt: at(19, 40),
      decided: { by: { userId: 2, name: 'L. Moreau' }, at: at(23, 40), note: 'Not on the server then' },
    }),
  ]
  show(buildDetail({ corrections }), {
    gapActions: (gap) => <button type="button">Count {gap.gapId}</button>,
    correctionActions: (each) => each.state === 'asked' && <button type="button">Withdraw {each.correctionId}</button>,
    actions: <button type="button">Request a correction</button>,
  })
  expect(text()).toContain('1047Panic button, own 10-9914 min')
  expect(text()).toContain('C-2026-0712Citation21:20')
  expect(text()).toContain(`K. Adeyemi asks to count it, ${dateTime(at(23, 4))}: Game crash`)
  expect(text()).toContain(`Declined by L. Moreau, ${dateTime(at(23, 40))}: Not on the server then`)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Count 5', 'Withdraw 9', 'Request a correction'])
})

test('the timeline says when no game server looked, and when a patrol is not settled yet', () => {
  show(buildDetail({ seenSeconds: null, idleSeconds: null, watched: [], presence: [], gaps: [], isSettled: false }))
  expect(text()).toContain('In the gamenot checked')
  expect(text()).toContain('Absences are checked within two minutes')
})

test('an old patrol shows its totals, and says why there is no more', () => {
  show(buildDetail({ seenSeconds: 5400, watched: [], presence: [], gaps: [] }))
  expect(text()).toContain('1 h 30 min seen')
  expect(text()).toContain('Exact times are not kept for this long')
  expect(document.querySelector('[data-bar="game"]')).toBeNull()
})

test('the time seen is never shown longer than the time claimed', () => {
  show(
    buildDetail({
      startedAt: at(18, 30),
      endedAt: new Date(Date.parse(at(21, 45)) - 400).toISOString(),
      seenSeconds: 3.25 * 3600,
      idleSeconds: 0,
    }),
  )
  expect(text()).toContain('3 h 14 min claimed')
  expect(text()).toContain('3 h 14 min seen')
})

test('a patrol that was cut or ended by the portal says so', () => {
  show(buildDetail({ endReason: 'silence', isCut: true, cutEndedAt: at(23, 30) }))
  expect(text()).toContain('Ended by the portal at the last sign of life')
  expect(text()).toContain(`Before, it ended ${dateTime(at(23, 30))}.`)
})
