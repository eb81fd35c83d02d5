import { expect, test } from 'vitest'
import { templateExample, templateWarning } from './call-sign-template.ts'

test.each([
  ['#L##', '4L12'],
  ['E##', 'E41'],
  [' D-# ', 'D-4'],
  ['########', '41230741'],
  ['{department}-{initials}#', 'LSPD-JD4'],
  ['', ''],
])('%j makes %j', (template, example) => {
  expect(templateExample(template, 'LSPD')).toBe(example)
})

test('a template without a place for a number is doubted', () => {
  expect(templateWarning('AIR')).toBe('Without a # only one member can have the call sign AIR')
  expect(templateWarning('AIR#')).toBeNull()
  expect(templateWarning('  ')).toBeNull()
})
