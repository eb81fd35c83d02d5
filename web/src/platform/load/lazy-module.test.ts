// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LoadError, lazyModule, missingStyles, restoreStyles, watchStyles } from './lazy-module.ts'

const wait = vi.fn(async () => undefined)
const onFailure = vi.fn()
const always = { wait, onFailure, isReachable: () => true, retryAfterMs: [300, 1200] }

let stopWatching: () => void
beforeEach(() => (stopWatching = watchStyles()))
afterEach(() => {
  stopWatching()
  vi.clearAllMocks()
})

test('a file that comes with the second attempt is loaded without anyone noticing', async () => {
  const fetchModule = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue('code')
  const module = lazyModule(fetchModule, always)
  await expect(module.load()).resolves.toBe('code')
  expect(wait.mock.calls).toEqual([[300]])
  expect(module.get()).toEqual({ phase: 'ready', failures: 0, value: 'code' })
  expect(onFailure).not.toHaveBeenCalled()
})

test('attempts end after three, and the next call starts anew', async () => {
  const fetchModule = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))
  const module = lazyModule(fetchModule, always)
  await expect(module.load()).rejects.toBeInstanceOf(LoadError)
  expect(fetchModule).toHaveBeenCalledTimes(3)
  expect(module.get()).toMatchObject({ phase: 'failed', failures: 1 })
  expect(onFailure).toHaveBeenCalledOnce()

  fetchModule.mockResolvedValue('code')
  await expect(module.load()).resolves.toBe('code')
  expect(fetchModule).toHaveBeenCalledTimes(4)
})

test('while the portal is unreachable there is one attempt, so that it is said at once', async () => {
  const fetchModule = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(lazyModule(fetchModule, { ...always, isReachable: () => false }).load()).rejects.toBeInstanceOf(LoadError)
  expect(fetchModule).toHaveBeenCalledOnce()
})

test('two who ask at once share the attempts, and who asks later gets what is there', async () => {
  const fetchModule = vi.fn().mockResolvedValue('code')
  const module = lazyModule(fetchModule, always)
  await Promise.all([module.load(), module.load()])
  await module.load()
  expect(fetchModule).toHaveBeenCalledOnce()
})

test('who follows it hears of loading, failing and arriving', async () => {
  const fetchModule = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('code')
  const module = lazyModule(fetchModule, { ...always, retryAfterMs: [] })
  const phases: string[] = []
  const stop = module.subscribe(() => phases.push(module.get().phase))
  await module.load().catch(Boolean)
  await module.load()
  stop()
  expect(phases).toEqual(['loading', 'failed', 'loading', 'ready'])
})

const HREF = 'https://portal.example/assets/chart-abc.css'

/** No stylesheet is really fetched here; this fires their load or error events. */
function answerStyles(isThere: boolean): void {
  const { happyDOM } = window as unknown as { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: boolean } } }
  happyDOM.settings.handleDisabledFileLoadingAsSuccess = isThere
}

/** Like the bundler's helper: the stylesheet is requested with the first import only. */
function importWithStyles() {
  return vi
    .fn(async () => 'code')
    .mockImplementationOnce(async () => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = HREF
      document.head.append(link)
      throw new Error(`Unable to preload CSS for ${HREF}`)
    })
}

describe('a stylesheet that can not be fetched', () => {
  beforeEach(() => {
    answerStyles(false)
  })
  afterEach(async () => {
    answerStyles(true)
    await restoreStyles()
    vi.restoreAllMocks()
  })

  test('is there before the code is shown', async () => {
    const module = lazyModule(importWithStyles(), { ...always, retryAfterMs: [] })
    await expect(module.load()).rejects.toBeInstanceOf(LoadError)
    expect(missingStyles()).toEqual([HREF])

    answerStyles(true)
    await expect(module.load()).resolves.toBe('code')
    expect(missingStyles()).toEqual([])
    expect(document.querySelectorAll(`link[href="${HREF}"]`)).toHaveLength(1)
  })

  test('keeps its own code waiting, and no other', async () => {
    const fetchModule = importWithStyles()
    const module = lazyModule(fetchModule, { ...always, retryAfterMs: [] })
    await expect(module.load()).rejects.toBeInstanceOf(LoadError)
    await expect(module.load()).rejects.toBeInstanceOf(LoadError)
    expect(fetchModule).toHaveBeenCalledOnce()
    await expect(lazyModule(async () => 'other', always).load()).resolves.toBe('other')
  })
})
