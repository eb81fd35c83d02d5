import { CallInput } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { draftKey, EMPTY_DRAFT, loadDraft, logTextOf, openingOf, prefilled, priorityOf, saveDraft, toCallInput } from './new-call-draft.ts'
import { aType, memoryStore } from '../testing/board.ts'

const key = draftKey(7, 1)
const typed = { ...EMPTY_DRAFT, title: 'Shots heard', location: 'Forum Dr', unitIds: [12] }

test('a draft is restored for this member on this server', () => {
  const store = memoryStore()
  saveDraft(store, key, { draft: typed, aside: null, changedAt: 5 })
  expect(loadDraft(store, key)).toEqual({ draft: typed, aside: null, changedAt: 5 })
  expect(loadDraft(store, draftKey(8, 1)).draft).toEqual(EMPTY_DRAFT)
  expect(loadDraft(store, draftKey(7, 2)).draft).toEqual(EMPTY_DRAFT)
})

test('an empty draft leaves nothing behind', () => {
  const store = memoryStore()
  saveDraft(store, key, { draft: typed, aside: null, changedAt: 5 })
  saveDraft(store, key, { draft: EMPTY_DRAFT, aside: null, changedAt: 5 })
  expect(store.kept.size).toBe(0)
})

test.each(['', '{', '"text"', '{"draft":{"title":5},"aside":null}', 'null'])(
  'a stored value of %j counts as no draft and throws no error',
  (text) => {
    const store = memoryStore()
    store.setItem(key, text)
    expect(loadDraft(store, key)).toEqual({ draft: EMPTY_DRAFT, aside: null, changedAt: 0 })
  },
)

test('a draft stored before a field was added is read without it', () => {
  const store = memoryStore()
  store.setItem(key, '{"draft":{"title":"Shots heard"},"aside":null}')
  expect(loadDraft(store, key).draft).toEqual({ ...EMPTY_DRAFT, title: 'Shots heard' })
})

test('known values fill an empty form', () => {
  expect(prefilled({ draft: EMPTY_DRAFT, aside: null }, { callTypeId: 23, location: 'Route 1', title: undefined })).toEqual({
    draft: { ...EMPTY_DRAFT, callTypeId: 23, location: 'Route 1' },
    aside: null,
  })
})

test('known values that fit the draft are added to it', () => {
  expect(prefilled({ draft: typed, aside: null }, { postal: '9104', location: 'Forum Dr' })).toEqual({
    draft: { ...typed, postal: '9104' },
    aside: null,
  })
})

test('known values that do not fit start a new draft, and the typed one is put aside', () => {
  expect(prefilled({ draft: typed, aside: null }, { location: 'Alta St' })).toEqual({
    draft: { ...EMPTY_DRAFT, location: 'Alta St' },
    aside: typed,
  })
})

test('opening the form without anything known changes nothing', () => {
  const stored = { draft: typed, aside: EMPTY_DRAFT }
  expect(prefilled(stored, {})).toEqual(stored)
})

test('an old draft is put aside, whether anything is known of the new call or not', () => {
  expect(prefilled({ draft: typed, aside: null }, {}, true)).toEqual({ draft: EMPTY_DRAFT, aside: typed })
  expect(prefilled({ draft: typed, aside: null }, { postal: '9104' }, true)).toEqual({
    draft: { ...EMPTY_DRAFT, postal: '9104' },
    aside: typed,
  })
  expect(prefilled({ draft: EMPTY_DRAFT, aside: typed }, {}, true)).toEqual({ draft: EMPTY_DRAFT, aside: typed })
})

test('a draft is sent in the form the contract takes', () => {
  expect(CallInput.parse(toCallInput({ ...typed, priority: 2 }, 1))).toMatchObject({
    serverId: 1,
    title: 'Shots heard',
    priority: 2,
    unitIds: [12],
  })
  expect(CallInput.parse(toCallInput(EMPTY_DRAFT, 1)).callTypeId).toBeUndefined()
})

test('the priority is the chosen one, or else that of the type', () => {
  const types = new Map([[4, aType({ priority: 1 })]])
  expect(priorityOf({ ...EMPTY_DRAFT, callTypeId: 4 }, types)).toBe(1)
  expect(priorityOf({ ...EMPTY_DRAFT, callTypeId: 4, priority: 3 }, types)).toBe(3)
  expect(priorityOf(EMPTY_DRAFT, types)).toBeNull()
})

test('a draft about a call that already exists becomes an entry of its log', () => {
  const types = new Map([[4, aType()]])
  expect(logTextOf({ ...EMPTY_DRAFT, callTypeId: 4, caller: 'T. Marsh', narrative: 'Silver Sultan' }, types)).toBe(
    'Called in again. Robbery in progress. Caller: T. Marsh. Silver Sultan',
  )
  expect(logTextOf({ ...EMPTY_DRAFT, title: 'Shots', narrative: 'x'.repeat(3000) }, types)).toHaveLength(2000)
})

test('a type opens the narrative with its text, unless something else was typed', () => {
  const types = new Map([
    [4, aType({ opening: 'Injuries: ' })],
    [5, aType({ callTypeId: 5, opening: 'Plate: ' })],
    [6, aType({ callTypeId: 6 })],
  ])
  const draft = { ...EMPTY_DRAFT, callTypeId: 4, narrative: 'Injuries: ' }
  expect(openingOf(EMPTY_DRAFT, 4, types)).toBe('Injuries: ')
  expect(openingOf(draft, 5, types)).toBe('Plate: ')
  expect(openingOf(draft, 6, types)).toBe('')
  expect(openingOf({ ...draft, narrative: 'Injuries: none' }, 5, types)).toBe('Injuries: none')
})
