import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { createGate, createSearcher, TOO_MANY_SEARCHES } from './searcher.ts'

type Asked = { readonly q: string; readonly at: number; answer: (rows: readonly string[]) => void; fail: (error: unknown) => void }

function setUp() {
  const asked: Asked[] = []
  const search = (_: string, q: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    asked.push({ q, at: Date.now(), answer: resolve, fail: reject })
    return promise
  }
  return { asked, searcher: createSearcher<'person' | 'vehicle', string>('person', { search, gate: createGate() }) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('while typing', () => {
  test('a search begins at two characters, once the user pauses', async () => {
    const { asked, searcher } = setUp()
    searcher.want('person', 'd')
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toEqual([])
    for (const typed of ['de', 'dex', 'dext']) {
      searcher.want('person', typed)
      await vi.advanceTimersByTimeAsync(60)
    }
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked.map(({ q }) => q)).toEqual(['dext'])
  })

  test('there are never five searches a second, and the last text is always searched', async () => {
    const { asked, searcher } = setUp()
    for (let count = 1; count <= 30; count += 1) {
      searcher.want('person', 'x'.repeat(count + 1))
      await vi.advanceTimersByTimeAsync(170)
    }
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked.at(-1)?.q).toBe('x'.repeat(31))
    const busiest = asked.map(({ at }) => asked.filter((other) => other.at >= at && other.at < at + 1000).length)
    expect(Math.max(...busiest)).toBeLessThan(5)
  })

  test('an answer that comes after the text has changed is dropped', async () => {
    const { asked, searcher } = setUp()
    searcher.want('person', 'dex')
    await vi.advanceTimersByTimeAsync(500)
    searcher.want('person', 'dext')
    asked[0]?.answer(['stale'])
    await vi.advanceTimersByTimeAsync(500)
    expect(searcher.get()).toMatchObject({ q: 'dext', rows: [], phase: 'searching' })
    asked[1]?.answer(['Dexter Marlowe'])
    await vi.advanceTimersByTimeAsync(0)
    expect(searcher.get()).toMatchObject({ q: 'dext', rows: ['Dexter Marlowe'], phase: 'found' })
  })

  test('the same text is not asked for twice', async () => {
    const { asked, searcher } = setUp()
    searcher.want('person', 'dex')
    await vi.advanceTimersByTimeAsync(500)
    searcher.want('person', 'dex ')
    await vi.advanceTimersByTimeAsync(500)
    expect(asked).toHaveLength(1)
  })

  test('rows stay until the next rows are here, except rows of another kind', async () => {
    const { asked, searcher } = setUp()
    searcher.want('person', 'dex')
    await vi.advanceTimersByTimeAsync(500)
    asked[0]?.answer(['Dexter Marlowe'])
    await vi.advanceTimersByTimeAsync(0)
    searcher.want('person', 'dexter')
    expect(searcher.get().rows).toEqual(['Dexter Marlowe'])
    searcher.want('vehicle', 'dexter')
    expect(searcher.get().rows).toEqual([])
  })

  test('too many searches are explained in plain words', async () => {
    const { asked, searcher } = setUp()
    searcher.want('person', 'dex')
    await vi.advanceTimersByTimeAsync(500)
    asked[0]?.fail(new ApiError({ url: '/api/lookups/search', status: 429, text: '' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(searcher.get()).toMatchObject({ phase: 'failed', problem: TOO_MANY_SEARCHES })
  })
})

describe('on Enter', () => {
  test('a text that is known or being searched is not searched again', async () => {
    const { asked, searcher } = setUp()
    searcher.want('vehicle', '46eek572')
    await vi.advanceTimersByTimeAsync(500)
    const rows = searcher.now('vehicle', '46eek572')
    asked[0]?.answer(['46EEK572'])
    await expect(rows).resolves.toEqual(['46EEK572'])
    await expect(searcher.now('vehicle', ' 46eek572 ')).resolves.toEqual(['46EEK572'])
    expect(asked).toHaveLength(1)
  })

  test('an unknown text is searched at once', async () => {
    const { asked, searcher } = setUp()
    searcher.want('vehicle', '46eek572')
    const rows = searcher.now('vehicle', '46eek572')
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(1)
    asked[0]?.answer([])
    await expect(rows).resolves.toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toHaveLength(1)
  })
})
