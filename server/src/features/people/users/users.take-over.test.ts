import type { Permission, UserRecord } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../../platform/auth/secrets.ts'
import { connectBridge, steamOf } from '../../../testing/test-bridge.ts'
import { startTestPortal, type Http, type TestPortal } from '../../../testing/test-portal.ts'

type Grants = { readonly roles?: readonly string[]; readonly permissions?: readonly Permission[] }

const TARGETS = {
  'a member': {},
  'a user manager': { permissions: ['MANAGE_USERS'] },
  'a server manager': { permissions: ['MANAGE_SERVERS'] },
  'legal services': { roles: ['Legal Services'] },
  staff: { roles: ['Staff'] },
  'a developer of level 60': { roles: ['Tester'] },
  'an Admin of level 10': { roles: ['Junior Admin'] },
  'an Admin': { roles: ['Admin'] },
  'a Root': { roles: ['Root'] },
} as const satisfies Record<string, Grants>

const ACTORS = {
  'a member': {},
  'a user manager of level 0': { permissions: ['MANAGE_USERS'] },
  'a user manager of level 60': { roles: ['Senior Staff'], permissions: ['MANAGE_USERS'] },
  'an Admin of level 10': { roles: ['Junior Admin'] },
  'an Admin': { roles: ['Admin'] },
  'a Root': { roles: ['Root'] },
} as const satisfies Record<string, Grants>
type ActorName = keyof typeof ACTORS
type TargetName = keyof typeof TARGETS

/** Who may do what to whom, written by hand: nothing, change, or take over, in the order of the targets above. */
const REACH: Record<ActorName, string> = {
  'a member': '- - - - - - - - -',
  'a user manager of level 0': 't t c - - - - - -',
  'a user manager of level 60': 't t c t t c - - -',
  'an Admin of level 10': 't t t - - - t - -',
  'an Admin': 't t t t t t t t -',
  'a Root': 't t t t t t t t t',
}
const reachOf = (actor: ActorName, target: TargetName) => REACH[actor].split(' ')[Object.keys(TARGETS).indexOf(target)]

let t: TestPortal
let passwordHash = ''
let counter = 0
const actors = new Map<ActorName, Http>()
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  passwordHash = await hashPassword('a password of nobody')
  const roles = [
    { name: 'Junior Admin', level: 10, role_group_id: 2 },
    { name: 'Tester', level: 60, role_group_id: 6 },
  ]
  await t.db.insertInto('roles').values(roles).execute()
  for (const [name, grants] of Object.entries<Grants>(ACTORS)) {
    actors.set(name as ActorName, t.http(await t.openSession(await account(grants))))
  }
})
afterAll(() => t.close())

