import { expect, test } from 'vitest'
import { droppedUnits } from './unit-drop.ts'

const dropped = (text: string) => droppedUnits({ getData: (type) => (type === 'application/x-tenfour-unit' ? text : '') })

test('one or several units can be dropped', () => {
  expect(dropped('[12]')).toEqual([12])
  expect(dropped('[12,20]')).toEqual([12, 20])
})

test.each(['', 'x', '12', '[]', '["12"]', '[-1]', '{}'])('%j is no unit', (text) => {
  expect(dropped(text)).toEqual([])
})
