import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from './new-call-draft.ts'
import { createNewCallStore } from './new-call-store.ts'
import { memoryStore } from '../testing/board.ts'

test('every key press is saved: a reloaded page finds the draft as it was', () => {
  const browser = memoryStore()
  createNewCallStore(browser, 'k').change({ title: 'Sho' })
  expect(createNewCallStore(browser, 'k').get().draft.title).toBe('Sho')
})

test('a sent draft is gone, and the draft put aside is still there', () => {
  const browser = memoryStore()
  const store = createNewCallStore(browser, 'k')
  store.change({ title: 'First', location: 'Alta St' })
  store.prefill({ location: 'Forum Dr' })
  expect(store.get()).toMatchObject({ draft: { title: '', location: 'Forum Dr' }, aside: { title: 'First' } })
  store.clear()
  expect(store.get()).toMatchObject({ draft: EMPTY_DRAFT, aside: { title: 'First' } })
  store.swap()
  expect(store.get().draft.title).toBe('First')
  store.clear()
  store.forgetAside()
  expect(browser.kept.size).toBe(0)
})

test('a new call that is begun minutes later does not go on with the old draft, which can be restored', () => {
  let now = 0
  const store = createNewCallStore(memoryStore(), 'k', () => now)
  store.change({ location: 'Vinewood Hills' })
  now += 60_000
  store.prefill({})
  expect(store.get().draft.location).toBe('Vinewood Hills')
  now += 17 * 60_000
  store.prefill({})
  expect(store.get()).toMatchObject({ draft: EMPTY_DRAFT, aside: { location: 'Vinewood Hills' } })
  store.swap()
  expect(store.get()).toMatchObject({ draft: { location: 'Vinewood Hills' }, aside: null })
})
