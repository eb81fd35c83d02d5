import { afterEach, expect, test, vi } from 'vitest'
import { takeEarlyAnswer } from './client.ts'

const ME = '/api/auth/me'
const answered = (since = 1000) => {
  const answer = Promise.resolve(new Response('{}'))
  vi.stubGlobal('window', { earlyCalls: { token: 'abc', since, answers: { [ME]: answer } } })
  return answer
}
afterEach(() => void vi.unstubAllGlobals())

test('an early answer is for the first request; the next one asks the portal', () => {
  const answer = answered()
  expect(takeEarlyAnswer('/api/announcements', 'abc', 1500)).toBeUndefined()
  expect(takeEarlyAnswer(ME, 'abc', 1500)).toBe(answer)
  expect(takeEarlyAnswer(ME, 'abc', 1500)).toBeUndefined()
})

test('the answer to another session is nobody’s', () => {
  void answered()
  expect(takeEarlyAnswer(ME, 'another', 1500)).toBeUndefined()
  expect(takeEarlyAnswer(ME, 'abc', 1500)).toBeUndefined()
})

test('an answer that waited too long for the code is asked for anew', () => {
  void answered()
  expect(takeEarlyAnswer(ME, 'abc', 11_001)).toBeUndefined()
})

test('a page without early calls asks the portal as usual', () => {
  vi.stubGlobal('window', {})
  expect(takeEarlyAnswer(ME, 'abc', 1500)).toBeUndefined()
})
