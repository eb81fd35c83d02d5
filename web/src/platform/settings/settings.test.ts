import { expect, test, vi } from 'vitest'
import { createSettings } from './settings.ts'

function build() {
  const log = { error: vi.fn<(message: string) => void>(), warning: vi.fn<(message: string) => void>() }
  return { log, settings: createSettings(log) }
}

test('a value that was set is read back', () => {
  const { settings } = build()
  settings.set('table.size', 50)
  expect(settings.get('table.size', 25)).toBe(50)
})

test.each([undefined, null, 0, '', false, Number.NaN])('a stored %j counts as missing', (value) => {
  const { settings } = build()
  settings.set('key', value)
  expect(settings.get<unknown>('key', 'default')).toBe('default')
})

test('a key never set gives the default', () => {
  expect(build().settings.get('nothing', 'default')).toBe('default')
})

test.each([[1], [null], [undefined], [{}], [Symbol('key')]])('a key that is no text is ignored and an error logged: %s', (key) => {
  const { settings, log } = build()
  const save = vi.fn<(all: object) => void>()
  settings.registerSink('memory', { save, load: () => ({}) })
  settings.set(key, 'value')
  void settings.save('memory')
  expect(save).toHaveBeenCalledWith({})
  expect(log.error).toHaveBeenCalledOnce()
})

test('nothing is saved unless asked, however long one waits', () => {
  vi.useFakeTimers()
  const { settings } = build()
  const save = vi.fn<() => void>()
  settings.registerSink('memory', { save, load: () => ({}) })
  settings.set('key', 'value')
  vi.advanceTimersByTime(24 * 60 * 60 * 1000)
  expect(vi.getTimerCount()).toBe(0)
  expect(save).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('a sink is given all settings, and gives them back', async () => {
  const { settings } = build()
  let kept: Readonly<Record<string, unknown>> = {}
  settings.registerSink('memory', { save: (all) => void (kept = all), load: async () => kept })
  settings.set('a', 1)
  settings.set('b', 'two')
  await settings.save('memory')
  expect(kept).toEqual({ a: 1, b: 'two' })

  const next = build().settings
  next.registerSink('memory', { save: () => undefined, load: () => kept })
  await next.load('memory')
  expect(next.get('b', '')).toBe('two')
})

test('saving to or loading from a sink that does not exist logs a warning and changes nothing', async () => {
  const { settings, log } = build()
  settings.set('a', 1)
  await settings.save('nowhere')
  await settings.load('nowhere')
  expect(log.warning).toHaveBeenCalledTimes(2)
  expect(settings.get('a', 0)).toBe(1)
})
