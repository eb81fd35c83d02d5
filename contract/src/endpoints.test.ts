import { expect, test } from 'vitest'
import * as contract from './index.ts'

const declared = Object.entries(contract).filter(([, value]) => typeof value === 'object' && value !== null && 'summary' in value)

test('the table has every endpoint that a file of the contract declares, under its exported name', () => {
  expect(Object.fromEntries(declared)).toEqual(contract.ENDPOINTS)
})

test('no other export counts as an endpoint, and no two endpoints are the same call', () => {
  for (const endpoint of Object.values(contract.ENDPOINTS)) {
    expect(endpoint).toMatchObject({ method: expect.any(String), path: expect.stringMatching(/^\/api\//), response: expect.anything() })
  }
  const calls = Object.values(contract.ENDPOINTS).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(calls).size).toBe(calls.length)
})

/** Section 7 of the specification. */
const SPECIFIED = `
  POST auth/login | POST auth/validate | GET auth/me
  GET patrol/beats | POST patrol/unit/beat/: | GET patrol/unit/: | GET patrol/units/: | POST patrol/unit/save | POST patrol/unit/identifier/:
  GET patrol/unit/status/:/: | GET patrol/unit/call/:/:
  GET cad/calls/dates/:/:/: | GET cad/calls/active/: | GET cad/call/: | POST cad/call | PUT cad/call/: | GET cad/call/:/clear
  POST cad/call/:/callLog | GET cad/callTypes
  GET patrol/servers | GET patrol/servers2 | POST patrol/server
  GET user/getUser/: | GET user/getUserPatrols/: | GET user/getTopUserPatrols | GET user/GetDepartmentsAsync/:
  GET user/GetDepartmentRanksAsync/:/: | GET user/GetRolesWithLevelAsync/: | GET user/role/:/: | DELETE user/role/:/: | GET user/ips/:
  POST user/search/:/: | GET user/GetUsersAsync/:/: | POST user/CreateUserAsync | PUT user/self/: | PUT user/UpdateUserAsync/:/:
  GET user/SetWhitelistState/:/:/: | GET user/TriggerWhitelistUpdateAsync`
  .split(/[|\n]/)
  .map((call) => call.trim())
  .filter(Boolean)

test('every call of the specification exists, and none can be switched off', () => {
  const callOf = ({ method, path }: contract.Endpoint) => `${method} ${path.replace('/api/', '').replaceAll(/:\w+/g, ':')}`
  const byCall = new Map(Object.values<contract.Endpoint>(contract.ENDPOINTS).map((endpoint) => [callOf(endpoint), endpoint]))
  expect(SPECIFIED).toHaveLength(38)
  for (const call of SPECIFIED) {
    expect(byCall.has(call), call).toBe(true)
    expect(byCall.get(call)?.featureSwitch, call).toBeUndefined()
  }
})

test('an area that a community may switch off is switched off as a whole', () => {
  const AREAS: readonly (readonly [beginning: RegExp, feature: contract.FeatureSwitch])[] = [
    [/^\/api\/(discord\/)?votes\b/, contract.votesSwitch],
    [/^\/api\/support\//, contract.ticketsSwitch],
    [/^\/api\/bolos\//, contract.bolosSwitch],
    // Members are told what is recorded of them whether or not it can be replayed.
    [/^\/api\/replay\/(?!notice)/, contract.replaySwitch],
    [/^\/api\/(leaves\/|members\/:userId\/leaves)/, contract.leaveSwitch],
    // Admins can always check the history of warrants.
    [/^\/api\/warrants\b(?!\/history)/, contract.warrantsSwitch],
  ]
  for (const { path, featureSwitch } of Object.values<contract.Endpoint>(contract.ENDPOINTS)) {
    const area = AREAS.find(([beginning]) => beginning.test(path))
    if (area) expect(featureSwitch?.key, path).toBe(area[1].key)
  }
})
