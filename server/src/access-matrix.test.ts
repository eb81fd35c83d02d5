import { ENDPOINTS, Permission, type EndpointName } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from './platform/auth/api-keys.ts'
import { ROLES, startTestPortal, WEB_KEY, type RoleName, type TestPortal } from './testing/test-portal.ts'

/** Everyone a call is tried as: each role, and members who hold a single permission. */
type Caller = RoleName | OnDuty | Permission
/** Who is on duty on server 1, for which department and in which role. */
const ON_DUTY = {
  officerOnDuty: { name: 'LSPD', departmentId: 2, type: 1 },
  fireOnDuty: { name: 'FIRE', departmentId: 6, type: 1 },
  callTakerOnDuty: { name: 'COMM', departmentId: 5, type: 1 },
  dispatcherOnDuty: { name: 'COMM', departmentId: 5, type: 3 },
  civilianOnDuty: { name: 'CIV', departmentId: 7, type: 1 },
} as const
type OnDuty = keyof typeof ON_DUTY
const DUTIES = Object.keys(ON_DUTY) as OnDuty[]
const CALLERS: readonly Caller[] = [...(Object.keys(ROLES) as RoleName[]), ...DUTIES, ...Permission.options]

/** `{me}` stands for the caller, `{other}` for someone else. Written by hand, so that a wrong rule in the contract fails here. */
type Case = { readonly path: string; readonly who: 'anyone' | 'key' | 'display key' | readonly Caller[]; readonly body?: object }

const admins: readonly Caller[] = ['admin', 'root']
const staff: readonly Caller[] = ['staff', ...admins]
const userManagers: readonly Caller[] = [...admins, 'MANAGE_USERS']
const serverManagers: readonly Caller[] = [...admins, 'MANAGE_SERVERS']
const memberManagers: readonly Caller[] = [...staff, 'MANAGE_MEMBERS']
const nobody: readonly Caller[] = []

const withCad: readonly Caller[] = ['civilian', 'officer', 'dispatcher', ...DUTIES]
const emergency: readonly Caller[] = ['officerOnDuty', 'fireOnDuty', 'callTakerOnDuty', 'dispatcherOnDuty', ...staff]
const directors: readonly Caller[] = ['dispatcherOnDuty', ...staff]

const announcement = { title: 'New', body: 'New' }
const account = { name: 'New', emailAddress: 'new@example.com', steamId: '', userPermissions: ['MANAGE_USERS'], version: 1 }
const role = { name: 'New', level: 10, roleGroup: 'Staff' }

