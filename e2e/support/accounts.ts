import { apiOf, createSession, type CallApi } from './api.ts'
import type { Account, NewUser, Portal } from './portal.ts'

let made = 0

/** Makes accounts as an administrator does: over the API, in the time of one request. */
export function userMaker(portal: Pick<Portal, 'url' | 'apiKey' | 'root'>): Portal['createUser'] {
  let opened: Promise<Office> | undefined
  return async ({ roles = [], departments = [], permissions = [], steam, ...given }: NewUser = {}): Promise<Account> => {
    made += 1
    const account = { email: `member${made}@example.com`, name: `Member ${made}`, password: 'correct horse battery', ...given }
    const { api, roleIds, departmentIds } = await (opened ??= openOffice(portal))
    await api('POST', '/api/user/CreateUserAsync', {
      user: {
        name: account.name,
        emailAddress: account.email,
        ...(steam === undefined ? {} : { steamId: steam }),
        roleIds: roles.map((role) => idOf(roleIds, role)),
        userDepartments: departments.map((name, index) => ({
          departmentId: idOf(departmentIds, name),
          rankId: null,
          isPrimary: index === 0,
        })),
        userPermissions: permissions,
      },
      password: account.password,
    })
    return account
  }
}

type Office = { readonly api: CallApi; readonly roleIds: ReadonlyMap<string, number>; readonly departmentIds: ReadonlyMap<string, number> }

async function openOffice(portal: Pick<Portal, 'url' | 'apiKey' | 'root'>): Promise<Office> {
  const api = apiOf(portal, await createSession(portal, portal.root))
  const [roles, departments] = await Promise.all([
    api<readonly { roleId: number; name: string }[]>('GET', '/api/user/GetRolesWithLevelAsync/1000'),
    api<readonly { departmentId: number; name: string }[]>('GET', '/api/user/GetDepartmentsAsync/true'),
  ])
  return {
    api,
    roleIds: new Map(roles.map(({ roleId, name }) => [name, roleId])),
    departmentIds: new Map(departments.map(({ departmentId, name }) => [name, departmentId])),
  }
}

function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`There is no ${name}, only ${[...ids.keys()].join(', ')}`)
  return id
}
