import type { Permission } from '@tenfour/contract'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { hashPassword } from '../platform/auth/secrets.ts'
import { steamOf } from './test-bridge.ts'
import type { Http, TestPortal } from './test-portal.ts'

export const LSPD = 2
export const BCSO = 3
/** Ranks made for this test, and their entitlements. */
export const RANKS = {
  plain: { department_id: LSPD, name: 'Test Officer', capabilities: [] },
  sergeant: { department_id: LSPD, name: 'Test Sergeant', capabilities: ['approveReports', 'seeLookups'] },
  entitled: { department_id: LSPD, name: 'Test Pilot', capabilities: [] },
  chief: { department_id: LSPD, name: 'Test Chief', capabilities: ['approveReports', 'headDepartment'] },
  sheriff: { department_id: BCSO, name: 'Test Sheriff', capabilities: ['approveReports', 'seePatrols', 'grantLeave'] },
} as const
export type RankName = keyof typeof RANKS
export type Grants = { readonly roles?: readonly string[]; readonly permissions?: readonly Permission[]; readonly rank?: RankName }

export const TARGETS = {
  'a member': {},
  'a sergeant': { rank: 'sergeant' },
  'a sheriff': { rank: 'sheriff' },
  'an entitled member': { rank: 'entitled' },
  'a user manager': { permissions: ['MANAGE_USERS'] },
  'a server manager': { permissions: ['MANAGE_SERVERS'] },
  'legal services': { roles: ['Legal Services'] },
  staff: { roles: ['Staff'] },
  'a developer of level 60': { roles: ['Tester'] },
  'an Admin of level 10': { roles: ['Junior Admin'] },
  'an Admin': { roles: ['Admin'] },
  'a Root': { roles: ['Root'] },
} as const satisfies Record<string, Grants>
export type TargetName = keyof typeof TARGETS

type Expected = Grants & {
  /** The target's access for the actor, in the order of the targets: nothing, change, or take over because that gains them nothing. */
  readonly reach: string
  /** Ranks that they may give to members whom they may change. */
  readonly gives: readonly RankName[]
  /** Admins alone change their own rank. */
  readonly isAdmin?: true
  readonly managesUsers?: true
  readonly managesMembers?: true
  /** Heads a department. Members of staff may do the same everywhere. */
  readonly heads?: true
}
export const ALL_RANKS = Object.keys(RANKS) as RankName[]
/** Written by hand, not derived from the code. */
export const ACTORS = {
  'a member': { reach: 'c c c c c c - - - - - -', gives: [] },
  'a sergeant': { rank: 'sergeant', reach: 'c c c c c c - - - - - -', gives: [] },
  'a chief': { rank: 'chief', heads: true, reach: 'c c c c c c - - - - - -', gives: ['plain', 'chief'] },
  'a chief who manages users': {
    permissions: ['MANAGE_USERS'],
    rank: 'chief',
    heads: true,
    managesUsers: true,
    reach: 't c c c t c - - - - - -',
    gives: ['plain', 'chief'],
  },
  'a user manager of level 0': {
    permissions: ['MANAGE_USERS'],
    managesUsers: true,
    reach: 't c c c t c - - - - - -',
    gives: ['plain'],
  },
  'a sergeant who manages users': {
    permissions: ['MANAGE_USERS'],
    rank: 'sergeant',
    managesUsers: true,
    reach: 't t c c t c - - - - - -',
    gives: ['plain', 'sergeant'],
  },
  'a user and server manager': {
    permissions: ['MANAGE_USERS', 'MANAGE_SERVERS'],
    managesUsers: true,
    reach: 't c c t t t - - - - - -',
    gives: ['plain', 'entitled'],
  },
  'a member manager': {
    permissions: ['MANAGE_MEMBERS'],
    managesMembers: true,
    reach: 'c c c c c c - - - - - -',
    gives: ['plain', 'sergeant', 'chief', 'sheriff'],
  },
  staff: {
    roles: ['Staff'],
    managesMembers: true,
    reach: 'c c c c c c c c - - - -',
    gives: ['plain', 'sergeant', 'chief', 'sheriff'],
  },
  'a user manager of level 60': {
    roles: ['Senior Staff'],
    permissions: ['MANAGE_USERS'],
    managesUsers: true,
    managesMembers: true,
    reach: 't c c c t c t t c - - -',
    gives: ['plain'],
  },
  'an Admin of level 10': {
    roles: ['Junior Admin'],
    isAdmin: true,
    managesUsers: true,
    managesMembers: true,
    reach: 't t t t t t - - - t - -',
    gives: ALL_RANKS,
  },
  'an Admin': {
    roles: ['Admin'],
    isAdmin: true,
    managesUsers: true,
    managesMembers: true,
    reach: 't t t t t t t t t t t -',
    gives: ALL_RANKS,
  },
  'a Root': {
    roles: ['Root'],
    isAdmin: true,
    managesUsers: true,
    managesMembers: true,
    reach: 't t t t t t t t t t t t',
    gives: ALL_RANKS,
  },
} as const satisfies Record<string, Expected>
export type ActorName = keyof typeof ACTORS
export const expectedOf = (actor: ActorName): Expected => ACTORS[actor]
export const reachOf = (actor: ActorName, target: TargetName) => expectedOf(actor).reach.split(' ')[Object.keys(TARGETS).indexOf(target)]

