import { accessSubject, type AccessSubject, Capability, type EndpointName, ENDPOINTS, isAllowed } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from './platform/auth/api-keys.ts'
import { loadCurrentUser } from './platform/auth/current-user.ts'
import {
  answersTo,
  type Caller,
  CALLERS,
  type Case,
  ON_DUTY,
  type OnDuty,
  paramsOf,
  STAFF_WITH,
  type StaffWith,
  SUPERVISOR,
} from './testing/access-callers.ts'
import { TABLE } from './testing/access-table.ts'
import { addApplicant } from './testing/test-registrations.ts'
import { isFull } from './testing/test-length.ts'
import { type RoleName, ROLES, startTestPortal, type TestPortal, WEB_KEY } from './testing/test-portal.ts'
import { watchWrites, type WriteWatch } from './testing/test-writes.ts'

const isList = (who: Case['who']): who is readonly Caller[] => typeof who !== 'string'
const isRole = (caller: Caller): caller is RoleName => caller in ROLES
const isOnDuty = (caller: Caller): caller is OnDuty => caller in ON_DUTY
const isStaffWith = (caller: Caller): caller is StaffWith => caller in STAFF_WITH

async function goOnDuty(caller: OnDuty) {
  const { departmentId, type, ...membership } = ON_DUTY[caller]
  const person = await t.addPerson({ departments: [{ ...membership, isPrimary: true }] })
  const unit = { serverId: 1, departmentId, identifier: caller.slice(0, 16), type }
  expect((await t.http(person.token).post('/api/patrol/unit/save', unit)).statusCode).toBe(200)
  return person
}
const makePerson = (caller: Caller) => {
  if (isRole(caller)) return t.person(caller)
  if (isOnDuty(caller)) return goOnDuty(caller)
  if (isStaffWith(caller)) return t.addPerson(STAFF_WITH[caller])
  return t.addPerson(caller === 'supervisor' ? { departments: [{ ...SUPERVISOR, isPrimary: true }] } : { permissions: [caller] })
}
const REFUSALS = ['api_key_missing', 'api_key_invalid', 'session_invalid', 'forbidden']

let t: TestPortal
let bridgeKey: string
let displayKey: string
let applicantToken: string
/** Targets of the calls; nobody calls as them. */
let target: number
const people = new Map<Caller, { userId: number; subject: AccessSubject }>()
let writes: WriteWatch
beforeAll(async () => {
  t = await startTestPortal()
  target = (await t.addPerson()).userId
  applicantToken = (await addApplicant(t.db)).token
  bridgeKey = await issueKey(t.db, {}, 'server', 'A game server')
  displayKey = await issueKey(t.db, {}, 'display', 'A screen', 1)
  const { departmentId } = ON_DUTY.supervisorOnDuty
  await sql`update ranks set capabilities = ${Capability.options} where department_id = ${departmentId} and name = ${SUPERVISOR.rank}`.execute(
    t.db,
  )
  const made = CALLERS.map(async (caller) => [caller, await makePerson(caller)] as const)
  for (const [caller, { userId }] of await Promise.all(made)) {
    const loaded = await loadCurrentUser(t.db, userId)
    people.set(caller, { userId, subject: accessSubject(loaded!.user) })
  }
  writes = await watchWrites(t.db, digestOf)
})
afterAll(() => t.close())

test('every endpoint of the contract is in the access table', () => {
  const missing = Object.keys(ENDPOINTS).filter((name) => !TABLE[name]?.length)
  expect(missing, 'add them to the table above, with who may call them').toEqual([])
})

