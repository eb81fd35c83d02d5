import { expect, it } from 'vitest'
import { settleHeap } from './run.settle.ts'

const MEGABYTE = 1024 * 1024
const heap = () => process.memoryUsage().heapUsed / MEGABYTE

it('frees memory left over from the start, and keeps memory in use', () => {
  const used = { notes: ['kept'] }
  settleHeap()
  const before = heap()
  let left: string[] | undefined = Array.from({ length: 500_000 }, (_, index) => `something read once, ${index}`)
  expect(left.length).toBe(500_000)
  const withGarbage = heap()
  expect(withGarbage - before).toBeGreaterThan(15)

  left = undefined
  settleHeap()

  expect(heap() - before).toBeLessThan(5)
  expect(used.notes).toEqual(['kept'])
})
