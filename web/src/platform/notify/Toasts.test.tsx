// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from './notify.ts'
import { Toasts } from './Toasts.tsx'

vi.mock('./ToastHost.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
})
afterEach(async () => {
  await after(20_000)
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const page = (
  <>
    <input aria-label="Narrative" defaultValue="half a sentence" />
    <Toasts />
  </>
)

test('a toast is shown even if its library can not be fetched, and the page stays', async () => {
  render(page)
  notify.error('An internal error occured; please try again later or contact Development')
  await after(1000)
  expect(screen.getByRole('alert').textContent).toContain('An internal error occured')
  expect(screen.getByLabelText<HTMLInputElement>('Narrative').value).toBe('half a sentence')
})

test('it closes after ten seconds, or when it is closed', async () => {
  render(page)
  notify.info('Saved')
  await after(1000)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Saved')).toBeNull()
  notify.info('Saved again')
  await after(1000)
  await after(8000)
  expect(screen.getByText('Saved again')).toBeTruthy()
  await after(2000)
  expect(screen.queryByText('Saved again')).toBeNull()
})

test('at most six are open, the oldest leaves first, and the same is not said twice', async () => {
  render(page)
  for (let number = 1; number <= 8; number += 1) notify.info(`Message ${number}`)
  notify.info('Message 8')
  await after(1000)
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent?.replace('×', ''))).toEqual(
    [3, 4, 5, 6, 7, 8].map((number) => `Message ${number}`),
  )
})

test('a button on it works, and one that was not used is told', async () => {
  render(page)
  const first = { label: 'Undo', run: vi.fn(), onUnused: vi.fn() }
  const second = { label: 'Undo', run: vi.fn(), onUnused: vi.fn() }
  notify.info('Cleared', first)
  await after(1000)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  notify.info('Cleared', second)
  await after(12_000)
  expect([first.run.mock.calls.length, first.onUnused.mock.calls.length]).toEqual([1, 0])
  expect([second.run.mock.calls.length, second.onUnused.mock.calls.length]).toEqual([0, 1])
})
