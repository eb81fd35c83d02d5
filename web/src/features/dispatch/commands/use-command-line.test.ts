import { expect, test } from 'vitest'
import { createStore } from '../../../platform/storage/storage.ts'
import { createHistory, stepThrough } from './use-command-line.ts'

const memory = () =>
  createStore(() => {
    throw new Error('no storage here')
  })

test('the latest command comes last, and one that is given again moves there', () => {
  const history = createHistory(memory(), 7)
  for (const line of ['s os', 'd 4L12 1042', ' s os ']) history.add(line)
  expect(history.lines()).toEqual(['d 4L12 1042', 's os'])
})

test('everyone has their own, and no more than anyone would look through', () => {
  const store = memory()
  const history = createHistory(store, 7)
  for (let number = 0; number < 80; number += 1) history.add(`c ${number}`)
  expect(history.lines()).toHaveLength(50)
  expect(history.lines().at(-1)).toBe('c 79')
  expect(createHistory(store, 8).lines()).toEqual([])
})

test('a history stored in another form does no harm', () => {
  const store = memory()
  store.setItem('commands:7', '{"a":1}')
  expect(createHistory(store, 7).lines()).toEqual([])
  store.setItem('commands:7', 'nonsense')
  expect(createHistory(store, 7).lines()).toEqual([])
})

test('one steps through it and stays within', () => {
  const lines = ['a', 'b']
  expect(stepThrough(lines, 2, -1)).toBe(1)
  expect(stepThrough(lines, 0, -1)).toBe(0)
  expect(stepThrough(lines, 1, 1)).toBe(2)
  expect(stepThrough(lines, 2, 1)).toBe(2)
})

test('a command that is back in the line because it failed is not offered as the one before it', () => {
  const lines = ['s os', 'd 4L12 77']
  expect(stepThrough(lines, 2, -1, 'd 4L12 77 ')).toBe(0)
  expect(stepThrough(lines, 2, -1, 'd 4L20')).toBe(1)
  expect(stepThrough(['d 4L12 77'], 1, -1, 'd 4L12 77')).toBe(0)
})
