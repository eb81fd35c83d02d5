import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  actorNames,
  createAuthorityCast,
  expectedOf,
  reachOf,
  targetNames,
  type ActorName,
  type AuthorityCast,
} from '../../../testing/test-authority.ts'
import { connectBridge, steamOf } from '../../../testing/test-bridge.ts'
import { numberFrom, someOf } from '../../../testing/test-length.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

/** `TAKERS_SEED=3` tries other targets; `TEST_FULL=1` tries all. */
const SEED = numberFrom('TAKERS_SEED', 1)
const TARGETS_OF_EACH = 5

let t: TestPortal
let cast: AuthorityCast
beforeAll(async () => {
  t = await startTestPortal()
  cast = await createAuthorityCast(t)
})
afterAll(() => t.close())

type Operation = {
  readonly needs: 'change' | 'take over'
  /** Only these actors may do it, in addition. */
  readonly only?: readonly ActorName[]
  readonly state?: object
  readonly run: (http: Http, userId: number) => Promise<{ statusCode: number }>
}
const setState = (action: string) => (http: Http, userId: number) => http.put(`/api/user/state/${userId}`, { action })
const givers = ['a user manager of level 60', 'an Admin', 'a Root'] as const
const admins = ['an Admin of level 10', 'an Admin', 'a Root'] as const
const freshHex = () => steamOf(1_000_000 + cast.fresh())

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'look at it': { needs: 'change', run: (http, userId) => http.get(`/api/user/getUser/${userId}`) },
  'look at its sessions': { needs: 'change', run: (http, userId) => http.get(`/api/user/sessions/${userId}`) },
  'look at its sign-ins': { needs: 'change', run: (http, userId) => http.get(`/api/user/signIns/${userId}`) },
  'look at its history': { needs: 'change', run: (http, userId) => http.get(`/api/audit/user/${userId}`) },
  'rename it': { needs: 'change', run: (http, userId) => cast.update(http, userId, { name: 'Renamed' }) },
  'disable it': { needs: 'change', run: setState('disable') },
  'delete it': { needs: 'change', run: setState('delete') },
  'set its password': { needs: 'take over', run: (http, userId) => cast.update(http, userId, {}, 'a new password for it') },
  'make a link for its password': { needs: 'take over', run: (http, userId) => http.post(`/api/user/password-links/${userId}`) },
  'change its email address': {
    needs: 'take over',
    run: (http, userId) => cast.update(http, userId, { emailAddress: `new${userId}@example.com` }),
  },
  'change its Steam hex': { needs: 'take over', run: (http, userId) => cast.update(http, userId, { steamId: freshHex() }) },
  'clear its Steam hex': { needs: 'take over', run: (http, userId) => cast.update(http, userId, { steamId: '' }) },
  'enable it': { needs: 'take over', state: { disabled_at: new Date() }, run: setState('enable') },
  'restore it': { needs: 'take over', state: { deleted_at: new Date() }, run: setState('restore') },
  'give it a role': { needs: 'change', only: givers, run: (http, userId) => http.get(`/api/user/role/7/${userId}`) },
  'give it a role of the group Admin': {
    needs: 'change',
    only: ['an Admin', 'a Root'],
    run: async (http, userId) => {
      const { id } = await t.db.selectFrom('roles').select('id').where('name', '=', 'Junior Admin').executeTakeFirstOrThrow()
      return http.get(`/api/user/role/${id}/${userId}`)
    },
  },
  'give it a permission': {
    needs: 'change',
    only: admins,
    run: (http, userId) => cast.update(http, userId, { userPermissions: ['MANAGE_DISCORD'] }),
  },
}

describe.each(actorNames)('%s may', (actor) => {
  const managesUsers = expectedOf(actor).managesUsers === true
  // The target does not matter if the actor can't reach the endpoint at all.
  test.each(Object.entries(OPERATIONS))(
    '%s: only where nothing is gained by it, and otherwise nothing changes',
    async (what, operation) => {
      const first = SEED + Object.keys(OPERATIONS).indexOf(what)
      for (const target of managesUsers ? someOf(targetNames, TARGETS_OF_EACH, first) : targetNames.slice(0, 1)) {
        const reach = reachOf(actor, target)
        const isReached = reach === 't' || (reach === 'c' && operation.needs === 'change')
        const isExpected = isReached && managesUsers && (operation.only?.includes(actor) ?? true)
        const run = async (userId: number) => (await operation.run(cast.as(actor), userId)).statusCode
        expect([target, await cast.trial(target, run, operation.state)]).toEqual([target, isExpected ? 200 : 403])
      }
    },
  )
})

test('nobody can sign in as someone else by giving them their own Steam hex', async () => {
  const bridge = await connectBridge(t)
  await bridge.hello()
  const attackerId = await cast.account({ permissions: ['MANAGE_USERS'] })
  const attacker = t.http(await t.openSession(attackerId))
  const { steam_id } = (await cast.contents(attackerId)).user
  await bridge.say('player.joined', { source: 1, name: 'Attacker', identifiers: { steam: steam_id! } })
  const { user: own } = await cast.contents(attackerId)
  const me = await attacker.get('/api/auth/me')
  const profile = { name: own.name, emailAddress: own.email, steamId: '', avatarColor: 'blue', version: me.json().version }
  expect((await attacker.put(`/api/user/self/${attackerId}`, { user: profile })).statusCode).toBe(200)
  const staffId = await cast.account({ roles: ['Staff'] })
  const keeperId = await cast.account({ permissions: ['MANAGE_SERVERS'] })
  for (const userId of [staffId, keeperId]) {
    expect((await cast.update(attacker, userId, { steamId: steam_id! })).statusCode).toBe(403)
    expect(await bridge.say('ticket', { identifiers: { steam: steam_id! } })).toMatchObject({ ok: true, ticket: null })
  }
})

test('only Root can change a role of the group Admin, however low its level', async () => {
  const role = { name: 'Another Admin', level: 5, roleGroup: 'Admin' }
  for (const actor of ['an Admin', 'an Admin of level 10'] as const) {
    expect((await cast.as(actor).post('/api/roles', role)).statusCode, actor).toBe(403)
  }
  const staffRole = (await cast.as('a Root').post('/api/roles', { name: 'Helper', level: 5, roleGroup: 'Staff' })).json()
  const moved = { name: 'Helper', level: 5, roleGroup: 'Admin', version: staffRole.version }
  expect((await cast.as('an Admin').put(`/api/roles/${staffRole.roleId}`, moved)).statusCode).toBe(403)
})
