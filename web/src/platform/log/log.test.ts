import { LOG_LEVEL } from '@tenfour/contract'
import { expect, test, vi } from 'vitest'
import { logFileName } from '../../app/Footer.tsx'
import { createMemoryLogStore } from './log-store.ts'
import { createLog, LOGGING_FAILURE, logLine, type LogOptions } from './log.ts'
import { installUncaughtLogging } from './uncaught.ts'

const NOON = Date.UTC(2026, 4, 1, 12)

function build(options: LogOptions = {}) {
  const store = createMemoryLogStore()
  const warnConsole = vi.fn<(message: string, error?: unknown) => void>()
  const log = createLog({ isSupported: () => true, openStore: async () => store, warnConsole, now: () => NOON, ...options })
  return { log, store, warnConsole }
}

test('an entry is one line: time, level, message, detail', async () => {
  const { log } = build()
  log.error('Departments could not be loaded', new Error('no answer').message)
  log.warning('Slow')
  log.info('Signed in', { userId: 4 })
  expect(await log.exportText()).toBe(
    [
      '2026-05-01T12:00:00.000Z [Error] Departments could not be loaded no answer',
      '2026-05-01T12:00:00.000Z [Warning] Slow',
      '2026-05-01T12:00:00.000Z [Info] Signed in {"userId":4}',
      '',
    ].join('\n'),
  )
})

test('debug entries are kept but left out of the text', async () => {
  const { log, store } = build()
  log.debug('noise')
  log.info('signal')
  expect(await log.exportText()).toBe('2026-05-01T12:00:00.000Z [Info] signal\n')
  expect(await store.all()).toHaveLength(2)
})

test('levels carry the numbers of the specification, and an unknown one says so', async () => {
  const { log, store } = build()
  log.error('a')
  log.warning('b')
  log.info('c')
  log.debug('d')
  await log.exportText()
  expect((await store.all()).map(({ level }) => level)).toEqual([500, 400, 300, 200])
  expect(logLine({ at: NOON, level: 123, message: 'odd', detail: '' })).toBe('2026-05-01T12:00:00.000Z [Unknown] odd\n')
})

test('a message of several lines stays on one', () => {
  expect(logLine({ at: NOON, level: LOG_LEVEL.Info, message: 'a\nb', detail: 'c\r\n  d' })).toBe(
    '2026-05-01T12:00:00.000Z [Info] a | b c | d\n',
  )
})

test('an empty log exports as nothing', async () => {
  expect(await build().log.exportText()).toBe('')
})

test('without IndexedDB a warning is logged and entries stay in memory', async () => {
  const { log, warnConsole } = build({ isSupported: () => false, openStore: () => Promise.reject(new Error('must not be asked')) })
  log.info('still here')
  const text = await log.exportText()
  expect(text).toMatch(/\[Warning\] IndexedDB is not supported/)
  expect(text).toMatch(/\[Info\] still here/)
  expect(warnConsole).toHaveBeenCalledOnce()
  expect(log.failure()).toBeNull()
})

test('a store that will not open is told to the shell, and entries stay in memory', async () => {
  const { log } = build({ openStore: () => Promise.reject(new Error('refused')) })
  const listener = vi.fn<() => void>()
  log.onFailure(listener)
  log.error('kept anyway')
  expect(await log.exportText()).toMatch(/kept anyway/)
  expect(listener).toHaveBeenCalledOnce()
  expect(log.failure()).toBe('The logging service did not properly initialize, reload the page to fix it.')
  expect(LOGGING_FAILURE).toBe(log.failure())
})

test('an entry that cannot be stored is kept in memory beside those that could', async () => {
  const store = createMemoryLogStore()
  const add = vi.fn(store.add).mockRejectedValueOnce(new Error('disk full'))
  const { log, warnConsole } = build({ openStore: async () => ({ ...store, add }) })
  log.info('first')
  log.info('second')
  const text = await log.exportText()
  expect(text).toMatch(/first/)
  expect(text).toMatch(/second/)
  expect(warnConsole).toHaveBeenCalledOnce()
})

test('secrets are taken out before anything is stored', async () => {
  const { log, store } = build()
  log.error('GET /api/auth/me with Authorization: Bearer abcDEF123456', {
    password: 'hunter2hunter2',
    headers: { 'X-API-Key': 'key_998877' },
  })
  await log.exportText()
  expect(JSON.stringify(await store.all())).not.toMatch(/abcDEF123456|hunter2|key_998877/)
})

test('the file is named after the moment it was made', () => {
  expect(logFileName(new Date(NOON))).toBe('portal-log-2026-05-01T12:00:00.000Z.txt')
})

test('uncaught errors and unhandled rejections are logged until stopped', () => {
  const target = new EventTarget()
  const error = vi.fn<(message: string, detail?: unknown) => void>()
  const stop = installUncaughtLogging(target, { error })
  const thrown = new Error('boom')
  target.dispatchEvent(Object.assign(new Event('error'), { message: 'boom', error: thrown }))
  target.dispatchEvent(Object.assign(new Event('error'), { message: 'Script error.', filename: 'a.js', lineno: 3 }))
  target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'lost' }))
  stop()
  target.dispatchEvent(new Event('error'))
  expect(error.mock.calls).toEqual([
    ['Uncaught error', thrown],
    ['Uncaught error', 'Script error. at a.js:3'],
    ['Unhandled rejection', 'lost'],
  ])
})
