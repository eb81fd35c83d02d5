import { expect, test } from 'vitest'
import { buildDepartment, buildUser } from '../../../app/testing/build-user.ts'
import { founderSteps } from './use-founder-steps.ts'

const nothing = { user: buildUser({ groups: ['Root'] }), servers: [{ lastHeartbeatAt: null }], accounts: 1, patrols: 0 }

test('a new portal has none of its first steps done', () => {
  expect(founderSteps(nothing)).toEqual({ department: false, server: false, members: false, cad: false })
})

test('each is done by what was done, not by being clicked', () => {
  const inLspd = buildUser({ groups: ['Root'], userDepartments: [buildDepartment(2)] })
  expect(founderSteps({ ...nothing, user: inLspd })).toMatchObject({ department: true, cad: false })
  expect(founderSteps({ ...nothing, servers: [{ lastHeartbeatAt: null }, { lastHeartbeatAt: '2026-05-01T20:00:00Z' }] })).toMatchObject({
    server: true,
  })
  expect(founderSteps({ ...nothing, accounts: 2 })).toMatchObject({ members: true })
  expect(founderSteps({ ...nothing, patrols: 1 })).toMatchObject({ cad: true })
})

test('a department without the CAD is not enough', () => {
  const user = buildUser({ groups: ['Root'], userDepartments: [buildDepartment(9, { isCadEnabled: false })] })
  expect(founderSteps({ ...nothing, user })).toMatchObject({ department: false })
})