export const actorNames = Object.keys(ACTORS) as ActorName[]
export const targetNames = Object.keys(TARGETS) as TargetName[]

const known = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('not in the cast')
  return value
}

export type AuthorityCast = Awaited<ReturnType<typeof createAuthorityCast>>

/** Accounts of every standing, for the matrices of authority. */
export async function createAuthorityCast(t: TestPortal) {
  const actors = new Map<ActorName, { readonly userId: number; readonly http: Http }>()
  const rankIds = new Map<RankName, number>()
  const passwordHash = await hashPassword('a password of nobody')
  let counter = 0

  /** Created without hashing a password and in one statement: there are thousands. All are in both departments. */
  async function account({ roles = [], permissions = [], rank }: Grants, state: object = {}): Promise<number> {
    counter += 1
    const values = {
      name: `Account ${counter}`,
      email: `account${counter}@example.com`,
      password_hash: passwordHash,
      steam_id: steamOf(counter),
    }
    const rankId = rank === undefined ? null : rankIds.get(rank)
    const { rows } = await sql<{ id: number }>`
      with u as (${t.db
        .insertInto('users')
        .values({ ...values, ...state })
        .returning('id')}),
        r as (insert into user_roles (user_id, role_id) select u.id, r.id from u, roles r where r.name = any (${[...roles]}::text[])),
        p as (insert into user_permissions (user_id, permission) select u.id, unnest(${[...permissions]}::text[]) from u),
        d as (insert into user_departments (user_id, department_id, is_primary, rank_id)
          select u.id, d.id, d.id = ${LSPD}, (select k.id from ranks k where k.id = ${rankId}::integer and k.department_id = d.id)
          from u, departments d where d.id in (${LSPD}, ${BCSO}))
      select id from u`.execute(t.db)
    return known(rows[0]).id
  }
  const contents = async (userId: number) => {
    const { rows } = await sql<{
      user: { name: string; email: string; steam_id: string | null }
      version: number
      permissions: Permission[]
    }>`
      select json_build_object('name', u.name, 'email', u.email, 'steam_id', u.steam_id, 'password_hash', u.password_hash,
          'disabled_at', u.disabled_at, 'deleted_at', u.deleted_at) as user, u.access_version::integer as version,
        array(select r.role_id from user_roles r where r.user_id = u.id order by 1) as roles,
        array(select p.permission from user_permissions p where p.user_id = u.id order by 1) as permissions,
        array(select d.department_id || ' ' || coalesce(d.rank_id, 0) from user_departments d where d.user_id = u.id order by 1) as ranks
      from users u where u.id = ${userId}`.execute(t.db)
    return known(rows[0])
  }

  /** Accounts that nothing has changed yet, as is asserted after each refusal, are used again. */
  const unchanged = new Map<string, number>()
  async function trial(target: TargetName, run: (userId: number) => Promise<number>, state?: object): Promise<number> {
    const key = `${target} ${Object.keys(state ?? {}).join()}`
    const userId = unchanged.get(key) ?? (await account(TARGETS[target], state))
    unchanged.set(key, userId)
    const before = await contents(userId)
    const statusCode = await run(userId)
    if (statusCode === 200) unchanged.delete(key)
    else expect(await contents(userId), target).toEqual(before)
    return statusCode
  }

  const update = async (http: Http, userId: number, change: object, password?: string) => {
    const { user: before, version, permissions } = await contents(userId)
    const profile = { name: before.name, emailAddress: before.email, steamId: before.steam_id ?? '', userPermissions: permissions }
    const user = { ...profile, version, ...change }
    const path = `/api/user/UpdateUserAsync/${userId}/${'userDepartments' in change}`
    return http.put(path, { user, ...(password === undefined ? {} : { password }) })
  }

  await t.person('root')
  const roles = [
    { name: 'Junior Admin', level: 10, role_group_id: 2 },
    { name: 'Tester', level: 60, role_group_id: 6 },
  ]
  await t.db.insertInto('roles').values(roles).execute()
  for (const [name, rank] of Object.entries(RANKS)) {
    const values = { ...rank, capabilities: [...rank.capabilities], sort_order: 1000 }
    const { id } = await t.db.insertInto('ranks').values(values).returning('id').executeTakeFirstOrThrow()
    rankIds.set(name as RankName, id)
  }
  const entitlement = { source_kind: 'rank', department_id: LSPD, rank_id: known(rankIds.get('entitled')), gift_kind: 'aceGroup' }
  await t.db
    .insertInto('entitlements')
    .values({ ...entitlement, ace_group: 'group.pilots' })
    .execute()
  for (const name of actorNames) {
    const userId = await account(expectedOf(name))
    actors.set(name, { userId, http: t.http(await t.openSession(userId)) })
  }
  const as = (actor: ActorName): Http => known(actors.get(actor)).http
  const rankId = (rank: RankName): number => known(rankIds.get(rank))
  const fresh = () => (counter += 1)
  return { account, contents, trial, update, as, rankId, fresh }
}