/** Created without hashing a password: there are hundreds, and hashing is slow. */
async function account({ roles = [], permissions = [] }: Grants, state: object = {}): Promise<number> {
  counter += 1
  const { id } = await t.db
    .insertInto('users')
    .values({
      name: `Account ${counter}`,
      email: `account${counter}@example.com`,
      password_hash: passwordHash,
      steam_id: steamOf(counter),
      ...state,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const role of roles) {
    const { id: role_id } = await t.db.selectFrom('roles').select('id').where('name', '=', role).executeTakeFirstOrThrow()
    await t.db.insertInto('user_roles').values({ user_id: id, role_id }).execute()
  }
  for (const permission of permissions) await t.db.insertInto('user_permissions').values({ user_id: id, permission }).execute()
  return id
}
const contents = async (userId: number) => ({
  user: await t.db
    .selectFrom('users')
    .select(['name', 'email', 'steam_id', 'password_hash', 'disabled_at', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(),
  roles: await t.db.selectFrom('user_roles').select('role_id').where('user_id', '=', userId).orderBy('role_id').execute(),
  permissions: await t.db.selectFrom('user_permissions').select('permission').where('user_id', '=', userId).orderBy('permission').execute(),
})

type Operation = {
  readonly needs: 'change' | 'take over'
  /** In addition, only for these. */
  readonly only?: readonly ActorName[]
  readonly state?: object
  readonly run: (http: Http, userId: number) => Promise<{ statusCode: number }>
}
const update = async (http: Http, userId: number, change: Partial<UserRecord>, password?: string) => {
  const record: UserRecord = (await (await t.as('root')).get(`/api/user/getUser/${userId}`)).json()
  const { name, emailAddress, steamId, userPermissions, version } = record
  const user = { name, emailAddress, steamId: steamId ?? '', userPermissions, version, ...change }
  return http.put(`/api/user/UpdateUserAsync/${userId}/false`, { user, ...(password === undefined ? {} : { password }) })
}
const setState = (action: string) => (http: Http, userId: number) => http.put(`/api/user/state/${userId}`, { action })
const givers = ['a user manager of level 60', 'an Admin', 'a Root'] as const
const admins = ['an Admin of level 10', 'an Admin', 'a Root'] as const
const freshHex = () => steamOf(1_000_000 + (counter += 1))

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'look at it': { needs: 'change', run: (http, userId) => http.get(`/api/user/getUser/${userId}`) },
  'look at its sessions': { needs: 'change', run: (http, userId) => http.get(`/api/user/sessions/${userId}`) },
  'look at its sign-ins': { needs: 'change', run: (http, userId) => http.get(`/api/user/signIns/${userId}`) },
  'look at its history': { needs: 'change', run: (http, userId) => http.get(`/api/audit/user/${userId}`) },
  'rename it': { needs: 'change', run: (http, userId) => update(http, userId, { name: 'Renamed' }) },
  'disable it': { needs: 'change', run: setState('disable') },
  'delete it': { needs: 'change', run: setState('delete') },
  'set its password': { needs: 'take over', run: (http, userId) => update(http, userId, {}, 'a new password for it') },
  'change its email address': {
    needs: 'take over',
    run: (http, userId) => update(http, userId, { emailAddress: `new${userId}@example.com` }),
  },
  'change its Steam hex': { needs: 'take over', run: (http, userId) => update(http, userId, { steamId: freshHex() }) },
  'clear its Steam hex': { needs: 'take over', run: (http, userId) => update(http, userId, { steamId: '' }) },
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
    run: (http, userId) => update(http, userId, { userPermissions: ['MANAGE_DISCORD'] }),
  },
}

describe.each(Object.keys(ACTORS) as ActorName[])('%s may', (actor) => {
  test.each(Object.entries(OPERATIONS))(
    '%s: only where nothing is gained by it, and otherwise nothing changes',
    async (_what, operation) => {
      for (const [target, grants] of Object.entries<Grants>(TARGETS)) {
        const userId = await account(grants, operation.state)
        const before = await contents(userId)
        const reach = reachOf(actor, target as TargetName)
        const isReached = reach === 't' || (reach === 'c' && operation.needs === 'change')
        const isExpected = isReached && (operation.only?.includes(actor) ?? true)
        const { statusCode } = await operation.run(actors.get(actor)!, userId)
        expect([target, statusCode]).toEqual([target, isExpected ? 200 : 403])
        if (!isExpected) expect(await contents(userId), target).toEqual(before)
      }
    },
  )
})

test('nobody signs in as someone else by giving them the Steam hex of their own', async () => {
  const bridge = await connectBridge(t)
  await bridge.hello()
  const attackerId = await account({ permissions: ['MANAGE_USERS'] })
  const attacker = t.http(await t.openSession(attackerId))
  const { steam_id } = (await contents(attackerId)).user
  await bridge.say('player.joined', { source: 1, name: 'Attacker', identifiers: { steam: steam_id! } })
  const { user: own } = await contents(attackerId)
  const me = await attacker.get('/api/auth/me')
  const profile = { name: own.name, emailAddress: own.email, steamId: '', avatarColor: 'blue', version: me.json().version }
  expect((await attacker.put(`/api/user/self/${attackerId}`, { user: profile })).statusCode).toBe(200)
  const staffId = await account({ roles: ['Staff'] })
  const keeperId = await account({ permissions: ['MANAGE_SERVERS'] })
  for (const userId of [staffId, keeperId]) {
    expect((await update(attacker, userId, { steamId: steam_id! })).statusCode).toBe(403)
    expect(await bridge.say('ticket', { identifiers: { steam: steam_id! } })).toMatchObject({ ok: true, ticket: null })
  }
})

test('a role whose level is low but whose group is Admin is shaped by Root alone', async () => {
  const role = { name: 'Another Admin', level: 5, roleGroup: 'Admin' }
  for (const actor of ['an Admin', 'an Admin of level 10'] as const) {
    expect((await actors.get(actor)!.post('/api/roles', role)).statusCode, actor).toBe(403)
  }
  const staffRole = (await actors.get('a Root')!.post('/api/roles', { name: 'Helper', level: 5, roleGroup: 'Staff' })).json()
  const moved = { name: 'Helper', level: 5, roleGroup: 'Admin', version: staffRole.version }
  expect((await actors.get('an Admin')!.put(`/api/roles/${staffRole.roleId}`, moved)).statusCode).toBe(403)
})
