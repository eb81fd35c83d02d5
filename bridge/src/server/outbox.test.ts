import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openOutbox } from './outbox.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tenfour-outbox-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = () => join(folder, 'data', 'outbox.jsonl')
const open = () => openOutbox(path(), (item) => z.string().parse(item))

test('what was put in is there again after a crash, in its order', () => {
  const before = open()
  before.put('a', 'first')
  before.put('b', 'second')
  before.done('a')
  const after = open()
  expect(after.size()).toBe(1)
  expect(after.next()).toEqual({ id: 'b', item: 'second' })
})

test('a line that a crash cut short is left out, and what follows is whole', () => {
  open().put('a', 'first')
  appendFileSync(path(), '{"put":"b","it')
  const after = open()
  expect(after.size()).toBe(1)
  after.put('c', 'third')
  const again = open()
  again.done('a')
  expect(again.next()).toEqual({ id: 'c', item: 'third' })
})

test('the journal does not grow for ever', () => {
  const outbox = open()
  outbox.put('stays', 'x')
  for (let each = 0; each < 1100; each += 1) {
    outbox.put(String(each), 'x')
    outbox.done(String(each))
  }
  expect(readFileSync(path(), 'utf8').split('\n').length).toBeLessThan(1100)
  expect(open().next()).toEqual({ id: 'stays', item: 'x' })
})

test('something done twice is done once', () => {
  const outbox = open()
  outbox.put('a', 'x')
  outbox.done('a')
  outbox.done('a')
  expect(open().size()).toBe(0)
})