describe('the count of writes notices a write', () => {
  test('in every table', async () => {
    const { rows: columns } = await sql<{ table: string; column: string }>`
      select table_name as table, min(column_name) as column from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' group by table_name`.execute(t.db)
    const columnOf = new Map(columns.map(({ table, column }) => [table, column]))
    for (const [table, before] of await writes.counts()) {
      const [into, column] = [sql.table(`public.${table}`), sql.ref(columnOf.get(table)!)]
      await sql`insert into ${into} (${column}) overriding system value select ${column} from ${into} where false`.execute(t.db)
      expect((await writes.counts()).get(table), table).toBeGreaterThan(before)
    }
  })

  test.each([
    ['a row more', () => sql`insert into user_permissions (user_id, permission) values (${target}, 'MANAGE_SERVERS')`],
    ['a row with another value', () => sql`update users set name = name || ' II' where id = ${target}`],
    ['a row less', () => sql`delete from user_permissions where user_id = ${target}`],
    ['every row', () => sql`truncate sessions cascade`],
  ] as const)('%s', async (_what, write) => {
    await t.openSession(target)
    const before = await writes.digests()
    const rolledBack = t.db.transaction().execute(async (tx) => {
      await write().execute(tx)
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await writes.digests()).toEqual(before)
    await write().execute(t.db)
    expect(await writes.digests()).not.toEqual(before)
  })

  test('of a transaction that ends after the tables were read', async () => {
    const readMeanwhile = t.db.transaction().execute(async (tx) => {
      await sql`update users set name = name || ' III' where id = ${target}`.execute(tx)
      const before = await writes.digests()
      expect(await writes.digests()).toEqual(before)
      return before
    })
    const before = await readMeanwhile
    expect(await writes.digests()).not.toEqual(before)
  })
})

/** A job completes the table's rows at some point, so only their number is compared. The job also notifies the rooms of the servers. */
const FINISHED_BY_A_JOB = 'whitelist_pushes'

/** Calls with a game server's key are always recorded; units on duty are counted, and searches logged, a moment later. */
const isKeptByItself = (table: string) => table.startsWith('api_log') || table === 'server_activity' || table === 'lookups'

/** Rows of rooms that jobs notify are left out. */
const digestOf = (table: string) => {
  if (isKeptByItself(table)) return sql`null`
  const digest = table === FINISHED_BY_A_JOB ? sql`''` : sql`md5(string_agg(x::text, '|' order by x::text))`
  return sql`(select count(*) || ' ' || coalesce(${digest}, '') from ${sql.table(`public.${table}`)} x
    where x::text !~ '^\\((api-logs,|own-patrols:|patrols:|server:|servers,|whitelists,)')`
}

/**
 * Where the call must be refused, it is a valid one. Where it must be allowed, its body is empty and the target does not exist, so that it
 * stops at the next check.
 */
async function call(name: EndpointName, { path, body }: Case, { token, key = WEB_KEY, me = 1, isReal }: Attempt) {
  const url = pathOf({ path }, { me, isReal })
  const payload = body === undefined ? undefined : isReal ? body : {}
  const response = await t.http(token, key)[ENDPOINTS[name].method.toLowerCase() as 'get' | 'post'](url, payload)
  const answer: { code?: string } | null = isJson(response) ? response.json() : null
  return { status: response.statusCode, code: answer?.code ?? 'none' }
}
const pathOf = ({ path }: Pick<Case, 'path'>, { me = 1, isReal }: Pick<Attempt, 'me' | 'isReal'>) =>
  path.replace('{me}', String(me)).replace('{other}', String(isReal ? target : 999_999))
const isJson = ({ body, headers }: { body: string; headers: Record<string, unknown> }) =>
  body !== '' && String(headers['content-type']).startsWith('application/json')
type Attempt = { readonly token?: string; readonly key?: string; readonly me?: number; readonly isReal: boolean }

const cases = Object.keys(ENDPOINTS).flatMap((name) => (TABLE[name] ?? []).map((each) => [name as EndpointName, each] as const))

describe.each(cases.map((each, index) => [...each, index] as const))('%s, %o', (name, each, index) => {
  const mayCall = (caller: Caller) => each.who === 'anyone' || each.who === 'key' || (isList(each.who) && each.who.includes(caller))
  const { access } = ENDPOINTS[name]
  /** One caller of each kind that the rule tells apart, another one for each endpoint. */
  const someOf = (callers: readonly Caller[]): Caller[] => {
    if (isFull) return [...callers]
    const kinds = Map.groupBy(callers, (caller) => {
      const params = paramsOf(name, pathOf(each, { me: people.get(caller)!.userId, isReal: true }))
      const answers = answersTo(access, people.get(caller)!.subject, params)
      // The rule lets them pass, and something behind it has to refuse each of them.
      return isAllowed(access, people.get(caller)!.subject, params) && !mayCall(caller) ? caller : answers.join()
    })
    return [...kinds.values()].map((alike) => alike[index % alike.length]!)
  }

  test('callers without access are refused with the right error, and change nothing', async () => {
    const refused = someOf(CALLERS.filter((caller) => !mayCall(caller)))
    const opened = [...new Set<Caller>([...refused, 'root'])].map(
      async (caller) => [caller, await t.openSession(people.get(caller)!.userId)] as const,
    )
    const tokens = new Map(await Promise.all(opened))
    const before = await writes.digests()

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
      expect(await call(name, each, { token: applicantToken, isReal: true }), 'an applicant').toEqual(expected)
    }
    if (each.who === 'applicant') {
      const expected = { status: 401, code: 'session_invalid' }
      expect(await call(name, each, { isReal: true }), 'nobody').toEqual(expected)
      expect(await call(name, each, { token: 'not-a-token', isReal: true }), 'a wrong token').toEqual(expected)
    }
    expect(await writes.digests()).toEqual(before)
  })

  test('callers with access are let in', async () => {
    for (const caller of someOf(CALLERS.filter(mayCall))) {
      const { userId } = people.get(caller)!
      const { code } = await call(name, each, { token: await t.openSession(userId), me: userId, isReal: false })
      expect(REFUSALS, caller).not.toContain(code)
    }
    if (each.who === 'applicant') {
      const { token } = await addApplicant(t.db)
      expect(REFUSALS, 'an applicant').not.toContain((await call(name, each, { token, isReal: false })).code)
    } else if (!isList(each.who)) {
      const key = { anyone: '', key: WEB_KEY, 'display key': displayKey }[each.who]
      expect(REFUSALS, 'nobody').not.toContain((await call(name, each, { key, isReal: false })).code)
    }
  })
})
