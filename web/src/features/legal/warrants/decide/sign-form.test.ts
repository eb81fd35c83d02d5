import { expect, test } from 'vitest'
import { signBody, signForm, startOf } from './sign-form.ts'

const NOW = new Date(2026, 10, 14, 22, 0)
const schema = signForm(() => NOW)
const VALID = { bail: '12000', expires: '2026-12-14T22:00', isConfidential: false, departmentIds: [], userIds: [] }
const problemsOf = (over: object) =>
  schema.safeParse({ ...VALID, ...over }).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

test('the form begins with what the writer requested', () => {
  expect(startOf({ bail: 500, isConfidential: true }, VALID.expires)).toMatchObject({ bail: '500', isConfidential: true })
  expect(startOf({ bail: null, isConfidential: false }, VALID.expires).bail).toBe('')
})

test('an empty bail sets none, and an amount is a whole number', () => {
  expect(signBody({ ...VALID, bail: '' }, 4)).toMatchObject({ bail: null, version: 4 })
  expect(signBody(VALID, 4).bail).toBe(12_000)
  expect(problemsOf({ bail: '1.5' })).toEqual(['bail: Enter a whole number'])
  expect(problemsOf({ bail: '10000001' })).toEqual(['bail: At most 10,000,000'])
})

test('a warrant expires at least a minute and at most ten years ahead', () => {
  expect(problemsOf({ expires: '' })).toEqual(['expires: Enter a date and a time'])
  expect(problemsOf({ expires: '2026-11-14T22:00' })).toEqual(['expires: At least a minute from now'])
  expect(problemsOf({ expires: '2037-01-01T00:00' })).toEqual(['expires: At most 3,650 days from now'])
})

test('a confidential warrant names who serves it, any other names nobody', () => {
  expect(problemsOf({ isConfidential: true })).toEqual(['departmentIds: Name at least one department or member to serve it'])
  expect(signBody({ ...VALID, isConfidential: true, userIds: [3] }, 1).servedBy).toEqual({ departmentIds: [], userIds: [3] })
  expect(signBody({ ...VALID, departmentIds: [2] }, 1).servedBy).toEqual({ departmentIds: [], userIds: [] })
})
