import { expect, test } from 'vitest'
import { createStore } from './storage.ts'

test('a browser that refuses storage still remembers while the page is open', () => {
  const store = createStore(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  store.setItem('isTablet', 'true')
  expect(store.getItem('isTablet')).toBe('true')
  store.removeItem('isTablet')
  expect(store.getItem('isTablet')).toBeNull()
})

test('an item that another tab removed from storage is gone here too', () => {
  const real = new Map<string, string>()
  const storage = {
    getItem: (key: string) => real.get(key) ?? null,
    setItem: (key: string, value: string) => void real.set(key, value),
    removeItem: (key: string) => void real.delete(key),
  } as unknown as Storage
  const store = createStore(() => storage)
  store.setItem('token', 'one')
  real.delete('token')
  expect(store.getItem('token')).toBeNull()
})