const TABLE: Partial<Record<string, readonly Case[]>> = {
  getHealth: [{ path: '/api/health', who: 'anyone' }],
  getSetup: [{ path: '/api/setup', who: 'key' }],
  completeSetup: [
    {
      path: '/api/setup',
      who: 'key',
      body: { code: 'AAAA-AAAA-AAAA', communityName: 'X', name: 'X', emailAddress: 'x@example.com', password: 'long enough 1' },
    },
  ],
  login: [{ path: '/api/auth/login', who: 'key', body: { emailAddress: 'nobody@example.com', password: 'x' } }],
  validate: [{ path: '/api/auth/validate', who: 'key', body: { emailAddress: 'nobody@example.com', password: 'x' } }],
  exchangeTicket: [{ path: '/api/auth/ticket', who: 'key', body: { ticket: 'none' } }],
  me: [{ path: '/api/auth/me', who: CALLERS }],
  logout: [{ path: '/api/auth/logout', who: CALLERS, body: {} }],
  listDepartments: [{ path: '/api/user/GetDepartmentsAsync/true', who: CALLERS }],
  listRanks: [{ path: '/api/user/GetDepartmentRanksAsync/2/true', who: CALLERS }],
  listManagedDepartments: [{ path: '/api/departments', who: admins }],
  createDepartment: [{ path: '/api/departments', who: admins, body: { name: 'NEW', fullName: 'New', type: 'Other', isCadEnabled: false } }],
  orderDepartments: [{ path: '/api/departments/order', who: admins, body: { departmentIds: [7, 6, 5, 4, 3, 2] } }],
  updateDepartment: [
    { path: '/api/departments/2', who: admins, body: { name: 'NEW', fullName: 'New', type: 'Other', isCadEnabled: false, version: 1 } },
  ],
  retireDepartment: [{ path: '/api/departments/2/retire', who: admins, body: { version: 1, isRetired: true } }],
  createRank: [{ path: '/api/departments/2/ranks', who: admins, body: { rankName: 'New' } }],
  orderRanks: [{ path: '/api/departments/2/ranks/order', who: admins, body: { rankIds: [2, 1, 3, 4, 5, 6, 7, 8] } }],
  updateRank: [{ path: '/api/ranks/1', who: admins, body: { rankName: 'New', version: 1 } }],
  retireRank: [{ path: '/api/ranks/1/retire', who: admins, body: { version: 1, isRetired: true } }],
  getUserPicture: [{ path: '/api/user/picture/{other}/full', who: CALLERS }],
  saveUserPicture: [
    { path: '/api/user/picture/{me}', who: CALLERS, body: {} },
    { path: '/api/user/picture/{other}', who: [], body: {} },
  ],
  deleteUserPicture: [
    { path: '/api/user/picture/{me}', who: CALLERS },
    { path: '/api/user/picture/{other}', who: userManagers },
  ],
  listSettings: [{ path: '/api/settings', who: admins }],
  saveSetting: [{ path: '/api/settings/welfare.grace-minutes', who: admins, body: { value: 10, version: 0 } }],
  countOpen: [{ path: '/api/settings/calls.portal-911/open', who: admins }],
  resetSetting: [{ path: '/api/settings/welfare.grace-minutes?version=0', who: admins }],
  listAnnouncements: [{ path: '/api/announcements', who: CALLERS }],
  listAllAnnouncements: [{ path: '/api/announcements/all', who: staff }],
  dismissAnnouncement: [{ path: '/api/announcements/999999/dismiss', who: CALLERS }],
  createAnnouncement: [{ path: '/api/announcements', who: staff, body: announcement }],
  updateAnnouncement: [{ path: '/api/announcements/1', who: staff, body: { ...announcement, version: 1 } }],
  deleteAnnouncement: [{ path: '/api/announcements/1', who: staff }],
  listMembers: [{ path: '/api/members', who: memberManagers }],
  getMember: [
    { path: '/api/members/{other}', who: memberManagers },
    { path: '/api/members/{me}', who: memberManagers },
  ],
  addNote: [{ path: '/api/members/{other}/notes', who: memberManagers, body: { text: 'New' } }],
  deleteNote: [{ path: '/api/members/{other}/notes/1', who: memberManagers }],
  addMark: [{ path: '/api/members/{other}/marks', who: memberManagers, body: { kind: 'warning', text: 'New' } }],
  withdrawMark: [{ path: '/api/members/{other}/marks/1/withdraw', who: memberManagers, body: { reason: 'New' } }],
  addLeave: [
    { path: '/api/members/{other}/leaves', who: memberManagers, body: { startsOn: '2030-01-01', endsOn: '2030-01-02', reason: 'New' } },
  ],
  endLeave: [{ path: '/api/members/{other}/leaves/1/end', who: memberManagers }],
  changeRank: [{ path: '/api/members/{other}/rank', who: memberManagers, body: { departmentId: 2, rankId: 1, reason: 'New', version: 1 } }],
  previewRanks: [{ path: '/api/members/ranks/preview', who: memberManagers, body: { departmentId: 2, toRankId: 1, userIds: [1] } }],
  changeRanks: [
    {
      path: '/api/members/ranks',
      who: memberManagers,
      body: { departmentId: 2, toRankId: 1, members: [{ userId: 1, version: 1 }], reason: 'New' },
    },
  ],
  listUsers: [{ path: '/api/user/GetUsersAsync/true/true', who: userManagers }],
  searchUsers: [{ path: '/api/user/search/true/true', who: userManagers, body: { term: 'x' } }],
  getUser: [
    { path: '/api/user/getUser/{other}', who: userManagers },
    { path: '/api/user/getUser/{me}', who: CALLERS },
  ],
  createUser: [{ path: '/api/user/CreateUserAsync', who: userManagers, body: { user: account, password: 'long enough 1' } }],
  updateUser: [
    { path: '/api/user/UpdateUserAsync/{other}/true', who: userManagers, body: { user: account } },
    { path: '/api/user/UpdateUserAsync/{me}/true', who: userManagers, body: { user: account } },
  ],
  updateSelf: [
    { path: '/api/user/self/{other}', who: nobody, body: { user: { ...account, avatarColor: 'blue' } } },
    { path: '/api/user/self/{me}', who: CALLERS, body: { user: { ...account, avatarColor: 'blue' } } },
  ],
  listOffences: [{ path: '/api/offences', who: CALLERS }],
  listOffenceRevisions: [{ path: '/api/offences/1/revisions', who: CALLERS }],
  createOffence: [
    {
      path: '/api/offences',
      who: admins,
      body: { code: 'X-1', title: 'X', type: 'Felony', category: 'X', fineMin: 0, fineMax: 0, jailMin: 0, jailMax: 0, points: 0 },
    },
  ],
  updateOffence: [
    {
      path: '/api/offences/1',
      who: admins,
      body: {
        code: 'X-1',
        title: 'X',
        type: 'Felony',
        category: 'X',
        fineMin: 0,
        fineMax: 0,
        jailMin: 0,
        jailMax: 0,
        points: 0,
        version: 99,
      },
    },
  ],
  retireOffence: [{ path: '/api/offences/1/retire', who: admins, body: { version: 99, isRetired: true } }],
  importOffences: [{ path: '/api/offences/import?dryRun=true', who: admins, body: {} }],
  listNotices: [
    { path: '/api/user/notices/{other}', who: nobody },
    { path: '/api/user/notices/{me}', who: CALLERS },
  ],
  readNotices: [
    { path: '/api/user/notices/{other}/read', who: nobody, body: { noticeIds: [1] } },
    { path: '/api/user/notices/{me}/read', who: CALLERS, body: { noticeIds: [1] } },
  ],
  saveTheme: [
    { path: '/api/user/theme/{other}', who: nobody, body: { theme: 'dark' } },
    { path: '/api/user/theme/{me}', who: CALLERS, body: { theme: 'dark' } },
  ],
  setUserState: [{ path: '/api/user/state/{other}', who: userManagers, body: { action: 'disable' } }],
  exportSelf: [
    { path: '/api/user/export/{other}', who: nobody },
    { path: '/api/user/export/{me}', who: CALLERS },
  ],
  setWhitelist: [
    { path: '/api/user/SetWhitelistState/{other}/true/prod', who: [...staff, 'MANAGE_USERS', 'MANAGE_MEMBERS'] },
    { path: '/api/user/SetWhitelistState/{other}/true/dev', who: [...staff, 'MANAGE_USERS', 'MANAGE_MEMBERS'] },
  ],
  triggerWhitelistUpdate: [
    { path: '/api/user/TriggerWhitelistUpdateAsync', who: [...staff, 'MANAGE_USERS', 'MANAGE_MEMBERS', 'MANAGE_SERVERS'] },
  ],
  listUserAddresses: [{ path: '/api/user/ips/{other}', who: [...staff, 'MANAGE_USERS'] }],
  listSignIns: [
    { path: '/api/user/signIns/{other}', who: userManagers },
    { path: '/api/user/signIns/{me}', who: CALLERS },
  ],
  listSessions: [
    { path: '/api/user/sessions/{other}', who: userManagers },
    { path: '/api/user/sessions/{me}', who: CALLERS },
  ],
  endSession: [
    { path: '/api/user/sessions/{other}/1', who: userManagers },
    { path: '/api/user/sessions/{me}/999999', who: CALLERS },
  ],
  listRolesUpToLevel: [{ path: '/api/user/GetRolesWithLevelAsync/100', who: [...staff, 'MANAGE_USERS', 'MANAGE_MEMBERS'] }],
  addUserRole: [
    { path: '/api/user/role/7/{other}', who: userManagers },
    // Only Root may grant Root.
    { path: '/api/user/role/1/{me}', who: ['root'] },
  ],
  removeUserRole: [{ path: '/api/user/role/7/{other}', who: userManagers }],
  listRoles: [{ path: '/api/roles', who: admins }],
  createRole: [{ path: '/api/roles', who: admins, body: role }],
  updateRole: [{ path: '/api/roles/7', who: admins, body: { ...role, version: 1 } }],
  deleteRole: [{ path: '/api/roles/999999', who: admins }],
  listAudit: [{ path: '/api/audit', who: admins }],
  listUserAudit: [{ path: '/api/audit/user/{other}', who: userManagers }],
  listUserPatrols: [
    { path: '/api/user/getUserPatrols/{other}', who: staff },
    { path: '/api/user/getUserPatrols/{me}', who: CALLERS },
  ],
  listTopPatrols: [{ path: '/api/user/getTopUserPatrols', who: CALLERS }],
  listServers: [{ path: '/api/patrol/servers', who: CALLERS }],
  listServerStatuses: [{ path: '/api/patrol/servers2', who: CALLERS }],
  getServerWhitelist: [{ path: '/api/servers/1/whitelist', who: [...staff, 'MANAGE_USERS', 'MANAGE_MEMBERS', 'MANAGE_SERVERS'] }],
  listApiLogs: [{ path: '/api/servers/events', who: admins }],
  listApiLogKeys: [{ path: '/api/servers/events/keys', who: admins }],
  getApiLogRate: [{ path: '/api/servers/events/rate', who: admins }],
  getRequestLog: [{ path: '/api/servers/events/b7d9c6a2-0000-4000-8000-000000000000/log', who: admins }],
  getPlayerHistory: [{ path: '/api/servers/1/history', who: serverManagers }],
  getServerMap: [{ path: '/api/servers/1/map', who: [...withCad, ...staff, 'MANAGE_SERVERS'] }],
  saveServerMap: [{ path: '/api/servers/1/map', who: serverManagers, body: { backdrop: { kind: 'island' }, version: 99 } }],
  getDisplayImage: [{ path: '/api/display/1/image', who: 'display key' }],
  getServerMapImage: [{ path: '/api/servers/1/map/image', who: [...withCad, ...staff, 'MANAGE_SERVERS'] }],
  saveServerMapImage: [{ path: '/api/servers/1/map/image', who: serverManagers, body: {} }],
  listPostals: [{ path: '/api/servers/1/map/postals', who: [...withCad, ...staff, 'MANAGE_SERVERS'] }],
  savePostals: [{ path: '/api/servers/1/map/postals', who: serverManagers, body: { postals: [], version: 99 } }],
  listBeats: [{ path: '/api/patrol/beats', who: [...withCad, ...staff] }],
  getUnit: [
    { path: '/api/patrol/unit/{other}', who: emergency },
    { path: '/api/patrol/unit/{me}', who: CALLERS },
  ],
  listUnits: [
    { path: '/api/patrol/units/1', who: emergency },
    { path: '/api/patrol/units/2', who: staff },
  ],
  saveUnit: [{ path: '/api/patrol/unit/save', who: withCad, body: { serverId: 1, departmentId: 2, identifier: 'New' } }],
  setUnitBeat: [
    { path: '/api/patrol/unit/beat/{other}', who: directors, body: { beatId: 1 } },
    { path: '/api/patrol/unit/beat/{me}', who: [...withCad, ...staff], body: { beatId: 1 } },
  ],
  setUnitIdentifier: [
    { path: '/api/patrol/unit/identifier/{other}', who: directors, body: { identifier: 'New' } },
    { path: '/api/patrol/unit/identifier/{me}', who: [...withCad, ...staff], body: { identifier: 'New' } },
  ],
  setUnitChannel: [
    { path: '/api/patrol/unit/channel/{other}', who: directors, body: { channel: 'TAC 1' } },
    { path: '/api/patrol/unit/channel/{me}', who: [...withCad, ...staff], body: { channel: 'TAC 1' } },
  ],
  checkIdentifier: [{ path: '/api/patrol/identifier/1?identifier=4L12&departmentId=2', who: withCad }],
  setUnitStatus: [
    { path: '/api/patrol/unit/status/{other}/3', who: directors },
    { path: '/api/patrol/unit/status/{me}/3', who: [...withCad, ...staff] },
  ],
  assignUnit: [
    { path: '/api/patrol/unit/call/{other}/0', who: directors },
    { path: '/api/patrol/unit/call/{me}/0', who: emergency },
  ],
  listDispatchers: [
    { path: '/api/cad/dispatchers/1', who: emergency },
    { path: '/api/cad/dispatchers/2', who: staff },
  ],
  listCallTypes: [{ path: '/api/cad/callTypes', who: ['civilianOnDuty', ...emergency] }],
  listActiveCalls: [
    { path: '/api/cad/calls/active/1', who: emergency },
    { path: '/api/cad/calls/active/2', who: staff },
  ],
  listCallsByDate: [{ path: '/api/cad/calls/dates/2026-01-01T00:00:00Z/2026-01-02T00:00:00Z/1', who: emergency }],
  getCall: [{ path: '/api/cad/call/999999', who: ['civilianOnDuty', ...emergency] }],
  createCall: [{ path: '/api/cad/call', who: ['civilianOnDuty', ...emergency], body: { serverId: 1 } }],
  updateCall: [{ path: '/api/cad/call/999999', who: emergency, body: { version: 1 } }],
  clearCall: [{ path: '/api/cad/call/999999/clear', who: emergency }],
  setPrimaryUnit: [{ path: '/api/cad/call/999999/primary', who: emergency, body: { userId: 1 } }],
  addCallLog: [{ path: '/api/cad/call/999999/callLog', who: emergency, body: {} }],
  pingUnit: [{ path: '/api/patrol/unit/{other}/ping', who: directors, body: {} }],
  answerPing: [{ path: '/api/patrol/ping/999999/answer', who: CALLERS }],
  heard: [
    { path: '/api/patrol/unit/{other}/heard', who: nobody },
    { path: '/api/patrol/unit/{me}/heard', who: DUTIES },
  ],
  listOwnCalls: [{ path: '/api/cad/calls/mine', who: CALLERS }],
  soundTone: [{ path: '/api/cad/tone', who: directors, body: { serverId: 1, classes: [1] } }],
  listDispatchNotes: [
    { path: '/api/cad/notes/1', who: directors },
    { path: '/api/cad/notes/2', who: staff },
  ],
  createDispatchNote: [
    { path: '/api/cad/notes/1', who: directors, body: { text: 'New' } },
    { path: '/api/cad/notes/2', who: staff, body: { text: 'New' } },
  ],
  updateDispatchNote: [{ path: '/api/cad/note/999999', who: directors, body: { text: 'New', version: 1 } }],
  deleteDispatchNote: [{ path: '/api/cad/note/999999?version=1', who: directors }],
  changeCallUnits: [{ path: '/api/cad/call/999999/units', who: emergency, body: { attach: [{ userId: 1 }] } }],
  mergeCall: [{ path: '/api/cad/call/999999/merge', who: directors, body: { into: 1 } }],
  reopenCall: [{ path: '/api/cad/call/999999/reopen', who: emergency }],
  takeBack: [{ path: '/api/cad/call/999999/callLog/999999/take-back', who: emergency }],
  getTakeBackOffer: [
    { path: '/api/cad/take-back/1', who: emergency },
    { path: '/api/cad/take-back/2', who: staff },
  ],
  transferCall: [{ path: '/api/cad/call/999999/transfer', who: directors, body: { handlerUserId: null } }],
  raisePanic: [
    { path: '/api/patrol/unit/{other}/panic', who: nobody, body: {} },
    { path: '/api/patrol/unit/{me}/panic', who: ['officerOnDuty', 'fireOnDuty', 'callTakerOnDuty', 'dispatcherOnDuty'], body: {} },
  ],
  getLocationHistory: [
    { path: '/api/cad/location/1?postal=8020', who: emergency },
    { path: '/api/cad/location/2?postal=8020', who: staff },
  ],
  listManagedServers: [{ path: '/api/servers', who: serverManagers }],
  retireServer: [{ path: '/api/servers/1/retire', who: serverManagers, body: { version: 1 } }],
  restoreServer: [{ path: '/api/servers/1/restore', who: serverManagers, body: { version: 1 } }],
  listServerKeys: [{ path: '/api/servers/1/keys', who: serverManagers }],
  issueServerKey: [{ path: '/api/servers/1/keys', who: serverManagers, body: { kind: 'server', name: 'New' } }],
  rotateServerKey: [{ path: '/api/servers/1/keys/999999/rotate', who: serverManagers, body: { overlapMinutes: 0 } }],
  revokeServerKey: [{ path: '/api/servers/1/keys/999999', who: serverManagers }],
  saveServer: [{ path: '/api/patrol/server', who: serverManagers, body: { name: 'New server' } }],
}

