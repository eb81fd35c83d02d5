import { describe, expect, test } from 'vitest'
import { accessSubject, EmailAddress, hasInvalidSteamHex, isCivilianPrimary, isSteamHex, Password, type CurrentUser } from './users.ts'

const HEX = '110000112345678'

const user = (given: Partial<CurrentUser> = {}): CurrentUser => ({
  userId: 1,
  version: 1,
  avatarColor: 'blue',
  name: 'Jo',
  emailAddress: 'jo@example.com',
  picture: null,
  theme: 'system',
  steamId: null,
  isWhitelisted: false,
  isWhitelistedDev: false,
  userDepartments: [],
  roles: [],
  userPermissions: [],
  ...given,
})
const belonging = (departmentId: number, isPrimary: boolean, isCadEnabled = true): CurrentUser['userDepartments'][number] => ({
  departmentId,
  isPrimary,
  rankId: null,
  rankName: null,
  capabilities: [],
  department: { departmentId, name: 'X', fullName: 'X', type: 'Other', isCadEnabled, callSignTemplate: '' },
})

describe('the invalid Steam hex flag', () => {
  test.each([
    [null, false, false, false],
    ['', false, false, false],
    [null, true, false, true],
    [null, false, true, true],
    ['', true, false, true],
    ['', false, true, true],
    ['', true, true, true],
    [HEX, false, false, false],
    [HEX, true, true, false],
    [HEX.slice(1), false, false, true],
    [`${HEX}0`, true, false, true],
    ['11000011234567g', false, false, true],
    ['ABCDEF112345678', true, false, false],
    ['abcdef112345678', true, false, false],
    [` ${HEX.slice(1)}`, false, false, true],
    [`${HEX}\n`, false, false, true],
    [`steam:${HEX}`, false, false, true],
    ['               ', false, false, true],
  ])('Steam ID %j, whitelisted %s, whitelisted for development %s: %s', (steamId, isWhitelisted, isWhitelistedDev, expected) => {
    expect(hasInvalidSteamHex({ steamId, isWhitelisted, isWhitelistedDev })).toBe(expected)
  })

  test('a Steam hex is exactly fifteen hexadecimal characters', () => {
    expect(isSteamHex(HEX)).toBe(true)
    expect(isSteamHex('１10000112345678')).toBe(false)
  })
})

test('rules look at role groups, permissions and whether any department is CAD-enabled', () => {
  const plain = user({ userDepartments: [belonging(9, true, false)], userPermissions: ['MANAGE_USERS'] })
  expect(accessSubject(plain)).toMatchObject({ userId: 1, roleGroups: [], permissions: ['MANAGE_USERS'], hasCadDepartment: false })
  const full = user({
    userDepartments: [belonging(9, true, false), belonging(2, false)],
    roles: [{ roleId: 4, name: 'Senior Staff', level: 60, roleGroup: { roleGroupId: 3, name: 'Staff' }, signsWarrants: false }],
  })
  expect(accessSubject(full)).toMatchObject({ userId: 1, roleGroups: ['Staff'], permissions: [], hasCadDepartment: true })
})

test('civilian-primary means that the primary department is the civilian one', () => {
  expect(isCivilianPrimary(user())).toBe(false)
  expect(isCivilianPrimary(user({ userDepartments: [belonging(7, false)] }))).toBe(false)
  expect(isCivilianPrimary(user({ userDepartments: [belonging(2, true), belonging(7, false)] }))).toBe(false)
  expect(isCivilianPrimary(user({ userDepartments: [belonging(7, true)] }))).toBe(true)
})

test('an email address loses the spaces around it and must be one', () => {
  expect(EmailAddress.parse(' jo@example.com ')).toBe('jo@example.com')
  for (const wrong of ['', 'jo', 'jo@', '@example.com', 'jo@example', 'a b@example.com', `${'a'.repeat(250)}@b.com`]) {
    expect(EmailAddress.safeParse(wrong).success, wrong).toBe(false)
  }
})

test('a password has ten to two hundred characters, and keeps its spaces', () => {
  expect(Password.parse('  10 chars')).toBe('  10 chars')
  expect(Password.safeParse('nine char').error?.issues[0]?.message).toBe('A password has at least 10 characters')
  expect(Password.safeParse('x'.repeat(201)).error?.issues[0]?.message).toBe('A password has at most 200 characters')
})
