import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTokenReturns } from './links.returns.ts'

let given: string[]
let returns: ReturnType<typeof createTokenReturns<string>>
beforeEach(() => {
  vi.useFakeTimers()
  given = []
  returns = createTokenReturns<string>(async (token) => void given.push(token))
})
afterEach(() => vi.useRealTimers())

const begin = (discordId: string | null) => Object.assign(returns.begin(), { discordId })

test('a token is given back a moment after its use', async () => {
  returns.end(begin('1'), 'first')
  expect(given).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(given).toEqual(['first'])
})

test('while another sign-in of the same person is under way, or one of which it is not known, the token waits', async () => {
  const [one, same, unknown, other] = [begin('1'), begin('1'), begin(null), begin('2')]
  returns.end(one, 'first')
  await vi.advanceTimersByTimeAsync(2000)
  expect(given).toEqual([])
  Object.assign(unknown, { discordId: '3' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(given).toEqual([])
  returns.end(same, 'second')
  await vi.advanceTimersByTimeAsync(1000)
  expect(given).toEqual(['first', 'second'])
  returns.end(other, null)
})

test('somebody who signs in all the time does not keep a token for longer than some seconds', async () => {
  returns.end(begin('1'), 'first')
  begin('1')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(given).toEqual(['first'])
})

test('a portal that ends gives back what waits', async () => {
  begin('1')
  returns.end(begin('1'), 'first')
  await returns.close()
  expect(given).toEqual(['first'])
  returns.end(begin('1'), 'second')
  expect(given).toEqual(['first', 'second'])
})
