import { expect, test } from 'vitest'
import { createLanes } from './lanes.ts'

const started: string[] = []
const as = (name: string) => () => void started.push(name)

test('some run at once, some wait in turn, the rest are refused', () => {
  started.length = 0
  const lanes = createLanes<string>({ atOnce: 2, waiting: 2 })
  const [first, second, third, fourth] = ['1', '2', '3', '4'].map((name) => lanes.enter('a', as(name)))
  expect([first, second, third, fourth].map((place) => place?.isWaiting())).toEqual([false, false, true, true])
  expect(lanes.enter('a', as('5'))).toBeUndefined()
  expect(lanes.enter('b', as('of another'))?.isWaiting()).toBe(false)
  second?.leave()
  expect(started).toEqual(['3'])
  expect(third?.isWaiting()).toBe(false)
  first?.leave()
  expect(started).toEqual(['3', '4'])
})

test('an entry that gives up while waiting is never started, and its place is free', () => {
  started.length = 0
  const lanes = createLanes<string>({ atOnce: 1, waiting: 1 })
  const first = lanes.enter('a', as('1'))
  const second = lanes.enter('a', as('2'))
  second?.leave()
  const third = lanes.enter('a', as('3'))
  expect(third?.isWaiting()).toBe(true)
  first?.leave()
  expect(started).toEqual(['3'])
})

test('leaving twice counts once, and a caller with nothing in flight leaves no entry', () => {
  const lanes = createLanes<number>({ atOnce: 1, waiting: 1 })
  for (let key = 0; key < 1000; key += 1) {
    const place = lanes.enter(key, as('x'))
    place?.leave()
    place?.leave()
  }
  expect(lanes.size()).toBe(0)
  const first = lanes.enter(1, as('x'))
  first?.leave()
  first?.leave()
  lanes.enter(1, as('x'))
  expect(lanes.enter(1, as('x'))?.isWaiting()).toBe(true)
})
