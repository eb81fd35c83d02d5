import { expect, test } from 'vitest'
import { recordWords } from './approval.labels.ts'

test('warrants and arrests are said first, and a count of none is not said', () => {
  expect(recordWords({ arrests: 2, citations: 0, warnings: 1, activeWarrants: 1 })).toBe('1 active warrant, 2 arrests, 1 warning')
  expect(recordWords({ arrests: 0, citations: 0, warnings: 0, activeWarrants: 0 })).toBe('')
})
