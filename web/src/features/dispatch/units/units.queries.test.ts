import { expect, test } from 'vitest'
import { createStore } from '../../../platform/storage/storage.ts'
import { createCallSigns } from './units.queries.ts'

const noStorage = () => {
  throw new Error('refused')
}

test('each department has its own call sign, and each member their own', () => {
  const signs = createCallSigns(createStore(noStorage))
  signs.remember(1, 2, '4L12')
  signs.remember(1, 5, 'D-3')
  expect([signs.get(1, 2), signs.get(1, 5), signs.get(1, 6), signs.get(9, 2)]).toEqual(['4L12', 'D-3', null, null])
})

test.each(['broken', '[]', '{"2":7}', '{"2":""}'])('stored nonsense (%j) is forgotten', (stored) => {
  const store = createStore(noStorage)
  store.setItem('callSigns:1', stored)
  expect(createCallSigns(store).get(1, 2)).toBeNull()
})
