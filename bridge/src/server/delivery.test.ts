import { beforeEach, expect, test, vi } from 'vitest'
import { createDelivery, type Outcome } from './delivery.ts'
import type { Outbox } from './outbox.ts'

function inMemory(items: Record<string, string>): Outbox<string> {
  const waiting = new Map(Object.entries(items))
  return {
    put: (id, item) => waiting.set(id, item).has(id),
    next: (skip = 0) => [...waiting].map(([id, item]) => ({ id, item }))[skip],
    done: (id) => void waiting.delete(id),
    setAside: (id) => void waiting.delete(id),
    size: () => waiting.size,
    close: () => {},
  }
}

const onGivenUp = vi.fn<(item: string) => void>()
beforeEach(() => void onGivenUp.mockReset())

test('everything is sent, one after the other, in order', async () => {
  const outbox = inMemory({ a: '1', b: '2', c: '3' })
  let running = 0
  const seen: string[] = []
  const send = async (id: string): Promise<Outcome> => {
    expect(++running).toBe(1)
    await Promise.resolve()
    running -= 1
    seen.push(id)
    return 'done'
  }
  const delivery = createDelivery({ outbox, send, onGivenUp, isConnected: () => true })
  delivery.run()
  delivery.run()
  await vi.waitFor(() => expect(outbox.size()).toBe(0))
  expect(seen).toEqual(['a', 'b', 'c'])
})

test('an event that could not be delivered is tried again, and no other overtakes it', async () => {
  const outbox = inMemory({ a: '1', b: '2' })
  const answers: Outcome[] = ['again', 'again', 'done', 'done']
  const seen: string[] = []
  const send = async (id: string) => {
    seen.push(id)
    return answers.shift() ?? 'done'
  }
  createDelivery({ outbox, send, onGivenUp, isConnected: () => true, retryMs: 1 }).run()
  await vi.waitFor(() => expect(outbox.size()).toBe(0))
  expect(seen).toEqual(['a', 'a', 'a', 'b'])
})

test('without a connection nothing is sent and nothing is lost', () => {
  const send = vi.fn(async (): Promise<Outcome> => 'done')
  const outbox = inMemory({ a: '1' })
  createDelivery({ outbox, send, onGivenUp, isConnected: () => false }).run()
  expect(send).not.toHaveBeenCalled()
  expect(outbox.size()).toBe(1)
})

test('an event on which alone the portal keeps failing does not hold up the others', async () => {
  const outbox = inMemory({ a: '1', poison: '2', b: '3', c: '4' })
  const done: string[] = []
  const send = async (id: string): Promise<Outcome> => {
    if (id === 'poison') return 'failed'
    done.push(id)
    return 'done'
  }
  createDelivery({ outbox, send, onGivenUp, isConnected: () => true, retryMs: 1 }).run()
  await vi.waitFor(() => expect(outbox.size()).toBe(0))
  expect(done).toEqual(['a', 'b', 'c'])
  expect(onGivenUp.mock.calls).toEqual([['2']])
})

test('while the portal fails on every event none is set aside, and afterwards all are delivered in order', async () => {
  const outbox = inMemory({ a: '1', b: '2', c: '3' })
  let failures = 30
  const done: string[] = []
  const send = async (id: string): Promise<Outcome> => {
    if (failures-- > 0) return 'failed'
    done.push(id)
    return 'done'
  }
  createDelivery({ outbox, send, onGivenUp, isConnected: () => true, retryMs: 0 }).run()
  await vi.waitFor(() => expect(outbox.size()).toBe(0))
  expect(done.toSorted()).toEqual(['a', 'b', 'c'])
  expect(onGivenUp).not.toHaveBeenCalled()
})
