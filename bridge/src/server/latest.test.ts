import { expect, test } from 'vitest'
import { createLatest } from './latest.ts'

type Item = { readonly key: string; readonly value: number; readonly last?: boolean }
function start(max = 3) {
  const dropped: Item[] = []
  const latest = createLatest<Item>({
    keyOf: ({ key }) => key,
    isSentLast: ({ last }) => last === true,
    max,
    onDropped: (item) => void dropped.push(item),
  })
  const order = () =>
    Array.from({ length: latest.size() }, (_, index) => latest.next(index)?.item).map((item) => `${item?.key}${item?.value}`)
  return { latest, dropped, order }
}

test('the latest value of each key is sent in the place of the first, so that an owner stays before their vehicles', () => {
  const { latest, order } = start()
  latest.put({ key: 'owner', value: 1 })
  latest.put({ key: 'car', value: 1 })
  latest.put({ key: 'owner', value: 2 })
  expect(order()).toEqual(['owner2', 'car1'])
})

test('a value that refers to all before it moves to the end', () => {
  const { latest, order } = start()
  latest.put({ key: 'play', value: 1, last: true })
  latest.put({ key: 'owner', value: 1 })
  latest.put({ key: 'play', value: 2, last: true })
  expect(order()).toEqual(['owner1', 'play2'])
})

test('a value that replaces one being sent is sent too', () => {
  const { latest, order } = start()
  latest.put({ key: 'owner', value: 1 })
  const sent = latest.next()
  latest.put({ key: 'owner', value: 2 })
  latest.done(sent?.id ?? '')
  expect(order()).toEqual(['owner2'])
  latest.done(latest.next()?.id ?? '')
  expect(order()).toEqual([])
})

test('beyond the limit the oldest value is dropped and reported', () => {
  const { latest, dropped, order } = start(2)
  for (const key of ['a', 'b', 'c']) latest.put({ key, value: 1 })
  expect(order()).toEqual(['b1', 'c1'])
  expect(dropped).toEqual([{ key: 'a', value: 1 }])
})
