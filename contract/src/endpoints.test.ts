import { expect, test } from 'vitest'
import * as contract from './index.ts'

const declared = Object.entries(contract).filter(([, value]) => typeof value === 'object' && value !== null && 'summary' in value)

test('the table holds every endpoint that a file of the contract declares, under the name it is exported by', () => {
  expect(Object.fromEntries(declared)).toEqual(contract.ENDPOINTS)
})

test('nothing else that is exported counts as an endpoint, and no two are the same call', () => {
  for (const endpoint of Object.values(contract.ENDPOINTS)) {
    expect(endpoint).toMatchObject({ method: expect.any(String), path: expect.stringMatching(/^\/api\//), response: expect.anything() })
  }
  const calls = Object.values(contract.ENDPOINTS).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(calls).size).toBe(calls.length)
})
