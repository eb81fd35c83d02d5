import {
  HEADERS,
  MAX_USER_FILE_ROWS,
  PASSWORD_LINK_PATH,
  type CheckedUserFile,
  type IssuedPasswordLink,
  type WelcomedUser,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../../testing/test-length.ts'
import { startTestPortal, WEB_KEY, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: string
beforeAll(async () => {
  t = await startTestPortal({ portalUrl: 'https://portal.example.org' })
  await t.person('root')
  admin = (await t.person('admin')).token
})
afterAll(() => t.close())

const send = (path: string, file: string | Buffer, token = admin) =>
  t.app.http.inject({
    method: 'POST',
    url: path,
    headers: { [HEADERS.apiKey]: WEB_KEY, authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    payload: file,
  })
const check = async (file: string, token?: string) => {
  const response = await send('/api/user-files/check', file, token)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<CheckedUserFile>()
}
const create = (file: string, accounts: number, token?: string) => send(`/api/user-files?accounts=${accounts}`, file, token)
const users = async () => Number((await sql<{ n: number }>`select count(*)::int as n from users`.execute(t.db)).rows[0]?.n)
const useLink = (code: string, more: object = {}) =>
  t
    .http(undefined, undefined, { address: `10.30.0.${(links += 1)}` })
    .post('/api/auth/password-link/use', { code, password: 'chosen by the member', ...more })
let links = 0
const problemsOf = ({ problems }: CheckedUserFile) => problems.map(({ row, field, found, message }) => [row, field, found, message])

describe('the check', () => {
  test('names the problems by row, with the value found, and writes nothing', async () => {
    const taken = await t.addPerson()
    await t.db.updateTable('users').set({ steam_id: '11000010abcdef0', deleted_at: new Date() }).where('id', '=', taken.userId).execute()
    const before = await users()
    const checked = await check(`Full Name;E-Mail Address;Dept;Rank;Steam hex;Shirt size
Rosa Delgado;rosa@example.com;lspd;sergeant;11000010ABCDEF1;M
Sam Reyes;sam@example.com;Blaine County Sheriff's Office;;;L
;ROSA@example.com;;;;
Lee;${taken.emailAddress.toUpperCase()};LSPD;;11000010abcdef0;
Kim;no address;LSPD;;12;
Max;max@example.com;NASA;Pilot;11000010abcdef1;
Ann;rosa@EXAMPLE.com;LSPD;Pilot;;
Jo;jo@example.com;;Sergeant;;;more
`)
    expect(checked.people).toEqual([
      { row: 2, name: 'Rosa Delgado', emailAddress: 'rosa@example.com', department: 'lspd', rank: 'sergeant', steamId: '11000010abcdef1' },
      {
        row: 3,
        name: 'Sam Reyes',
        emailAddress: 'sam@example.com',
        department: "Blaine County Sheriff's Office",
        rank: null,
        steamId: null,
      },
    ])
    expect(problemsOf(checked)).toEqual([
      [4, 'name', '', 'Enter a name'],
      [4, 'email', 'ROSA@example.com', 'Row 2 has the same address'],
      [5, 'email', taken.emailAddress.toUpperCase(), 'This email address already has an account'],
      [5, 'steamHex', '11000010abcdef0', 'Another account already has this Steam hex'],
      [6, 'email', 'no address', 'This is not an email address'],
      [6, 'steamHex', '12', 'A Steam hex has exactly 15 characters, 0–9 and a–f'],
      [7, 'steamHex', '11000010abcdef1', 'Row 2 has the same Steam hex'],
      [7, 'department', 'NASA', 'There is no such department'],
      [8, 'email', 'rosa@EXAMPLE.com', 'Row 2 has the same address'],
      [8, 'rank', 'Pilot', 'There is no such rank in LSPD'],
      [9, null, null, 'The row has more cells than the header: put text with commas into quotes'],
    ])
    expect([checked.rows, checked.ignoredColumns]).toEqual([8, ['Shirt size']])
    expect(await users()).toBe(before)
  })

  test('says which department and rank the caller may not give', async () => {
    const manager = await t.addPerson({ permissions: ['MANAGE_USERS'] })
    await sql`update ranks set capabilities = '{approveReports}' where name = 'Sergeant' and department_id = 2`.execute(t.db)
    const file = 'name,email,department,rank\nA,a@example.com,LSPD,Sergeant\nB,b@example.com,LSPD,Cadet\nC,c@example.com,LSPD,Sergeant\n'
    const checked = await check(file, manager.token)
    expect(problemsOf(checked)).toEqual([
      [2, 'rank', 'Sergeant', expect.stringMatching(/^It lets them approve reports in LSPD, and you may not/)],
      [4, 'rank', 'Sergeant', expect.stringMatching(/^It lets them approve reports/)],
    ])
    expect(checked.people.map(({ row }) => row)).toEqual([3])
    expect((await create(file, 3, manager.token)).statusCode).toBe(409)
    expect((await check(file)).problems).toEqual([])
    for (const role of ['staff', 'officer'] as const) {
      expect((await send('/api/user-files/check', file, (await t.person(role)).token)).statusCode, role).toBe(403)
    }
  })

  test.each([
    ['it is empty', ''],
    ['it has no rows', 'name,email\n'],
    ['the header lacks email', 'name,department\nA,LSPD\n'],
    ['the header names email twice', 'name,email,e-mail,mail\nA,a@example.com,,\n'],
    [`it has more than ${MAX_USER_FILE_ROWS} rows`, `name,email\n${'A,a@example.com\n'.repeat(MAX_USER_FILE_ROWS + 1)}`],
    ['it is not UTF-8 text: save it as "CSV UTF-8"', Buffer.from([0x6e, 0xff, 0xfe])],
  ])('refuses a file because %s', async (why, file) => {
    const response = await send('/api/user-files/check', file)
    expect([response.statusCode, response.json().message, response.json().field]).toEqual([400, `The file can't be read: ${why}`, 'file'])
  })

  test('refuses a file that is too large before it is read', async () => {
    expect((await send('/api/user-files/check', `name,email\n${'x'.repeat(200_000)}`)).statusCode).toBe(413)
  })
})

describe('the accounts', () => {
  test('are made at once, each with a welcome link of 14 days; rows with a problem are left out', async () => {
    const file = 'name,email,department,rank\nDee,dee@example.com,LSPD,Cadet\nNo one,,LSPD,\nEli,eli@example.com,,\n'
    const response = await create(file, 2)
    expect(response.statusCode, response.body).toBe(200)
    const made = response.json<{ users: WelcomedUser[]; expiresAt: string }>()
    expect(
      made.users.map(({ row, name, link, code }) => [row, name, link === `https://portal.example.org${PASSWORD_LINK_PATH}#${code}`]),
    ).toEqual([
      [2, 'Dee', true],
      [4, 'Eli', true],
    ])
    expect(Math.round((Date.parse(made.expiresAt) - Date.now()) / 86_400_000)).toBe(14)
    const { userId, code } = made.users[0]!
    const { rows } = await sql`select actor_id, action from audit where subject_id = ${String(userId)} order by id`.execute(t.db)
    const by = { actor_id: (await t.person('admin')).userId }
    expect(rows).toEqual([
      { ...by, action: 'user.created' },
      { ...by, action: 'user.password-link-made' },
    ])
    const used = await useLink(code, { steamId: '11000010ABCDEF7' })
    expect(used.json()).toMatchObject({
      name: 'Dee',
      steamId: '11000010abcdef7',
      userDepartments: [{ departmentId: 2, rankName: 'Cadet' }],
    })
    expect((await useLink(code)).statusCode).toBe(400)
    expect((await create(file, 2)).json().message, 'again').toBe('0 accounts would be made by now, not 2: check the file again')
  })

  test('have no password until the link is used, by which a Steam hex that is taken is told, a few times', async () => {
    const {
      users: [made],
    } = (await create('name,email\nFay,fay@example.com\n', 1)).json<{ users: [WelcomedUser] }>()
    const look = await t.http().post('/api/auth/password-link', { code: made.code })
    expect(look.json()).toMatchObject({ purpose: 'welcome', name: 'Fay', steamId: '', conduct: null })
    const guesser = t.http(undefined, undefined, { address: '10.31.0.1' })
    const statuses: number[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      const body = { code: made.code, password: 'chosen by the member', steamId: '11000010abcdef7' }
      statuses.push((await guesser.post('/api/auth/password-link/use', body)).statusCode)
    }
    expect(statuses.slice(0, 5)).toEqual([409, 409, 409, 409, 409])
    expect(statuses.slice(5)).toContain(429)
  })

  test('get another welcome link in place of one that lapsed, by those alone who may take over the account, and the old one stays dead', async () => {
    const made = (await create('name,email,department,rank\nLate,late@example.com,LSPD,Cadet\n', 1)).json<{ users: WelcomedUser[] }>()
    const { userId, code } = made.users[0]!
    await sql`update password_links set made_at = now() - interval '15 days', expires_at = now() - interval '1 day'
      where user_id = ${userId}`.execute(t.db)
    expect((await useLink(code)).statusCode, 'lapsed').toBe(400)

    await sql`update ranks set capabilities = '{approveReports}' where name = 'Cadet' and department_id = 2`.execute(t.db)
    const manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
    const refused = await manager.post(`/api/user/password-links/${userId}`)
    expect([refused.statusCode, refused.json().message]).toEqual([403, expect.stringMatching(/^This account may approve reports in LSPD/)])
    const again = (await t.http(admin).post(`/api/user/password-links/${userId}`)).json<IssuedPasswordLink>()
    await sql`update ranks set capabilities = '{}' where name = 'Cadet' and department_id = 2`.execute(t.db)
    expect([again.purpose, Math.round((Date.parse(again.expiresAt) - Date.now()) / 3_600_000)]).toEqual(['welcome', 14 * 24])
    const { rows } = await sql<{ after: unknown }>`select after from audit
      where action = 'user.password-link-made' and subject_id = ${String(userId)} order by id`.execute(t.db)
    expect(rows[1]?.after).toEqual({ purpose: 'welcome', expiresAt: again.expiresAt })

    expect((await useLink(code)).statusCode, 'the old one').toBe(400)
    expect((await useLink(again.code, { steamId: '110000100000abc' })).json()).toMatchObject({ name: 'Late', steamId: '110000100000abc' })
    expect((await t.http(admin).post(`/api/user/password-links/${userId}`)).json()).toMatchObject({ purpose: 'reset' })
  })

  test('accept the code of conduct in the version that was shown', async () => {
    const root = await t.as('root')
    expect((await root.post('/api/conduct', { text: 'Be kind.', version: 0 })).statusCode).toBe(200)
    const {
      users: [made],
    } = (await create('name,email\nGus,gus@example.com\n', 1)).json<{ users: [WelcomedUser] }>()
    const look = await t.http().post('/api/auth/password-link', { code: made.code })
    expect(look.json().conduct).toEqual({ number: 1, text: 'Be kind.' })
    expect([(await useLink(made.code)).json().field, (await useLink(made.code, { conduct: 2 })).json().field]).toEqual([
      'conduct',
      'conduct',
    ])
    const used = await useLink(made.code, { conduct: 1 })
    expect(used.statusCode).toBe(200)
    const own = t.http(String(used.headers[HEADERS.token]))
    expect((await own.get('/api/conduct')).json()).toMatchObject({ number: 1, acceptedAt: expect.any(String) })
  })

  test('made twice at once from one file are made once', async () => {
    const file = 'name,email\nHal,hal@example.com\nIda,ida@example.com\n'
    const before = await users()
    const [one, other] = await Promise.all([create(file, 2), create(file, 2)])
    expect([one.statusCode, other.statusCode].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await users()).toBe(before + 2)
  })

  const many = isFull ? MAX_USER_FILE_ROWS : 30

  test(`are ${MAX_USER_FILE_ROWS} at most, and as many can be made`, async () => {
    const lines = Array.from({ length: many }, (_, i) => `Person ${i},many${i}@example.com,LSPD,Cadet\n`)
    const file = `name,email,department,rank\n${lines.join('')}`
    expect((await check(file)).people).toHaveLength(many)
    const response = await create(file, many)
    expect([response.statusCode, response.json<{ users: unknown[] }>().users.length]).toEqual([200, many])
  }, 60_000)
})
