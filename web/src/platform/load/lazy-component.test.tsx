// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setConnectionState } from '../realtime/connection.ts'
import { fetchAhead } from './ahead.ts'
import { lazyComponent, type Shape } from './lazy-component.tsx'
import { CARD, DIALOG, INLINE, NOTICE, PANEL, chartShape } from './shapes.tsx'

type Props = { name: string; onClose?: () => void }
const Chart = ({ name }: Props) => <p>Chart of {name}</p>

/** Fails until it is told to succeed. */
function fetchLater() {
  const fetchComponent = vi.fn<() => Promise<ComponentType<Props>>>().mockRejectedValue(new TypeError('Failed to fetch'))
  return { fetchComponent, succeed: () => fetchComponent.mockResolvedValue(Chart) }
}
const show = (content: ReactNode) => render(<MantineProvider>{content}</MantineProvider>)
const settle = () => act(() => vi.advanceTimersByTimeAsync(2000))
const tryAgain = () => screen.getByRole('button', { name: 'Try again' })

beforeEach(() => {
  vi.useFakeTimers()
  // The build check cannot run here.
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
  setConnectionState('live')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('dialogs and charts are fetched ahead, other pages of the portal are not', async () => {
  const [chart, page] = [vi.fn(async () => Chart), vi.fn(async () => Chart)]
  lazyComponent(chart, { what: 'The chart', shape: CARD })
  lazyComponent(page, { what: 'This page', shape: CARD, isPage: true })
  const idle = () => Promise.resolve()
  await fetchAhead({ first: [], signal: new AbortController().signal, idle, onProblem: () => Promise.reject(new Error('unexpected')) })
  expect([chart.mock.calls.length, page.mock.calls.length]).toEqual([1, 0])
})

test('it is shown once it is here, with what it was given', async () => {
  const Lazy = lazyComponent(async () => Chart, { what: 'The chart', shape: CARD })
  show(<Lazy name="players" />)
  await settle()
  expect(screen.getByText('Chart of players')).toBeTruthy()
})

test('fetched beforehand it is there with the first drawing', async () => {
  const Lazy = lazyComponent(async () => Chart, { what: 'The chart', shape: CARD })
  await Lazy.preload()
  show(<Lazy name="players" />)
  expect(screen.getByText('Chart of players')).toBeTruthy()
})

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['a line', INLINE],
  ['a card', CARD],
  ['a panel', PANEL],
  ['a chart', chartShape('chart')],
  ['a dialog', DIALOG],
  ['a notice', NOTICE],
]

test.each(SHAPES)('as %s, what is missing says so, and comes when it is tried again; the rest of the page stays', async (_what, shape) => {
  const { fetchComponent, succeed } = fetchLater()
  const Lazy = lazyComponent(fetchComponent, { what: 'The chart', shape })
  function Page() {
    const [text, setText] = useState('')
    return (
      <>
        <input aria-label="Narrative" value={text} onChange={(event) => setText(event.target.value)} />
        <Lazy name="players" />
      </>
    )
  }
  show(<Page />)
  fireEvent.change(screen.getByLabelText('Narrative'), { target: { value: 'half a sentence' } })
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('The chart could not be loaded')

  succeed()
  fireEvent.click(tryAgain())
  await settle()
  expect(screen.getByText('Chart of players')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Narrative').value).toBe('half a sentence')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('who asked for it can take that back, and the next time starts anew', async () => {
  const { fetchComponent, succeed } = fetchLater()
  const Lazy = lazyComponent(fetchComponent, { what: 'The dialog', shape: DIALOG })
  const onClose = vi.fn()
  const { unmount } = show(<Lazy name="players" onClose={onClose} />)
  await settle()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onClose).toHaveBeenCalledOnce()
  unmount()
  await settle()

  succeed()
  show(<Lazy name="players" onClose={onClose} />)
  await settle()
  expect(screen.getByText('Chart of players')).toBeTruthy()
})

test('the button keeps its place and the keyboard while it is tried again', async () => {
  const { fetchComponent } = fetchLater()
  const Lazy = lazyComponent(fetchComponent, { what: 'The chart', shape: CARD })
  show(<Lazy name="players" />)
  await settle()
  const button = tryAgain()
  button.focus()
  fireEvent.click(button)
  expect(screen.getByRole('button', { name: 'Trying again…' })).toBe(button)
  expect(document.activeElement).toBe(button)
  await settle()
  expect(tryAgain()).toBe(button)
})

test('when one is back, the others that are missing are tried too', async () => {
  const first = fetchLater()
  const second = fetchLater()
  const First = lazyComponent(first.fetchComponent, { what: 'The chart', shape: CARD })
  const Second = lazyComponent(second.fetchComponent, { what: 'The map', shape: CARD })
  show(
    <>
      <First name="players" />
      <Second name="calls" />
    </>,
  )
  await settle()
  first.succeed()
  second.succeed()
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  await settle()
  expect(screen.getByText('Chart of players')).toBeTruthy()
  expect(screen.getByText('Chart of calls')).toBeTruthy()
})

test('a component that the router has just failed to fetch is not fetched again at once', async () => {
  const { fetchComponent } = fetchLater()
  const Lazy = lazyComponent(fetchComponent, { what: 'This page', shape: CARD })
  const fetched = Lazy.preload()
  await settle()
  await fetched
  const attempts = fetchComponent.mock.calls.length
  show(<Lazy name="players" />)
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(fetchComponent).toHaveBeenCalledTimes(attempts)
  expect(tryAgain()).toBeTruthy()
})

test('where trying again did not help, loading the page anew is offered', async () => {
  const { fetchComponent } = fetchLater()
  const Lazy = lazyComponent(fetchComponent, { what: 'The chart', shape: CARD })
  show(<Lazy name="players" />)
  await settle()
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  fireEvent.click(tryAgain())
  await settle()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
})

test('while the connection is lost it says so, and it comes by itself when the connection does', async () => {
  const { fetchComponent, succeed } = fetchLater()
  const Lazy = lazyComponent(fetchComponent, { what: 'The chart', shape: PANEL })
  setConnectionState('lost')
  show(<Lazy name="players" />)
  await settle()
  expect(screen.getByRole('alert').textContent).toContain('Portal unreachable')
  expect(fetchComponent).toHaveBeenCalledOnce()

  succeed()
  act(() => setConnectionState('live'))
  await settle()
  expect(screen.getByText('Chart of players')).toBeTruthy()
})

test('an error within it stays within it', async () => {
  let isBroken = true
  const Fragile = ({ name }: Props) => {
    if (isBroken) throw new Error('planted')
    return <p>Chart of {name}</p>
  }
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Lazy = lazyComponent(async () => Fragile, { what: 'The chart', shape: CARD })
  show(
    <>
      <p>The rest</p>
      <Lazy name="players" />
    </>,
  )
  await settle()
  expect(screen.getByText('The rest')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('The chart could not be shown')
  isBroken = false
  fireEvent.click(tryAgain())
  expect(screen.getByText('Chart of players')).toBeTruthy()
  consoleError.mockRestore()
})
