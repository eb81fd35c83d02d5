import { expect, test } from 'vitest'
import { createBodyCount } from './bodies.ts'

test('bodies of one caller are taken up to a limit, and more once some are done', () => {
  const bodies = createBodyCount<string>(10)
  const [first, second] = [bodies.take('ann', 5), bodies.take('ann', 5)]
  expect(second).toBeDefined()
  expect(bodies.take('ann', 1)).toBeUndefined()
  expect(bodies.take('ann', 0), 'nothing is always taken').toBeDefined()
  expect(bodies.take('ben', 1), 'callers do not wait for each other').toBeDefined()
  first?.leave()
  first?.leave()
  expect(bodies.take('ann', 6)).toBeUndefined()
  expect(bodies.take('ann', 5)).toBeDefined()
})

test('one that is larger than the limit is taken alone, and nothing is kept about a caller who is done', () => {
  const bodies = createBodyCount<string>(10)
  const large = bodies.take('ann', 50)
  expect(large).toBeDefined()
  expect(bodies.take('ann', 1)).toBeUndefined()
  large?.leave()
  expect(bodies.size()).toBe(0)
})
