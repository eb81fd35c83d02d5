import { expect, test } from 'vitest'
import { saveWords } from './draft-session.ts'

const AT = new Date(2026, 4, 1, 21, 47)

test('the header says whether the draft is saved, and when', () => {
  expect(saveWords({ kind: 'saved' }, AT.toISOString(), AT.getTime())).toBe('draft, saved 21:47')
  expect(saveWords({ kind: 'offline' }, undefined)).toBe('not saved: offline, trying again')
})
