import { expect, test } from 'vitest'
import { loadLogDraft, saveLogDraft } from './LogComposer.tsx'
import { memoryStore } from '../testing/board.ts'

test('an unsent log text is kept for each call and each member', () => {
  const store = memoryStore()
  saveLogDraft(store, 7, 1042, 'Clerk reports')
  saveLogDraft(store, 7, 1043, 'Engine 51 asks')
  expect(loadLogDraft(store, 7, 1042)).toBe('Clerk reports')
  expect(loadLogDraft(store, 7, 1043)).toBe('Engine 51 asks')
  expect(loadLogDraft(store, 8, 1042)).toBe('')
})

test('a sent log text leaves no draft behind', () => {
  const store = memoryStore()
  saveLogDraft(store, 7, 1042, 'Clerk reports')
  saveLogDraft(store, 7, 1042, '')
  expect(store.kept.size).toBe(0)
})

test('only the drafts of the last calls are kept', () => {
  const store = memoryStore()
  for (let callId = 1; callId <= 40; callId += 1) saveLogDraft(store, 7, callId, 'text')
  expect([loadLogDraft(store, 7, 10), loadLogDraft(store, 7, 11), loadLogDraft(store, 7, 40)]).toEqual(['', 'text', 'text'])
})

test.each(['{', '{}', '[1]'])('a stored value of %j counts as no draft', (text) => {
  const store = memoryStore()
  store.setItem('callLog.v1.7', text)
  expect(loadLogDraft(store, 7, 1042)).toBe('')
})
