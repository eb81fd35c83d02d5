import { expect, test } from 'vitest'
import { loadLogDraft, saveLogDraft } from './LogComposer.tsx'
import { memoryStore } from '../testing/board.ts'

test('what was typed is kept for each call and each member', () => {
  const store = memoryStore()
  saveLogDraft(store, 7, 1042, 'Clerk reports')
  saveLogDraft(store, 7, 1043, 'Engine 51 asks')
  expect(loadLogDraft(store, 7, 1042)).toBe('Clerk reports')
  expect(loadLogDraft(store, 7, 1043)).toBe('Engine 51 asks')
  expect(loadLogDraft(store, 8, 1042)).toBe('')
})

test('once sent, nothing is left of it', () => {
  const store = memoryStore()
  saveLogDraft(store, 7, 1042, 'Clerk reports')
  saveLogDraft(store, 7, 1042, '')
  expect(store.kept.size).toBe(0)
})

test('only the last of many calls are remembered', () => {
  const store = memoryStore()
  for (let callId = 1; callId <= 40; callId += 1) saveLogDraft(store, 7, callId, 'text')
  expect([loadLogDraft(store, 7, 10), loadLogDraft(store, 7, 11), loadLogDraft(store, 7, 40)]).toEqual(['', 'text', 'text'])
})

test.each(['{', '{}', '[1]'])('what is stored as %j is nothing', (text) => {
  const store = memoryStore()
  store.setItem('callLog.v1.7', text)
  expect(loadLogDraft(store, 7, 1042)).toBe('')
})
