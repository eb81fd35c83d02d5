import { describe, expect, test } from 'vitest'
import { tabOfErrors, userPageSearch } from './user-tabs.ts'

describe('an error leads to the tab its field is on', () => {
  test.each([
    ['another tab', { 'userDepartments.0.rankId': 'Gone' }, 'account', 'departments'],
    ['the open one first', { emailAddress: 'Taken', userPermissions: 'No' }, 'roles', undefined],
    ['no error, no move', {}, 'whitelist', undefined],
    ['an error of no field of ours', { password: 'Short' }, 'account', undefined],
  ] as const)('%s', (_case, errors, open, tab) => expect(tabOfErrors(errors, open)).toBe(tab))
})

test('the address keeps the tab and the page of the sign-ins', () => {
  expect(userPageSearch({ tab: 'sign-ins', page: '3', size: '50', other: 'x' })).toEqual({ tab: 'sign-ins', page: 3, size: 50 })
  expect(userPageSearch({ tab: 'secrets', page: 'x' })).toEqual({})
})
