import { expect, test } from 'vitest'
import { createStore } from '../../../platform/storage/storage.ts'
import { beatsFor, createCallSigns } from './units.queries.ts'

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

test('a department is offered its beats and those of all, and a unit keeps the one it has', () => {
  const beat = (beatId: number, departments: number[]) => ({ beatId, name: `Beat ${beatId}`, area: 'Both' as const, departments })
  const beats = [beat(1, []), beat(2, [2]), beat(3, [5])]
  const idsFor = (departmentId: number | undefined, current: number | null) =>
    beatsFor(beats, departmentId, current).map(({ beatId }) => beatId)
  expect(idsFor(2, null)).toEqual([1, 2])
  expect(idsFor(2, 3)).toEqual([1, 2, 3])
  expect(idsFor(undefined, null)).toEqual([1, 2, 3])
})
