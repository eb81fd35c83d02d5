import { expect, test } from 'vitest'
import { createDismissals } from './dismissals.ts'

function open(initial: Record<string, string> = {}, { fails = false } = {}) {
  const kept = new Map(Object.entries(initial))
  const sent: string[] = []
  const gone: number[] = []
  const problems: unknown[] = []
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const dismissals = createDismissals({
    store,
    key: 'away',
    send: async (id, { keepalive }) => {
      sent.push(`${id}${keepalive ? ' leaving' : ''}`)
      if (fails) throw new Error('no answer')
    },
    onSent: (id) => gone.push(id),
    onProblem: (error) => problems.push(error),
  })
  return { dismissals, kept, sent, gone, problems }
}

test('an announcement put away is hidden at once, told later, and then forgotten here', async () => {
  const { dismissals, kept, sent, gone } = open()
  dismissals.putAway(3)
  expect([[...dismissals.pending()], kept.get('away'), sent]).toEqual([[3], '[3]', []])
  await dismissals.tell(3)
  expect([[...dismissals.pending()], kept.size, sent, gone]).toEqual([[], 0, ['3'], [3]])
})

test('a dismissal taken back is never told', async () => {
  const { dismissals, sent, kept } = open()
  dismissals.putAway(3)
  dismissals.takeBack(3)
  await dismissals.tell(3)
  expect([sent, kept.size, dismissals.pending().size]).toEqual([[], 0, 0])
})

test('a page that is left tells, and the next one neither shows it nor forgets', async () => {
  const first = open()
  first.dismissals.putAway(4)
  first.dismissals.tellWhileLeaving()
  expect(first.sent).toEqual(['4 leaving'])
  const next = open({ away: first.kept.get('away') ?? '' })
  expect([...next.dismissals.pending()]).toEqual([4])
  await next.dismissals.tellAll()
  expect([next.sent, next.kept.size]).toEqual([['4'], 0])
})

test('without an answer it stays put away', async () => {
  const { dismissals, kept, problems } = open({}, { fails: true })
  dismissals.putAway(5)
  await dismissals.tell(5)
  expect([[...dismissals.pending()], kept.get('away'), problems.length]).toEqual([[5], '[5]', 1])
})

test('stored text that makes no sense counts as no dismissals', () => {
  expect(open({ away: '{"x":' }).dismissals.pending().size).toBe(0)
  expect(open({ away: '["a"]' }).dismissals.pending().size).toBe(0)
})

test('listeners are told of every change, until they stop', () => {
  const { dismissals } = open()
  let changes = 0
  const stop = dismissals.subscribe(() => (changes += 1))
  dismissals.putAway(1)
  dismissals.takeBack(1)
  stop()
  dismissals.putAway(2)
  expect(changes).toBe(2)
})
