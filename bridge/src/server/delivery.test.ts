import { expect, test, vi } from 'vitest'
import { createDelivery, type Outcome } from './delivery.ts'
import type { Outbox } from './outbox.ts'

function inMemory(items: Record<string, string>): Outbox<string> {
  const waiting = new Map(Object.entries(items))
  return {
    put: (id, item) => void waiting.set(id, item),
    next: () => [...waiting].map(([id, item]) => ({ id, item }))[0],
    done: (id) => void waiting.delete(id),
    size: () => waiting.size,
    close: () => {},
  }
}

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
  const delivery = createDelivery({ outbox, send, isConnected: () => true })
  delivery.run()
  delivery.run()
  await vi.waitFor(() => expect(outbox.size()).toBe(0))
  expect(seen).toEqual(['a', 'b', 'c'])
})

test('what could not be delivered is tried again, and nothing overtakes it', async () => {
  const outbox = inMemory({ a: '1', b: '2' })
  const answers: Outcome[] = ['again', 'again', 'done', 'done']
  const seen: string[] = []
  const send = async (id: string) => {
    seen.push(id)
    return answers.shift() ?? 'done'
  }
  createDelivery({ outbox, send, isConnected: () => true, retryMs: 1 }).run()
  await vi.waitFor(() => expect(outbox.size()).toBe(0))
  expect(seen).toEqual(['a', 'a', 'a', 'b'])
})

test('without a connection nothing is sent and nothing is lost', () => {
  const send = vi.fn(async (): Promise<Outcome> => 'done')
  const outbox = inMemory({ a: '1' })
  createDelivery({ outbox, send, isConnected: () => false }).run()
  expect(send).not.toHaveBeenCalled()
  expect(outbox.size()).toBe(1)
})