const isList = (who: Case['who']): who is readonly Caller[] => typeof who !== 'string'
const isRole = (caller: Caller): caller is RoleName => caller in ROLES
const isOnDuty = (caller: Caller): caller is OnDuty => caller in ON_DUTY

async function goOnDuty(caller: OnDuty) {
  const { name, departmentId, type } = ON_DUTY[caller]
  const person = await t.addPerson({ departments: [{ name, isPrimary: true }] })
  const unit = { serverId: 1, departmentId, identifier: caller.slice(0, 16), type }
  expect((await t.http(person.token).post('/api/patrol/unit/save', unit)).statusCode).toBe(200)
  return person
}
const REFUSALS = ['api_key_missing', 'api_key_invalid', 'session_invalid', 'forbidden']

let t: TestPortal
let bridgeKey: string
let displayKey: string
/** Targets of the calls; nobody calls as them. */
let target: number
const people = new Map<Caller, { userId: number }>()
beforeAll(async () => {
  t = await startTestPortal()
  target = (await t.addPerson()).userId
  bridgeKey = await issueKey(t.db, {}, 'server', 'A game server')
  displayKey = await issueKey(t.db, {}, 'display', 'A screen', 1)
  const made = CALLERS.map(
    async (caller) =>
      [
        caller,
        await (isRole(caller) ? t.person(caller) : isOnDuty(caller) ? goOnDuty(caller) : t.addPerson({ permissions: [caller] })),
      ] as const,
  )
  for (const [caller, person] of await Promise.all(made)) people.set(caller, person)
})
afterAll(() => t.close())

