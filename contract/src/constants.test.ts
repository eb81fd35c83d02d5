import { expect, test } from 'vitest'
import { CallPriority, CallStatus, periodOf } from './dispatch/calls.ts'
import { DiscordChannelType, DiscordRoleType } from './community/discord.ts'
import { DEPARTMENT, DepartmentType } from './people/departments.ts'
import { UNIT_CLASS, UNIT_TYPE } from './duty.ts'
import { HEADERS } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'
import { ERROR_STATUS, ErrorBody, MESSAGES } from './errors.ts'
import { LOG_LEVEL } from './logs.ts'
import { BeatArea, STATUS_AMBER_MINUTES, STATUS_RED_MINUTES, UNIT_STATUS, UNIT_STATUS_WORDS, unitClassOf } from './dispatch/units.ts'
import { STEAM_HEX_LENGTH } from './people/users.ts'

test('the constants are exactly those of the specification', () => {
  expect(DEPARTMENT).toEqual({ LSPD: 2, BCSO: 3, SAHP: 4, COMM: 5, FIRE: 6, CIV: 7 })
  expect(LOG_LEVEL).toEqual({ Error: 500, Warning: 400, Info: 300, Debug: 200 })
  expect(STEAM_HEX_LENGTH).toBe(15)
  expect(HEADERS.token).toBe('x-idp-token')
  expect(MESSAGES).toMatchObject({
    default: 'An error occured; please try again later',
    credentials: 'The email address and/or password you provided did not match our records',
    forbidden: 'You do not have access to perform that action',
  })
  expect(DepartmentType.options).toEqual(expect.arrayContaining(['Leo', 'Fire', 'Comms', 'Civilian']))
})

test('the types of Discord channels and roles are exactly those of the specification', () => {
  expect(DiscordChannelType.options.join(', ')).toBe(
    'Text, MemberLogs, GeneralLogs, CommunityAnnouncements, TicketsCategory, Link, Voting, Ridealong, TempPass, CoCBotInfo',
  )
  expect(DiscordRoleType.options.join(', ')).toBe(
    'OTHER, GUEST, RESERVE, PATROL_NOTIFY, RECRUIT, MEMBER, SIT, STAFF, SENIOR_STAFF, ADMIN, POLICE, SHERIFF, HIGHWAY, COMMS, CIV, MEDIA, FTO, DEV',
  )
})

test('the enumerations of dispatch are those of the specification', () => {
  expect(UNIT_CLASS).toEqual({ Other: 0, Leo: 1, Comms: 2, Fire: 3 })
  expect(UNIT_STATUS).toEqual({ offDuty: 1, outOfService: 2, inService: 3, busy: 4, enRoute: 5, onScene: 6, subjectInCustody: 7 })
  expect(Object.keys(UNIT_STATUS_WORDS).map(Number)).toEqual(Object.values(UNIT_STATUS))
  expect(UNIT_TYPE).toEqual({ Patrol: 1, Air: 2, Dispatcher: 3 })
  expect(BeatArea.options).toEqual(['Twin Falls', 'Twin Falls County', 'Both'])
  expect(CallStatus.options).toEqual(['pending', 'active', 'cleared'])
  expect([...CallPriority.values]).toEqual([1, 2, 3, 4])
  expect(DepartmentType.options.map(unitClassOf)).toEqual([1, 2, 3, 0, 0])
})

test('a status with limits turns amber before it turns red', () => {
  expect(Object.keys(STATUS_RED_MINUTES)).toEqual(Object.keys(STATUS_AMBER_MINUTES))
  for (const [status, red] of Object.entries(STATUS_RED_MINUTES)) expect(red).toBe(2 * Number(STATUS_AMBER_MINUTES[Number(status) as 4]))
})

test('an instant is used to the end of its second, and a date alone is a whole day', () => {
  expect(periodOf('2026-03-01T17:30:00+02:00', '2026-03-02T23:59:59.000-05:00')).toEqual({
    from: new Date('2026-03-01T15:30:00Z'),
    before: new Date('2026-03-03T05:00:00Z'),
  })
  expect(periodOf('2026-03-01T02:00:00Z', '2026-03-02T01:59:59.999Z')).toEqual({
    from: new Date('2026-03-01T02:00:00Z'),
    before: new Date('2026-03-02T02:00:00Z'),
  })
  expect(periodOf('2026-03-01', '2026-03-01')).toEqual({ from: new Date('2026-03-01T00:00:00Z'), before: new Date('2026-03-02T00:00:00Z') })
})

test('the calls of dispatch have the methods and paths of the specification', () => {
  const { listBeats, setUnitBeat, getUnit, listUnits, saveUnit, setUnitIdentifier, setUnitStatus, assignUnit } = ENDPOINTS
  const { listCallsByDate, listActiveCalls, getCall, createCall, updateCall, clearCall, addCallLog, listCallTypes } = ENDPOINTS
  const patrol = [listBeats, setUnitBeat, getUnit, listUnits, saveUnit, setUnitIdentifier, setUnitStatus, assignUnit]
  const cad = [listCallsByDate, listActiveCalls, getCall, createCall, updateCall, clearCall, addCallLog, listCallTypes]
  expect([...patrol, ...cad].map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/patrol/beats',
    'POST /api/patrol/unit/beat/:userId',
    'GET /api/patrol/unit/:userId',
    'GET /api/patrol/units/:serverId',
    'POST /api/patrol/unit/save',
    'POST /api/patrol/unit/identifier/:userId',
    'GET /api/patrol/unit/status/:userId/:status',
    'GET /api/patrol/unit/call/:userId/:callId',
    'GET /api/cad/calls/dates/:startISO/:endISO/:serverId',
    'GET /api/cad/calls/active/:serverId',
    'GET /api/cad/call/:callId',
    'POST /api/cad/call',
    'PUT /api/cad/call/:callId',
    'GET /api/cad/call/:callId/clear',
    'POST /api/cad/call/:callId/callLog',
    'GET /api/cad/callTypes',
  ])
})

test('the calls of the specification have its methods and paths', () => {
  const { login, validate, me, listDepartments, listRanks, listServers, saveServer } = ENDPOINTS
  expect([login, validate, me, listDepartments, listRanks, listServers, saveServer].map(({ method, path }) => `${method} ${path}`)).toEqual(
    [
      'POST /api/auth/login',
      'POST /api/auth/validate',
      'GET /api/auth/me',
      'GET /api/user/GetDepartmentsAsync/:showAllDepts',
      'GET /api/user/GetDepartmentRanksAsync/:deptId/:includeReserves',
      'GET /api/patrol/servers',
      'POST /api/patrol/server',
    ],
  )
})

test('no two endpoints share a method and a path, and each is under /api and has a summary', () => {
  const all = Object.values(ENDPOINTS)
  expect(new Set(all.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)).size).toBe(all.length)
  for (const { path, summary, method } of all) {
    expect(path).toMatch(/^\/api\/[\w/:-]+$/)
    expect(summary.length, `${method} ${path}`).toBeGreaterThan(5)
  }
})

test('every parameter in a path is parsed, and every parsed one is in the path', () => {
  for (const { path, params } of Object.values(ENDPOINTS) as { path: string; params?: { shape?: object } }[]) {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(new Set(Object.keys(params?.shape ?? {})), path).toEqual(new Set(named))
  }
})

test('every error code has an error status', () => {
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(ErrorBody.safeParse({ code, message: 'x', requestId: 'y' }).success, code).toBe(true)
  }
})
