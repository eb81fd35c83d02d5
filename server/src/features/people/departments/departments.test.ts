import { DEPARTMENT } from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let officer: Http
beforeAll(async () => {
  t = await startTestPortal()
  officer = await t.as('officer')
})
afterAll(() => t.close())

test('all departments have the ids and names of the specification, and the values that the CAD needs', async () => {
  const departments = (await officer.get('/api/user/GetDepartmentsAsync/true')).json() as { departmentId: number; name: string }[]
  expect(Object.fromEntries(departments.map(({ name, departmentId }) => [name, departmentId]))).toEqual(DEPARTMENT)
  expect(departments).toContainEqual(expect.objectContaining({ departmentId: 2, name: 'LSPD', type: 'Leo', isCadEnabled: true }))
  expect(departments).toContainEqual(expect.objectContaining({ departmentId: 5, name: 'COMM', type: 'Comms' }))
  expect(departments).toContainEqual(expect.objectContaining({ departmentId: 6, name: 'FIRE', type: 'Fire' }))
  expect(departments).toContainEqual(expect.objectContaining({ departmentId: 7, name: 'CIV', type: 'Civilian' }))
})

test('without all departments, the list has those of the caller', async () => {
  const names = async (http: Http) =>
    (await http.get('/api/user/GetDepartmentsAsync/false')).json<{ name: string }[]>().map(({ name }) => name)
  expect(await names(officer)).toEqual(['LSPD'])
  expect(await names(await t.as('member'))).toEqual([])
  const both = await t.addPerson({
    departments: [
      { name: 'FIRE', isPrimary: true },
      { name: 'BCSO', isPrimary: false },
    ],
  })
  expect(await names(t.http(both.token))).toEqual(['BCSO', 'FIRE'])
})

test('the ranks of a department come lowest first, with or without its reserves', async () => {
  const ranks = async (reserves: boolean) =>
    (await officer.get(`/api/user/GetDepartmentRanksAsync/2/${reserves}`)).json() as {
      rankId: number
      rankName: string
      isReserve: boolean
    }[]
  expect((await ranks(true)).map(({ rankName }) => rankName)).toEqual([
    'Reserve Officer',
    'Cadet',
    'Officer I',
    'Officer II',
    'Sergeant',
    'Lieutenant',
    'Captain',
    'Chief',
  ])
  expect(await ranks(false)).toEqual((await ranks(true)).slice(1))
  expect((await ranks(true))[0]?.isReserve).toBe(true)
})

test('every department has ranks to start with, one of them a reserve', async () => {
  for (const departmentId of Object.values(DEPARTMENT)) {
    const ranks = (await officer.get(`/api/user/GetDepartmentRanksAsync/${departmentId}/true`)).json() as { isReserve: boolean }[]
    expect(ranks.length).toBeGreaterThan(3)
    expect(ranks.filter(({ isReserve }) => isReserve)).toHaveLength(1)
  }
})

test('an unknown department has no ranks', async () => {
  const response = await officer.get('/api/user/GetDepartmentRanksAsync/424242/true')
  expect([response.statusCode, response.json()]).toEqual([200, []])
})

test.each([
  ['/api/user/GetDepartmentsAsync/maybe', 'showAllDepts'],
  ['/api/user/GetDepartmentRanksAsync/LSPD/true', 'deptId'],
  ['/api/user/GetDepartmentRanksAsync/0/true', 'deptId'],
  ['/api/user/GetDepartmentRanksAsync/-2/true', 'deptId'],
  ['/api/user/GetDepartmentRanksAsync/2.5/true', 'deptId'],
  ['/api/user/GetDepartmentRanksAsync/99999999999999999999/true', 'deptId'],
  ['/api/user/GetDepartmentRanksAsync/2/maybe', 'includeReserves'],
])('%s is refused: bad %s', async (path, field) => {
  const response = await officer.get(path)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_input', field })
})

test('an id that no database could hold is bad input, not an internal error', async () => {
  const response = await officer.get('/api/user/GetDepartmentRanksAsync/3000000000/true')
  expect(response.statusCode).toBe(400)
})
