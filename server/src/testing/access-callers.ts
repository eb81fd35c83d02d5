import { ENDPOINTS, isAllowed, Permission, type AccessRule, type AccessSubject, type Endpoint, type EndpointName } from '@tenfour/contract'
import { ROLES, type RoleName } from './test-portal.ts'

/**
 * Every caller a call is tried as: each role, members and staff who hold a single permission, and officers of a rank with every capability.
 */
export type Caller = RoleName | StaffWith | OnDuty | Permission | 'supervisor'
/** The permissions of Discord count for staff only. */
export const STAFF_WITH = {
  discordManager: { roles: ['Staff'], permissions: ['MANAGE_DISCORD'] },
  discordAdmin: { roles: ['Staff'], permissions: ['DISCORD_ADMIN'] },
} as const
export type StaffWith = keyof typeof STAFF_WITH
/** The rank that is given every capability. */
export const SUPERVISOR = { name: 'LSPD', rank: 'Sergeant' } as const
/** The callers who are on duty on server 1, with their department and role. */
export const ON_DUTY = {
  officerOnDuty: { name: 'LSPD', departmentId: 2, type: 1 },
  fireOnDuty: { name: 'FIRE', departmentId: 6, type: 1 },
  callTakerOnDuty: { name: 'COMM', departmentId: 5, type: 1 },
  dispatcherOnDuty: { name: 'COMM', departmentId: 5, type: 3 },
  civilianOnDuty: { name: 'CIV', departmentId: 7, type: 1 },
  supervisorOnDuty: { ...SUPERVISOR, departmentId: 2, type: 1 },
} as const
export type OnDuty = keyof typeof ON_DUTY
export const DUTIES = Object.keys(ON_DUTY) as OnDuty[]
export const CALLERS: readonly Caller[] = [
  ...(Object.keys(ROLES) as RoleName[]),
  ...(Object.keys(STAFF_WITH) as StaffWith[]),
  'supervisor',
  ...DUTIES,
  ...Permission.options,
]

/** `{me}` stands for the caller, `{other}` for someone else. Written by hand, so that a wrong rule in the contract fails here. */
export type Case = {
  readonly path: string
  readonly who: 'anyone' | 'key' | 'display key' | 'applicant' | readonly Caller[]
  readonly body?: object
}

export const admins: readonly Caller[] = ['admin', 'root']
export const discordManagers: readonly Caller[] = [...admins, 'discordManager']
export const discordAdmins: readonly Caller[] = [...admins, 'discordAdmin']
export const staff: readonly Caller[] = ['staff', 'discordManager', 'discordAdmin', ...admins]
export const userManagers: readonly Caller[] = [...admins, 'MANAGE_USERS']
export const serverManagers: readonly Caller[] = [...admins, 'MANAGE_SERVERS']
export const memberManagers: readonly Caller[] = [...staff, 'MANAGE_MEMBERS']
export const nobody: readonly Caller[] = []

export const withCad: readonly Caller[] = ['civilian', 'officer', 'dispatcher', 'supervisor', ...DUTIES]
export const emergencyDuties: readonly Caller[] = ['officerOnDuty', 'supervisorOnDuty', 'fireOnDuty', 'callTakerOnDuty', 'dispatcherOnDuty']
export const emergency: readonly Caller[] = [...emergencyDuties, ...staff]
export const directors: readonly Caller[] = ['dispatcherOnDuty', ...staff]

type Params = Readonly<Record<string, unknown>>

const partsOf = (rule: AccessRule): readonly AccessRule[] => ('rules' in rule ? rule.rules.flatMap(partsOf) : [rule])

/**
 * The answer of each part of a rule for a caller. The server decides by these answers alone, before it reads anything else of the call, so
 * callers with the same answers are treated alike.
 */
export const answersTo = (rule: AccessRule, subject: AccessSubject, params: Params): readonly boolean[] =>
  partsOf(rule).map((part) => isAllowed(part, subject, params))

/** The parameters in the path of a call, as the server parses them. */
export function paramsOf(name: EndpointName, url: string): Params {
  const { path, params }: Endpoint = ENDPOINTS[name]
  const given = url.replace(/\?.*/, '').split('/')
  const raw = path.split('/').flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), given[index]]] : []))
  return (params?.parse(Object.fromEntries(raw)) as Params | undefined) ?? {}
}
