import { expect, test } from 'vitest'
import { login } from '@tenfour/contract'
import { deviceOf } from './device.ts'

const storeOf = (entries: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(entries))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('a browser is known by the same text each time, another by another, and the portal takes it', () => {
  const store = storeOf()
  const device = deviceOf(store)
  expect(deviceOf(store)).toBe(device)
  expect(deviceOf(storeOf())).not.toBe(device)
  expect(login.body?.safeParse({ emailAddress: 'jo@example.com', password: 'x', device }).success).toBe(true)
})

test('a stored value that is no device id is not sent', () => {
  for (const device of ['', 'short', 'x'.repeat(65), '\0'.repeat(30)]) expect(deviceOf(storeOf({ device }))).toMatch(/^[\w+/]{24}$/)
})
