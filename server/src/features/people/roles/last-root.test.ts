import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'

const ROOT_ROLE = 1
const SENTENCE = 'This is the last Root account: give someone else the Root role first'

let t: TestPortal
let one: Person
let two: Person
beforeEach(async () => {
  t = await startTestPortal()
  one = await t.addPerson({ roles: ['Root'] })
  two = await t.addPerson({ roles: ['Root'] })
})
afterEach(() => t.close())

const activeRoots = async () => {
  const rows = await t.db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select('users.id')
    .where('role_id', '=', ROOT_ROLE)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.length
}
type Way = (by: Person, whom: Person) => Promise<{ statusCode: number }>
const WAYS: Record<string, Way> = {
  'take the role': (by, whom) => t.http(by.token).delete(`/api/user/role/${ROOT_ROLE}/${whom.userId}`),
  disable: (by, whom) => t.http(by.token).put(`/api/user/state/${whom.userId}`, { action: 'disable' }),
  delete: (by, whom) => t.http(by.token).put(`/api/user/state/${whom.userId}`, { action: 'delete' }),
}

test.each(Object.keys(WAYS))('two Roots who %s of each other at once: one succeeds, one Root stays', async (way) => {
  const act = WAYS[way] as Way
  const answers = await Promise.all([act(one, two), act(two, one)])
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect([401, 403, 409]).toContain(answers.find(({ statusCode }) => statusCode !== 200)?.statusCode)
  expect(await activeRoots()).toBe(1)
})

test('two Roots who act on themselves and each other in different ways at once leave one Root', async () => {
  await Promise.all([
    WAYS['take the role']?.(one, one),
    WAYS['take the role']?.(two, two),
    WAYS['disable']?.(one, two),
    WAYS['delete']?.(two, one),
  ])
  expect(await activeRoots()).toBe(1)
})

test('the last Root keeps the role and is told why', async () => {
  expect((await WAYS['take the role']?.(one, two))?.statusCode).toBe(200)
  const refused = await t.http(one.token).delete(`/api/user/role/${ROOT_ROLE}/${one.userId}`)
  expect(refused.json()).toMatchObject({ code: 'conflict', message: SENTENCE })
  expect(await activeRoots()).toBe(1)
  const removals = await t.db.selectFrom('audit').select('id').where('action', '=', 'user.role-removed').execute()
  expect(removals).toHaveLength(1)
})
