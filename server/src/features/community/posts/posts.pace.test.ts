import { expect, test } from 'vitest'
import { DiscordFailure } from '../errands/errands.port.ts'
import { createDirectPace } from './posts.pace.ts'

const TOO_FAST = new DiscordFailure('later', 'Too fast', { code: 40_003, retryAfterMs: 60_000 })
const paced = () => {
  let now = 1_000_000
  const pace = createDirectPace({ everyMs: 100, holdMs: 1000, maxHoldMs: 3000 }, () => now)
  /** 'opened', or how long to wait. */
  const open = (discordId: string, work = () => Promise.resolve('opened')): Promise<string | number | undefined> =>
    pace.open(discordId, work).catch((error: unknown) => {
      if (!(error instanceof DiscordFailure) || error.kind !== 'later') throw error
      return error.retryAfterMs
    })
  return { open, pass: (ms: number) => void (now += ms) }
}
const refuse = () => Promise.reject(TOO_FAST)

test('each new channel has its turn, which waits for its member', async () => {
  const { open, pass } = paced()
  expect([await open('1'), await open('2'), await open('3'), await open('3')]).toEqual(['opened', 100, 200, 200])
  pass(100)
  expect([await open('3'), await open('4'), await open('2'), await open('2')]).toEqual([100, 200, 'opened', 300])
})

test('after a refusal as too fast, no channel is opened for a while, and for longer each time', async () => {
  const { open, pass } = paced()
  expect(await open('1', refuse)).toBe(1000)
  expect([await open('2'), await open('1')]).toEqual([1100, 1000])
  pass(1000)
  expect(await open('1', refuse)).toBe(2000)
  pass(1999)
  expect(await open('1')).toBe(1)
  pass(1)
  expect(await open('1', refuse)).toBe(3000)
  pass(3000)
  expect(await open('1')).toBe('opened')
  pass(100)
  expect(await open('2', refuse), 'as the first time').toBe(1000)
})

test('several channels that were under way together count as one refusal', async () => {
  const { open, pass } = paced()
  const late = Promise.withResolvers<string>()
  const slow = open('1', () => late.promise)
  pass(100)
  expect(await open('2', refuse)).toBe(1000)
  late.reject(TOO_FAST)
  expect(await slow).toBe(1100)
})

test('other failures are passed on, and a turn that is never taken is forgotten', async () => {
  const { open, pass } = paced()
  await expect(open('1', () => Promise.reject(new DiscordFailure('gone', 'They left', { code: 50_278 })))).rejects.toThrow('They left')
  expect(await open('2')).toBe(100)
  pass(700_000)
  expect(await open('3')).toBe('opened')
})
