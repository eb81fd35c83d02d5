import { expect, test } from 'vitest'
import { changedBy } from './field-words.ts'
import { before } from '../testing/board.ts'

test('the log tells who changed a field last', () => {
  const line = (callLogId: number, text: string, name: string | null, kind: 'note' | 'change' = 'change') => ({
    callLogId,
    at: before(10),
    author: name === null ? null : { userId: callLogId, name },
    kind,
    text,
  })
  const log = [line(1, 'Location: Alta St', 'Rosa'), line(2, 'Location removed', 'Sam'), line(3, 'Location: not so sure', 'Kim', 'note')]
  expect(changedBy(log, 'location')).toBe('Sam')
  expect(changedBy(log, 'title')).toBeUndefined()
})
