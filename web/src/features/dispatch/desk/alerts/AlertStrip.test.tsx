// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createObservable, useObservable } from '../../../../platform/store/observable.ts'
import { show, tearDown } from '../../../legal/warrants/testing/show.tsx'
import { AlertStrip } from './AlertStrip.tsx'
import { byUrgency, type Alert, type AlertKind } from './alerts.ts'

afterEach(() => {
  tearDown()
  vi.useRealTimers()
})

const answered = vi.fn<(id: string) => void>()
const opened = vi.fn<(callId: number) => void>()
const alert = (id: string, kind: AlertKind, over: Partial<Alert> = {}): Alert => ({
  id,
  kind,
  headline: id,
  details: `about ${id}`,
  callId: null,
  since: null,
  deadline: null,
  onMap: null,
  answerLabel: 'Acknowledge',
  isAnswering: false,
  answer: () => undefined,
  ...over,
})

const waiting = createObservable<readonly Alert[]>([])
const answer = (id: string) => {
  answered(id)
  waiting.set(waiting.get().filter((each) => each.id !== id))
}

function Desk() {
  const alerts = useObservable(waiting)
  return (
    <>
      <input aria-label="Location" />
      <AlertStrip
        alerts={byUrgency(alerts.map((each) => ({ ...each, answer: () => answer(each.id) })))}
        history={[]}
        isLost={false}
        ownPanic={null}
        onOpen={opened}
        onHeld={() => undefined}
      />
    </>
  )
}

const showDesk = async (...initial: readonly Alert[]) => {
  answered.mockClear()
  opened.mockClear()
  waiting.set(initial)
  await show(<Desk />)
}
const press = (code: string) => fireEvent.keyDown(document.activeElement ?? document.body, { code, altKey: true })
const strip = () => screen.getByRole('region', { name: 'Alerts' })

test('one key answers the most urgent alert, then the next, and typing keeps the focus', async () => {
  await showDesk(
    alert('ping', 'ping'),
    alert('fire', 'tone'),
    alert('4L7', 'panic', { callId: 1042 }),
    alert('smoke', '911'),
    alert('you', 'welfare'),
  )
  screen.getByLabelText('Location').focus()
  expect(strip().textContent).toContain('PANIC 4L7')
  expect(strip().textContent).toContain('4 more alerts')
  press('KeyO')
  expect(opened).toHaveBeenCalledWith(1042)
  for (let presses = 0; presses < 6; presses += 1) press('KeyK')
  expect(answered.mock.calls.flat()).toEqual(['4L7', 'smoke', 'you', 'fire', 'ping'])
  expect(strip().textContent).toContain('No alerts')
  expect(document.activeElement).toBe(screen.getByLabelText('Location'))
})

test('a press that was meant for the alert before does not answer the one that has just replaced it', async () => {
  await showDesk(alert('fire', 'tone'))
  vi.useFakeTimers()
  act(() => waiting.set([alert('fire', 'tone'), alert('4L7', 'panic')]))
  press('KeyK')
  expect(answered).not.toHaveBeenCalled()
  vi.advanceTimersByTime(700)
  press('KeyK')
  press('KeyK')
  expect(answered.mock.calls.flat()).toEqual(['4L7', 'fire'])
})

test('a key opens the list of all alerts, each with its actions; the focus stays in it while one after the other is answered', async () => {
  await showDesk(alert('4L7', 'panic', { callId: 1042 }), alert('fire', 'tone'))
  press('KeyM')
  const list = screen.getByRole('dialog', { name: 'All alerts' })
  expect(list.contains(document.activeElement)).toBe(true)
  await within(list).findAllByRole('listitem')
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['PANIC 4L7about 4L7Open call 1042Acknowledge', 'TONE fireabout fireAcknowledge'])
  const [first] = within(list).getAllByRole('button', { name: 'Acknowledge' })
  first?.focus()
  fireEvent.click(first!)
  await vi.waitFor(() => expect(list.contains(document.activeElement)).toBe(true))
  expect(answered.mock.calls.flat()).toEqual(['4L7'])
  fireEvent.click(within(list).getByRole('button', { name: 'Acknowledge' }))
  expect(strip().textContent).toContain('No alerts')
})

test('several alarms are acknowledged together', async () => {
  await showDesk(alert('4L7', 'panic'), alert('smoke', '911'), alert('fire', 'tone'))
  press('KeyM')
  fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge all 2 alarms' }))
  expect(answered.mock.calls.flat()).toEqual(['4L7', 'smoke'])
  expect(strip().textContent).toContain('TONE fire')
})
