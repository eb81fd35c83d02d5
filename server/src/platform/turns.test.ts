import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('work under one key runs one after the other, also after failures; work under another key does not wait', async () => {
  const turns = createTurns<number>()
  const done: string[] = []
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const first = turns.inTurn(1, async () => {
    await released
    done.push('first')
    throw new Error('broken')
  })
  const second = turns.inTurn(1, async () => done.push('second'))
  await turns.inTurn(2, async () => done.push('other'))
  expect(done).toEqual(['other'])
  release()
  await expect(first).rejects.toThrow('broken')
  await second
  expect(done).toEqual(['other', 'first', 'second'])
})
