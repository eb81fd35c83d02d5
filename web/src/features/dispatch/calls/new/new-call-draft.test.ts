import { CallInput } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { draftKey, EMPTY_DRAFT, loadDraft, logTextOf, prefilled, priorityOf, saveDraft, toCallInput } from './new-call-draft.ts'
import { aType, memoryStore } from '../testing/board.ts'

const key = draftKey(7, 1)
const typed = { ...EMPTY_DRAFT, title: 'Shots heard', location: 'Forum Dr', unitIds: [12] }

test('what was typed is there again, for this member on this server', () => {
  const store = memoryStore()
  saveDraft(store, key, { draft: typed, aside: null })
  expect(loadDraft(store, key)).toEqual({ draft: typed, aside: null })
  expect(loadDraft(store, draftKey(8, 1)).draft).toEqual(EMPTY_DRAFT)
  expect(loadDraft(store, draftKey(7, 2)).draft).toEqual(EMPTY_DRAFT)
})

test('an empty draft leaves nothing behind', () => {
  const store = memoryStore()
  saveDraft(store, key, { draft: typed, aside: null })
  saveDraft(store, key, { draft: EMPTY_DRAFT, aside: null })
  expect(store.kept.size).toBe(0)
})

test.each(['', '{', '"text"', '{"draft":{"title":5},"aside":null}', 'null'])('what is stored as %j is no draft, and no error', (text) => {
  const store = memoryStore()
  store.setItem(key, text)
  expect(loadDraft(store, key)).toEqual({ draft: EMPTY_DRAFT, aside: null })
})

test('a draft of before a field was added is read without it', () => {
  const store = memoryStore()
  store.setItem(key, '{"draft":{"title":"Shots heard"},"aside":null}')
  expect(loadDraft(store, key).draft).toEqual({ ...EMPTY_DRAFT, title: 'Shots heard' })
})

test('what is known already fills an empty form', () => {
  expect(prefilled({ draft: EMPTY_DRAFT, aside: null }, { callTypeId: 23, location: 'Route 1', title: undefined })).toEqual({
    draft: { ...EMPTY_DRAFT, callTypeId: 23, location: 'Route 1' },
    aside: null,
  })
})

test('what fits what was typed joins it', () => {
  expect(prefilled({ draft: typed, aside: null }, { postal: '9104', location: 'Forum Dr' })).toEqual({
    draft: { ...typed, postal: '9104' },
    aside: null,
  })
})

test('what does not fit starts anew, and what was typed is put aside', () => {
  expect(prefilled({ draft: typed, aside: null }, { location: 'Alta St' })).toEqual({
    draft: { ...EMPTY_DRAFT, location: 'Alta St' },
    aside: typed,
  })
})

test('opening the form without anything known changes nothing', () => {
  const stored = { draft: typed, aside: EMPTY_DRAFT }
  expect(prefilled(stored, {})).toEqual(stored)
})

test('what is sent is what the contract takes', () => {
  expect(CallInput.parse(toCallInput({ ...typed, priority: 2 }, 1))).toMatchObject({
    serverId: 1,
    title: 'Shots heard',
    priority: 2,
    unitIds: [12],
  })
  expect(CallInput.parse(toCallInput(EMPTY_DRAFT, 1)).callTypeId).toBeUndefined()
})

test('the priority is the one chosen, or else the one of the type', () => {
  const types = new Map([[4, aType({ priority: 1 })]])
  expect(priorityOf({ ...EMPTY_DRAFT, callTypeId: 4 }, types)).toBe(1)
  expect(priorityOf({ ...EMPTY_DRAFT, callTypeId: 4, priority: 3 }, types)).toBe(3)
  expect(priorityOf(EMPTY_DRAFT, types)).toBeNull()
})

test('what was typed of a call that is already there becomes a line of its log', () => {
  const types = new Map([[4, aType()]])
  expect(logTextOf({ ...EMPTY_DRAFT, callTypeId: 4, caller: 'T. Marsh', narrative: 'Silver Sultan' }, types)).toBe(
    'Called in again. Robbery in progress. Caller: T. Marsh. Silver Sultan',
  )
  expect(logTextOf({ ...EMPTY_DRAFT, title: 'Shots', narrative: 'x'.repeat(3000) }, types)).toHaveLength(2000)
})
