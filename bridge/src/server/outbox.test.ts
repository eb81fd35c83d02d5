import type * as NodeFs from 'node:fs'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { MAX_IN_MEMORY, openOutbox, type Durability } from './outbox.ts'

/** Free bytes. As on a real full disk, a write may be partial and returns the number of bytes written. */
const disk = vi.hoisted(() => ({ room: Infinity, syncs: 0 }))
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof NodeFs>()
  const writeSync = (file: number, bytes: Buffer) => fs.writeSync(file, bytes, 0, Math.min(bytes.length, disk.room))
  const fsyncSync = (file: number) => {
    disk.syncs += 1
    fs.fsyncSync(file)
  }
  return { ...fs, writeSync, fsyncSync }
})

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'tenfour-outbox-'))))
afterEach(() => void (disk.room = Infinity))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = () => join(folder, 'data', 'outbox.jsonl')
const complaints: string[] = []
beforeEach(() => void (complaints.length = 0))
const open = (durabilityOf: (item: string) => Durability = () => 'synced') =>
  openOutbox({ path: path(), parse: (item) => z.string().parse(item), durabilityOf, complain: (line) => void complaints.push(line) })

test('items are there again after a crash, in their order', () => {
  const before = open()
  before.put('a', 'first')
  before.put('b', 'second')
  before.done('a')
  const after = open()
  expect(after.size()).toBe(1)
  expect(after.next()).toEqual({ id: 'b', item: 'second' })
})

test('a line truncated by a crash is dropped, and later lines are intact', () => {
  open().put('a', 'first')
  appendFileSync(path(), '{"put":"b","it')
  const after = open()
  expect(after.size()).toBe(1)
  after.put('c', 'third')
  const again = open()
  again.done('a')
  expect(again.next()).toEqual({ id: 'c', item: 'third' })
})

test('the journal does not grow without bounds', () => {
  const outbox = open()
  outbox.put('stays', 'x')
  for (let each = 0; each < 1100; each += 1) {
    outbox.put(String(each), 'x')
    outbox.done(String(each))
  }
  expect(readFileSync(path(), 'utf8').split('\n').length).toBeLessThan(1100)
  expect(open().next()).toEqual({ id: 'stays', item: 'x' })
})

test('marking an item as done twice has no further effect', () => {
  const outbox = open()
  outbox.put('a', 'x')
  outbox.done('a')
  outbox.done('a')
  expect(open().size()).toBe(0)
})

test('lines damaged by a power cut are set aside, and the rest is delivered', () => {
  const before = open()
  before.put('a', 'first')
  before.put('b', 'second')
  before.close()
  const [first = '', second = ''] = readFileSync(path(), 'utf8').split('\n')
  const nothing = '\0'.repeat(40)
  writeFileSync(path(), [first, nothing, '{"put":"x","item":7}', second, '{"put":"c","it'].join('\n'))
  const after = open()
  expect([after.next()?.id, after.next(1)?.id, after.size()]).toEqual(['a', 'b', 2])
  expect(complaints.join()).toContain('2 damaged lines')
  expect(readFileSync(`${path()}.aside`, 'utf8')).toBe(`${nothing}\n{"put":"x","item":7}\n`)
  expect(open().size()).toBe(2)
  expect(complaints, 'and that is all').toHaveLength(1)
})

test('an item that was given up no longer blocks delivery, and is kept for inspection', () => {
  const outbox = open()
  outbox.put('a', 'poison')
  outbox.setAside('a')
  expect([outbox.size(), open().size()]).toEqual([0, 0])
  expect(readFileSync(`${path()}.aside`, 'utf8')).toBe('{"put":"a","item":"poison"}\n')
})

test('ten thousand waiting items are opened and delivered', () => {
  const lines = Array.from({ length: 10_000 }, (_, id) => JSON.stringify({ put: String(id), item: 'x'.repeat(200) }))
  open().close()
  writeFileSync(path(), `${lines.join('\n')}\n`)
  const outbox = open()
  expect(outbox.size()).toBe(10_000)
  for (let entry = outbox.next(); entry; entry = outbox.next()) outbox.done(entry.id)
  expect(open().size()).toBe(0)
})

test('only items that need it wait for the disk, and short-lived items are never written', () => {
  const outbox = open((item) => (item === 'call' ? 'synced' : item === 'status' ? 'written' : 'memory'))
  disk.syncs = 0
  for (let each = 0; each < 300; each += 1) outbox.put(`plate-${each}`, 'plate')
  for (let each = 0; each < 20; each += 1) outbox.put(`status-${each}`, 'status')
  expect(disk.syncs).toBe(0)
  expect(outbox.put('call', 'call')).toBe(true)
  expect(disk.syncs).toBe(1)
  expect([open().size(), outbox.size()], 'the oldest plates are gone').toEqual([21, 21 + MAX_IN_MEMORY])
  expect([outbox.next()?.id, outbox.next(20)?.id, outbox.next(21)?.id], 'and what is written down goes first').toEqual([
    'status-0',
    'call',
    'plate-100',
  ])
  for (let entry = outbox.next(); entry; entry = outbox.next()) outbox.done(entry.id)
  expect([outbox.size(), open().size()]).toEqual([0, 0])
  expect(readFileSync(path(), 'utf8')).not.toContain('plate')
})

test('items in memory are not written when the journal is rewritten', () => {
  const outbox = open((item) => (item === 'plate' ? 'memory' : 'synced'))
  outbox.put('plate', 'plate')
  for (let each = 0; each < 600; each += 1) {
    outbox.put(String(each), 'x')
    outbox.done(String(each))
  }
  expect([readFileSync(path(), 'utf8').includes('plate'), outbox.next()?.id]).toEqual([false, 'plate'])
})

test('on a full disk items wait in memory, and are written once there is room', () => {
  const outbox = open()
  outbox.put('a', 'first')
  disk.room = 10
  expect([outbox.put('b', 'second'), outbox.put('c', 'third')]).toEqual([false, false])
  expect(complaints.join()).toContain('the disk is full')
  expect([open().size(), outbox.size()], 'no half of a line is left in the file').toEqual([1, 3])
  outbox.done('a')
  expect(outbox.next()?.id).toBe('b')
  disk.room = Infinity
  expect(outbox.put('d', 'fourth')).toBe(true)
  const after = open()
  expect([after.next()?.id, after.next(1)?.id, after.next(2)?.id, after.size()]).toEqual(['b', 'c', 'd', 3])
})

test('a folder that can not be created is reported, and no error is thrown', () => {
  writeFileSync(join(folder, 'data'), 'a file where the folder should be')
  const outbox = open()
  expect(outbox.put('a', 'first')).toBe(false)
  expect(outbox.size()).toBe(1)
  expect(complaints.join()).toContain("can't be opened")
})