test('every endpoint of the contract is in the table', () => {
  const missing = Object.keys(ENDPOINTS).filter((name) => !TABLE[name]?.length)
  expect(missing, 'add them to the table above, with who may call them').toEqual([])
})

/** Its rows are completed by a job at some point, so only their number is compared. The job also notifies the rooms of the servers. */
const FINISHED_BY_A_JOB = 'whitelist_pushes'

/** Calls with a game server's key are always recorded; units on duty are counted a moment later. */
const isKeptByItself = (table: string) => table.startsWith('api_log') || table === 'server_activity'

/** A digest of each table, in one statement. */
async function contents(): Promise<unknown> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(t.db)
  const digests = tables
    .filter(({ name }) => !isKeptByItself(name))
    .map(({ name }) => {
      const digest = name === FINISHED_BY_A_JOB ? sql`null` : sql`md5(string_agg(x::text, '|' order by x::text))`
      return sql`select ${name}::text as name, count(*), ${digest} as digest from ${sql.table(name)} x
      where x::text !~ '^\\((api-logs,|server:|servers,|whitelists,)'`
    })
  return (await sql`${sql.join(digests, sql` union all `)} order by name`.execute(t.db)).rows
}

/**
 * Where the call must be refused, it is a valid one. Where it must be allowed, its body is empty and the target does not exist, so that it
 * stops at the next check.
 */
