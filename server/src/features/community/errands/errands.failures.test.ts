import { expect, test } from 'vitest'
import { toFailure } from './errands.failures.ts'

const refused = (status: number, code: number, message: string) => toFailure({ status, code, rawError: { code, message } })

test('a bot that opens direct messages too fast has to wait for minutes, and other errands do not wait', () => {
  const failure = refused(403, 40_003, 'You are opening direct messages too fast')
  expect(failure).toMatchObject({ kind: 'later', code: 40_003, isForAll: false })
  expect(failure.retryAfterMs).toBeGreaterThanOrEqual(60_000)
})

test("a server that wants two-factor authentication of the bot's owner is tried again, because Discord does not tell when it is switched on", () => {
  const failure = refused(403, 60_003, 'Two factor is required for this operation')
  expect(failure).toMatchObject({ kind: 'later', message: expect.stringContaining('the account that owns the bot') })
  expect(failure.retryAfterMs).toBeGreaterThanOrEqual(600_000)
})

test('other refusals are no reason to try again later', () => {
  expect(refused(403, 20_026, 'Your bot has been flagged').kind).toBe('denied')
  expect(refused(403, 50_007, 'Cannot send messages to this user').kind).toBe('gone')
})

test.each([20_016, 20_028, 20_029, 40_004, 40_006, 40_062, 110_001, 130_000, 160_006])(
  '%i is tried again later, whatever its status',
  (code) => {
    for (const status of [400, 403, 404, 429]) {
      const failure = refused(status, code, 'Not now')
      expect(failure).toMatchObject({ kind: 'later', code, isForAll: false })
      expect(failure.message).not.toContain('Discord refused')
    }
  },
)

test.each([200_000, 200_001, 240_000])('%i is AutoMod, and says how to let the bot through', (code) => {
  expect(refused(400, code, 'Blocked')).toMatchObject({ kind: 'denied', message: expect.stringContaining('Server Settings, AutoMod') })
})
