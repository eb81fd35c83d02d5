import { expect, test, vi } from 'vitest'
import { fetchAhead, rememberPart } from './ahead.ts'

const idle = () => Promise.resolve()
const never = () => Promise.reject(new Error('unexpected'))

test('everything is fetched one after another, and what the code of one brings with it too', async () => {
  const order: string[] = []
  const part = () => {
    order.push('dialog')
    return Promise.resolve()
  }
  const panel = (name: string, then?: () => void) => async () => {
    order.push(`${name}…`)
    await Promise.resolve()
    then?.()
    order.push(name)
  }
  const first = [panel('calls', () => rememberPart(part)), panel('map')]
  await fetchAhead({ first, signal: new AbortController().signal, idle, onProblem: never })
  expect(order).toEqual(['calls…', 'calls', 'map…', 'map', 'dialog'])
})

test('a file that could not be fetched is tried again once the portal is back, and the rest follows', async () => {
  const back = Promise.withResolvers<void>()
  const load = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error('away'))
  const other = vi.fn(() => Promise.resolve())
  const all = fetchAhead({ first: [load, other], signal: new AbortController().signal, idle, onProblem: () => back.promise })
  await Promise.resolve()
  expect([load.mock.calls.length, other.mock.calls.length]).toEqual([1, 0])
  back.resolve()
  await all
  expect([load.mock.calls.length, other.mock.calls.length]).toEqual([2, 1])
})

test('nothing more is fetched for a page that was left', async () => {
  const page = new AbortController()
  const load = vi.fn(() => {
    page.abort()
    return Promise.resolve()
  })
  const other = vi.fn(() => Promise.resolve())
  await fetchAhead({ first: [load, other], signal: page.signal, idle, onProblem: never })
  expect([load.mock.calls.length, other.mock.calls.length]).toEqual([1, 0])
})