async function call(name: EndpointName, { path, body }: Case, { token, key = WEB_KEY, me = 1, isReal }: Attempt) {
  const url = path.replace('{me}', String(me)).replace('{other}', String(isReal ? target : 999_999))
  const payload = body === undefined ? undefined : isReal ? body : {}
  const response = await t.http(token, key)[ENDPOINTS[name].method.toLowerCase() as 'get' | 'post'](url, payload)
  const answer: { code?: string } | null = response.body ? response.json() : null
  return { status: response.statusCode, code: answer?.code ?? 'none' }
}
type Attempt = { readonly token?: string; readonly key?: string; readonly me?: number; readonly isReal: boolean }

const cases = Object.keys(ENDPOINTS).flatMap((name) => (TABLE[name] ?? []).map((each) => [name as EndpointName, each] as const))

describe.each(cases)('%s, %o', (name, each) => {
  const mayCall = (caller: Caller) => each.who === 'anyone' || each.who === 'key' || (isList(each.who) && each.who.includes(caller))

  test('whoever may not call it is refused, says so, and changes nothing', async () => {
    const refused = CALLERS.filter((caller) => !mayCall(caller))
    const opened = CALLERS.map(async (caller) => [caller, await t.openSession(people.get(caller)!.userId)] as const)
    const tokens = new Map(await Promise.all(opened))
    const before = await contents()

    for (const caller of refused) {
      const attempt = { token: tokens.get(caller)!, me: people.get(caller)!.userId, isReal: true }
      expect(await call(name, each, attempt), caller).toEqual({ status: 403, code: 'forbidden' })
    }
    if (each.who !== 'anyone') {
      const token = tokens.get('root')!
      const { userId: me } = people.get('root')!
      const expectations = [
        ['no key', { key: '' }, { status: 401, code: 'api_key_missing' }],
        ['a wrong key', { key: 'web_not_a_key_of_this_portal' }, { status: 401, code: 'api_key_invalid' }],
        ['a key of another scope', { key: bridgeKey }, { status: 403, code: 'forbidden' }],
      ] as const
      for (const [what, key, expected] of expectations) {
        expect(await call(name, each, { ...key, token, me, isReal: true }), `${what}, as root`).toEqual(expected)
        expect(await call(name, each, { ...key, isReal: true }), `${what}, as nobody`).toEqual(expected)
      }
    }
    if (isList(each.who)) {
      const expected = { status: 401, code: 'session_invalid' }
      expect(await call(name, each, { isReal: true }), 'nobody').toEqual(expected)
      expect(await call(name, each, { token: 'not-a-token', isReal: true }), 'a wrong token').toEqual(expected)
    }
    expect(await contents()).toEqual(before)
  })

  test('whoever may call it is let in', async () => {
    for (const caller of CALLERS.filter(mayCall)) {
      const { userId } = people.get(caller)!
      const { code } = await call(name, each, { token: await t.openSession(userId), me: userId, isReal: false })
      expect(REFUSALS, caller).not.toContain(code)
    }
    if (!isList(each.who)) {
      const key = { anyone: '', key: WEB_KEY, 'display key': displayKey }[each.who]
      expect(REFUSALS, 'nobody').not.toContain((await call(name, each, { key, isReal: false })).code)
    }
  })
})
