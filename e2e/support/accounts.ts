import { apiOf, createSession, type Account, type PortalAccess, type CallApi } from './api.ts'

export type NewUser = {
  readonly email?: string
  readonly name?: string
  readonly password?: string
  /** Role groups, such as `Admin`. */
  readonly roles?: readonly string[]
  /** Short names, such as `LSPD`, optionally with a rank, `LSPD:Officer I`; the first is the primary one. */
  readonly departments?: readonly string[]
  readonly permissions?: readonly string[]
  /** Steam hex, by which a game server identifies them. */
  readonly steam?: string
}

type WithRoot = PortalAccess & { readonly root: Account }

let accountCount = 0

/** Creates accounts through the API as an administrator would. */
export function createUserFactory(portal: WithRoot): (user?: NewUser) => Promise<Account> {
  let adminApi: Promise<AdminApi> | undefined
  return async ({ roles = [], departments = [], permissions = [], steam, ...given }: NewUser = {}): Promise<Account> => {
    accountCount += 1
    const account = {
      email: `member${accountCount}@example.com`,
      name: `Member ${accountCount}`,
      password: 'correct horse battery',
      ...given,
    }
    const { api, roleIds, memberships } = await (adminApi ??= openAdminApi(portal))
    await api('POST', '/api/user/CreateUserAsync', {
      user: {
        name: account.name,
        emailAddress: account.email,
        ...(steam === undefined ? {} : { steamId: steam }),
        roleIds: roles.map((role) => idOf(roleIds, role)),
        userDepartments: await memberships(departments),
        userPermissions: permissions,
      },
      password: account.password,
    })
    return account
  }
}

type Membership = { readonly departmentId: number; readonly rankId: number | null; readonly isPrimary: boolean }
type AdminApi = {
  readonly api: CallApi
  readonly roleIds: ReadonlyMap<string, number>
  readonly memberships: (departments: readonly string[]) => Promise<Membership[]>
}

async function openAdminApi(portal: WithRoot): Promise<AdminApi> {
  const api = apiOf(portal, await createSession(portal, portal.root))
  const [roles, departments] = await Promise.all([
    api<readonly { roleId: number; name: string }[]>('GET', '/api/user/GetRolesWithLevelAsync/1000'),
    api<readonly { departmentId: number; name: string }[]>('GET', '/api/user/GetDepartmentsAsync/true'),
  ])
  const departmentIds = new Map(departments.map(({ departmentId, name }) => [name, departmentId]))
  const rankOf = async (departmentId: number, rank: string) => {
    const ranks = await api<readonly { rankId: number; rankName: string }[]>(
      'GET',
      `/api/user/GetDepartmentRanksAsync/${departmentId}/true`,
    )
    return idOf(new Map(ranks.map(({ rankId, rankName }) => [rankName, rankId])), rank)
  }
  return {
    api,
    roleIds: new Map(roles.map(({ roleId, name }) => [name, roleId])),
    memberships: (given) =>
      Promise.all(
        given.map(async (text, index) => {
          const [name = '', rank] = text.split(':')
          const departmentId = idOf(departmentIds, name)
          return { departmentId, rankId: rank === undefined ? null : await rankOf(departmentId, rank), isPrimary: index === 0 }
        }),
      ),
  }
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`There is no ${name}, only ${[...ids.keys()].join(', ')}`)
  return id
}
