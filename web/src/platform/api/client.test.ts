import { expect, test } from 'vitest'
import { callUrl } from './client.ts'

test('parameters are filled in and encoded', () => {
  expect(callUrl('/api/user/GetDepartmentRanksAsync/:deptId/:includeReserves', { deptId: 2, includeReserves: false })).toBe(
    '/api/user/GetDepartmentRanksAsync/2/false',
  )
  expect(callUrl('/api/thing/:name', { name: '../a b?c' })).toBe('/api/thing/..%2Fa%20b%3Fc')
})

test('a missing parameter is a programming error, not a call to the wrong address', () => {
  expect(() => callUrl('/api/cad/call/:callId', {})).toThrow('/api/cad/call/:callId needs the parameter callId')
})

test('the query leaves out what is not given and repeats lists', () => {
  expect(callUrl('/api/things', {}, { page: 2, sort: undefined, type: ['a', 'b'] })).toBe('/api/things?page=2&type=a&type=b')
  expect(callUrl('/api/things', {}, {})).toBe('/api/things')
})
