import { expect, test } from 'vitest'
import { DEPARTMENT, DepartmentType } from './departments.ts'
import { HEADERS } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { ERROR_STATUS, ErrorBody, MESSAGES } from './errors.ts'
import { LOG_LEVEL } from './logs.ts'
import { STEAM_HEX_LENGTH } from './users.ts'

test('the constants of the specification hold to the letter', () => {
  expect(DEPARTMENT).toEqual({ LSPD: 2, BCSO: 3, SAHP: 4, COMM: 5, FIRE: 6, CIV: 7 })
  expect(LOG_LEVEL).toEqual({ Error: 500, Warning: 400, Info: 300, Debug: 200 })
  expect(STEAM_HEX_LENGTH).toBe(15)
  expect(HEADERS.token).toBe('x-idp-token')
  expect(MESSAGES).toMatchObject({
    default: 'An error occured; please try again later',
    credentials: 'The email address and/or password you provided did not match our records',
    forbidden: 'You do not have access to perform that action',
  })
  expect(DepartmentType.options).toEqual(expect.arrayContaining(['Leo', 'Fire', 'Comms', 'Civilian']))
})

test('the calls of the specification have its methods and paths', () => {
  const { login, validate, me, listDepartments, listRanks, listServers, saveServer } = ENDPOINTS
  expect([login, validate, me, listDepartments, listRanks, listServers, saveServer].map(({ method, path }) => `${method} ${path}`)).toEqual(
    [
      'POST /api/auth/login',
      'POST /api/auth/validate',
      'GET /api/auth/me',
      'GET /api/user/GetDepartmentsAsync/:showAllDepts',
      'GET /api/user/GetDepartmentRanksAsync/:deptId/:includeReserves',
      'GET /api/patrol/servers',
      'POST /api/patrol/server',
    ],
  )
})

test('no two endpoints share a method and a path, and every one lies under /api and says what it does', () => {
  const all = Object.values(ENDPOINTS)
  expect(new Set(all.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)).size).toBe(all.length)
  for (const { path, summary, method } of all) {
    expect(path).toMatch(/^\/api\/[\w/:-]+$/)
    expect(summary.length, `${method} ${path}`).toBeGreaterThan(5)
  }
})

test('every parameter in a path is parsed, and every parsed one is in the path', () => {
  for (const { path, params } of Object.values(ENDPOINTS) as { path: string; params?: { shape?: object } }[]) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(new Set(Object.keys(params?.shape ?? {})), path).toEqual(new Set(named))
  }
})

test('every error code answers a status of an error', () => {
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(ErrorBody.safeParse({ code, message: 'x', requestId: 'y' }).success, code).toBe(true)
  }
})
