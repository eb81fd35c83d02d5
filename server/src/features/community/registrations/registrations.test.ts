import { createHash } from 'node:crypto'
import {
  HEADERS,
  MAX_REGISTRATIONS_OF_ADDRESS,
  REGISTRATION_WORK_BITS,
  registrationOpen,
  registrationWork,
  registrationWorkOf,
  type ListedRegistration,
  type OwnRegistration,
  type PageOf,
  type Registration,
  type RegistrationForm,
  type WaitingItem,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REGISTERED } from '../../../platform/limits/limits.ts'
import { joinRoom, PASSWORD, startTestPortal, until, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { addApplicant } from '../../../testing/test-registrations.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { startTestSmtp, type ReceivedMail, type TestSmtp } from '../../../testing/test-smtp.ts'
import { statementsDuring } from '../../../testing/test-statements.ts'
import { prune } from './registrations.repo.ts'

let t: TestPortal
let admin: Http
let smtp: TestSmtp
beforeAll(async () => {
  smtp = await startTestSmtp()
  t = await startTestPortal({
    settingOverrides: { [registrationOpen.key]: true },
    smtpUrl: smtp.url,
    portalUrl: 'https://portal.example',
  })
  admin = await t.as('admin')
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

let count = 0
/** Each application comes from an address of its own. */
const from = (address = `10.7.${Math.floor((count += 1) / 250)}.${count % 250}`) => t.http(undefined, undefined, { address })
const application = (over: object = {}) => ({ name: 'Vera', emailAddress: `vera${(count += 1)}@example.com`, password: PASSWORD, ...over })
async function applyUnconfirmed(over: object = {}, http = from()) {
  const response = await http.post('/api/registration', application(over))
  expect(response.json()).not.toHaveProperty('code')
  const token = String(response.headers[HEADERS.token])
  return { own: response.json<OwnRegistration>(), http: t.http(token), token }
}
const codeOf = ({ text }: ReceivedMail) => /\/login\/register#([A-Z\d-]+)\n/.exec(text)?.[1] ?? ''
const codeTo = async ({ emailAddress }: OwnRegistration, which = 0) => codeOf(await smtp.mailTo(emailAddress, which))
const confirm = (code: string, http = from()) => http.post('/api/registration/confirm', { code })
/** Applies and opens the mailed link. */
async function apply(over: object = {}, http = from()) {
  const body = application(over)
  const earlier = smtp.received.filter(({ to }) => to.includes(body.emailAddress)).length
  const sent = await applyUnconfirmed(body, http)
  expect((await confirm(await codeTo(sent.own, earlier))).json()).toEqual({})
  return { ...sent, own: (await sent.http.get('/api/registration/own')).json<OwnRegistration>() }
}
const waiting = async () => (await admin.get('/api/registrations?pageSize=100')).json<PageOf<ListedRegistration>>().items
const idOf = async ({ emailAddress }: OwnRegistration) =>
  (await t.db.selectFrom('registrations').select('id').where('email', '=', emailAddress).executeTakeFirstOrThrow()).id
const read = async (id: number) => (await admin.get(`/api/registrations/${id}`)).json<Registration>()
const act = (by: Http, id: number, what: string, body: object) => by.post(`/api/registrations/${id}/${what}`, body)

test('a portal takes no applications until its community opens it, and applicants of before can still look', async () => {
  const closed = await startTestPortal()
  const http = closed.http()
  expect((await http.get('/api/registration')).json()).toMatchObject({ code: 'feature_off' })
  expect((await http.post('/api/registration', application())).json()).toMatchObject({ code: 'feature_off' })
  expect(await closed.db.selectFrom('registrations').selectAll().execute()).toEqual([])
  const { token } = await addApplicant(closed.db)
  expect((await closed.http(token).get('/api/registration/own')).json()).toMatchObject({ state: 'open' })
  await closed.close()
})

test('an applicant is no user: the token opens the application and nothing else, on no socket either', async () => {
  const { http, token } = await apply()
  expect((await http.get('/api/auth/me')).json()).toMatchObject({ code: 'session_invalid' })
  expect((await http.get('/api/announcements')).statusCode).toBe(401)
  await expect(t.connect(token)).rejects.toThrow()
  const { token: session } = await t.person('admin')
  expect((await t.http(session).get('/api/registration/own')).statusCode).toBe(403)
})

test('an address that has an account is answered as one that has none, with the same statements', async () => {
  const { emailAddress } = await t.addPerson()
  const seen = async (address: string) => {
    const { result, statements } = await statementsDuring(/users|registrations/, () =>
      from().post('/api/registration', application({ emailAddress: address })),
    )
    const { emailAddress: _own, appliedAt: _at, ...rest } = result.json<OwnRegistration>()
    // The queue of mails is worked off at any time.
    return { status: result.statusCode, rest, statements: statements.filter((each) => !each.includes('from mails')) }
  }
  expect(await seen(emailAddress.toUpperCase())).toEqual(await seen('nobody-yet@example.com'))
})

test('the questions of the community are asked, and an answer that is missing or wrong names its field', async () => {
  const ask = async (name: string, over: object) =>
    (await admin.post('/api/fields', { of: 'registration', type: 'text', name, isRequired: true, audience: ['owner'], ...over })).json<{
      fieldId: number
      version: number
    }>()
  const why = await ask('Why here', {})
  const age = await ask('Over 18', { type: 'flag', isRequired: false })
  const { questions } = (await from().get('/api/registration')).json<RegistrationForm>()
  expect(questions.map(({ name }) => name)).toEqual(['Why here', 'Over 18'])
  const send = async (fields: object) => (await from().post('/api/registration', application({ fields }))).json()
  expect(await send({})).toMatchObject({ code: 'invalid_input', field: `fields.${why.fieldId}` })
  expect(await send({ [why.fieldId]: 'Friends', [age.fieldId]: 'maybe' })).toMatchObject({ field: `fields.${age.fieldId}` })
  expect(await send({ [why.fieldId]: 'Friends', 999999: 'x' })).toMatchObject({ field: 'fields.999999' })
  expect(await send({ [why.fieldId]: 'Friends', [age.fieldId]: true })).toMatchObject({
    answers: [
      { question: 'Why here', answer: 'Friends' },
      { question: 'Over 18', answer: 'yes' },
    ],
  })
  for (const { fieldId, version } of [why, age]) await admin.post(`/api/fields/${fieldId}/retire`, { isRetired: true, version })
})

test('the code of conduct has to be accepted in its current version, and goes with the account', async () => {
  expect((await admin.post('/api/conduct', { text: 'Be kind', version: 0 })).statusCode).toBe(200)
  const send = async (conduct: number | null) => (await from().post('/api/registration', application({ conduct }))).json()
  expect(await send(null)).toMatchObject({ code: 'invalid_input', field: 'conduct' })
  expect(await send(7)).toMatchObject({ code: 'conflict', field: 'conduct' })
  const { own } = await apply({ conduct: 1 })
  const id = await idOf(own)
  expect(await read(id)).toMatchObject({ conduct: { number: 1, isCurrent: true } })
  const { account } = (await act(admin, id, 'accept', { version: 1 })).json<Registration>()
  const accepted = await t.db.selectFrom('conduct_acceptances').select('number').where('user_id', '=', account!.userId).execute()
  expect(accepted).toEqual([{ number: 1 }])
  await sql`truncate conduct_versions, conduct_acceptances, registrations cascade`.execute(t.db)
})

test('applications are limited by network and by email address', async () => {
  const emailAddress = 'again@example.com'
  for (let sent = 0; sent < MAX_REGISTRATIONS_OF_ADDRESS; sent += 1)
    await apply({ emailAddress: sent === 1 ? 'AGAIN@example.com' : emailAddress })
  expect((await from().post('/api/registration', application({ emailAddress }))).json()).toMatchObject({
    code: 'too_many_attempts',
    field: 'emailAddress',
  })
  const http = from()
  for (let sent = 0; sent < REGISTERED.network; sent += 1) await applyUnconfirmed({}, http)
  expect((await http.post('/api/registration', application())).json()).toMatchObject({ code: 'too_many_attempts' })
  await t.db.deleteFrom('registrations').execute()
})

test('an application waits for staff once its address is confirmed by the mailed link, which works once', async () => {
  const { own, http } = await applyUnconfirmed({ name: 'Visit evil.example' })
  const id = await idOf(own)
  expect(own.state).toBe('unconfirmed')
  expect((await waiting()).map(({ registrationId }) => registrationId)).not.toContain(id)
  expect((await admin.get(`/api/registrations/${id}`)).statusCode).toBe(404)
  expect((await act(admin, id, 'accept', { version: 1 })).statusCode).toBe(409)
  const { text } = await smtp.mailTo(own.emailAddress)
  expect(text).toContain('https://portal.example/login/register#')
  expect(text, 'nobody writes to others by the name that they enter').not.toContain('evil.example')
  const code = await codeTo(own)
  expect((await confirm('AAAA-BBBB')).json()).toMatchObject({ code: 'invalid_input', field: 'code' })
  const answers = await Promise.all([confirm(code), confirm(code)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect((await http.get('/api/registration/own')).json()).toMatchObject({ state: 'open' })
  expect(await read(id)).toMatchObject({ state: 'open', isAddressConfirmed: true })
  expect((await http.post('/api/registration/own/link', {})).statusCode).toBe(409)
})

test('another link ends the one before, and links end by themselves, with the application', async () => {
  const { own, http } = await applyUnconfirmed()
  expect((await http.post('/api/registration/own/link', {})).json()).toEqual(own)
  const [first, second] = [await codeTo(own, 0), await codeTo(own, 1)]
  expect((await confirm(first)).statusCode).toBe(400)
  await prune(t.db, 30)
  await sql`update registration_confirmations set expires_at = now() where registration_id = ${await idOf(own)}`.execute(t.db)
  expect((await confirm(second)).statusCode).toBe(400)
  expect((await http.get('/api/registration/own')).statusCode).toBe(200)
  await prune(t.db, 30)
  expect((await http.get('/api/registration/own')).statusCode).toBe(401)
  const withdrawn = await applyUnconfirmed()
  const id = await idOf(withdrawn.own)
  expect((await withdrawn.http.post('/api/registration/own/withdraw', {})).json()).toEqual({})
  expect(await t.db.selectFrom('registrations').where('id', '=', id).selectAll().execute()).toEqual([])
})

test('a stranger who applies with an address again and again does not keep its owner from applying, and can’t fill its mailbox', async () => {
  const emailAddress = 'owner@example.com'
  const stranger = from()
  for (let sent = 0; sent < REGISTERED.mailsFromNetwork; sent += 1)
    await applyUnconfirmed({ emailAddress, password: 'of a stranger' }, stranger)
  expect((await stranger.post('/api/registration', application({ emailAddress }))).json()).toMatchObject({
    code: 'too_many_attempts',
    field: 'emailAddress',
  })
  await smtp.mailTo(emailAddress, REGISTERED.mailsFromNetwork - 1)
  const { own } = await apply({ emailAddress })
  const opened = await from().post('/api/registration/sign-in', { emailAddress, password: PASSWORD })
  expect(opened.json()).toMatchObject({ state: 'open', appliedAt: own.appliedAt })
  const others = []
  for (let sent = 0; sent < 3; sent += 1) others.push((await from().post('/api/registration', application({ emailAddress }))).json().code)
  expect(others.at(-1)).toBe('too_many_attempts')
  expect(smtp.received.filter(({ to }) => to.includes(emailAddress)).length).toBeLessThanOrEqual(REGISTERED.mails)
})

test('someone with many applications can’t have their mails sent again and again, which would use up what the portal sends', async () => {
  const address = '10.8.0.1'
  const ofEach = REGISTERED.mailsFromNetwork - 1
  const again = async (token: string, own = address) =>
    (await t.http(token, undefined, { address: own }).post('/api/registration/own/link', {})).statusCode
  for (let sent = 0; sent < REGISTERED.network / ofEach; sent += 1) {
    const { token } = await applyUnconfirmed({}, from(address))
    for (let more = 0; more < ofEach; more += 1) expect(await again(token)).toBe(200)
  }
  const { token } = await applyUnconfirmed({}, from(address))
  expect(await again(token)).toBe(429)
  expect(await again(token, '10.8.0.2')).toBe(200)
  await t.db.deleteFrom('registrations').execute()
})

test('where the community wants it, a browser has to calculate first, for this address and this hour', async () => {
  const database = t.database
  const careful = await startTestPortal({ database, settingOverrides: { [registrationOpen.key]: true, [registrationWork.key]: true } })
  const http = careful.http(undefined, undefined, { address: '10.9.0.1' })
  const { work } = (await http.get('/api/registration')).json<RegistrationForm>()
  const { stamp, bits } = work!
  expect(bits).toBe(REGISTRATION_WORK_BITS)
  const emailAddress = 'worker@example.com'
  let nonce = 0
  const isFound = (of: string) =>
    createHash('sha256')
      .update(registrationWorkOf(stamp, of, nonce))
      .digest()
      .readUInt32BE() >>>
      (32 - bits) ===
    0
  while (!isFound(emailAddress)) nonce += 1
  const send = async (body: object) => (await http.post('/api/registration', application({ emailAddress, ...body }))).json()
  expect(await send({})).toMatchObject({ code: 'invalid_input', field: 'work' })
  expect(await send({ work: { stamp, nonce: nonce + 1 } })).toMatchObject({ field: 'work' })
  expect(await send({ work: { stamp: '2020-01-01T00', nonce } })).toMatchObject({ field: 'work' })
  expect(await send({ work: { stamp, nonce }, emailAddress: 'other@example.com' })).toMatchObject({ field: 'work' })
  expect(await send({ work: { stamp, nonce } })).toMatchObject({ state: 'open' })
  await careful.close()
})

test('the application is opened again by email address and password, after which others take no longer to be refused', async () => {
  const { own } = await apply()
  const open = (emailAddress: string, password: string, http = from()) => http.post('/api/registration/sign-in', { emailAddress, password })
  for (const [address, password] of [
    [own.emailAddress, 'wrong password'],
    ['nobody-at-all@example.com', PASSWORD],
    [(await t.addPerson()).emailAddress, PASSWORD],
  ] as const) {
    expect((await open(address, password)).json()).toMatchObject({ code: 'credentials_invalid' })
  }
  const opened = await open(own.emailAddress.toUpperCase(), PASSWORD)
  expect(opened.json()).toEqual(own)
  const http = t.http(String(opened.headers[HEADERS.token]))
  expect((await http.get('/api/registration/own')).json()).toEqual(own)
  const guesser = from()
  const guesses = []
  for (let tries = 0; tries < 8; tries += 1) guesses.push((await open('nobody-at-all@example.com', 'wrong', guesser)).json().code)
  expect(guesses).toContain('too_many_attempts')
})

test('asked back, answered and accepted: the account has the password, the department and the rank, and each step is told by mail', async () => {
  const { own, http } = await apply({ name: 'Vera Vale' })
  const id = await idOf(own)
  expect((await waiting()).map(({ registrationId }) => registrationId)).toContain(id)
  expect((await act(admin, id, 'ask', { text: '', version: 1 })).json()).toMatchObject({ field: 'text' })
  expect((await act(admin, id, 'ask', { text: 'Which time zone?', version: 1 })).json()).toMatchObject({ state: 'asked', version: 2 })
  await until('the question is mailed', async () => smtp.received.some(({ text }) => text.includes('Which time zone?')))
  const asked = (await http.get('/api/registration/own')).json<OwnRegistration>()
  expect(asked).toMatchObject({ state: 'asked', messages: [{ isByStaff: true, text: 'Which time zone?' }] })
  const answer = (version: number) => http.post('/api/registration/own/answer', { text: 'UTC', version })
  expect((await answer(1)).statusCode).toBe(409)
  expect((await answer(2)).json()).toMatchObject({ state: 'open', version: 3 })
  expect((await answer(3)).statusCode, 'nothing is asked any more').toBe(409)

  const { id: rankId } = await t.db
    .selectFrom('ranks')
    .select('id')
    .where('department_id', '=', 2)
    .where('name', '=', 'Officer II')
    .executeTakeFirstOrThrow()
  const accepted = (await act(admin, id, 'accept', { departmentId: 2, rankId, text: 'Welcome', version: 3 })).json<Registration>()
  expect(accepted).toMatchObject({ state: 'accepted', account: { name: 'Vera Vale' }, decided: { by: { name: 'The admin' } } })
  expect((await http.get('/api/registration/own')).json()).toMatchObject({ state: 'accepted' })
  await until('the decision is mailed', async () => smtp.received.some(({ text }) => text.includes('Welcome')))
  const signedIn = await from().post('/api/auth/login', { emailAddress: own.emailAddress, password: PASSWORD })
  expect(signedIn.json()).toMatchObject({
    name: 'Vera Vale',
    userDepartments: [{ departmentId: 2, rankName: 'Officer II', isPrimary: true }],
    roles: [],
    userPermissions: [],
  })
  const audited = await t.db
    .selectFrom('audit')
    .select('action')
    .where('subject_id', '=', String(id))
    .where('subject_type', '=', 'registration')
    .orderBy('id')
    .execute()
  expect(audited.map(({ action }) => action)).toEqual(['registration.asked', 'registration.accepted'])
  expect((await http.post('/api/registration/own/withdraw', {})).statusCode, 'it is decided').toBe(409)
})

test('of two who decide at once one gets a conflict, and one account is made', async () => {
  const { own } = await apply()
  const id = await idOf(own)
  const manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
  const answers = await Promise.all([
    act(admin, id, 'accept', { version: 1 }),
    act(manager, id, 'accept', { version: 1 }),
    act(admin, id, 'decline', { text: 'No', version: 1 }),
    act(manager, id, 'ask', { text: 'Why?', version: 1 }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect((await act(admin, 999_999, 'decline', { text: 'No', version: 1 })).statusCode).toBe(404)
})

test('who decides gives only what they may give, and what is refused changes nothing', async () => {
  const { own } = await apply()
  const id = await idOf(own)
  await sql`update ranks set capabilities = '{approveReports}' where department_id = 2 and name = 'Sergeant'`.execute(t.db)
  const { id: rankId } = await t.db
    .selectFrom('ranks')
    .select('id')
    .where('department_id', '=', 2)
    .where('name', '=', 'Sergeant')
    .executeTakeFirstOrThrow()
  const manager = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
  expect((await act(manager, id, 'accept', { departmentId: 2, rankId, version: 1 })).json()).toMatchObject({
    code: 'forbidden',
    field: 'rankId',
  })
  expect((await act(manager, id, 'accept', { rankId, version: 1 })).json()).toMatchObject({ code: 'invalid_input', field: 'rankId' })
  expect(await read(id)).toMatchObject({ state: 'open', account: null })
  expect((await act(await t.as('staff'), id, 'decline', { text: 'No', version: 1 })).statusCode).toBe(403)
  expect((await act(manager, id, 'accept', { departmentId: 2, version: 1 })).statusCode).toBe(200)
})

test('an application of an address that has an account can’t be accepted, and staff see whose it is, and who else is the same', async () => {
  const person = await t.addPerson({ name: 'Known' })
  await from('10.8.0.1').post('/api/auth/login', { emailAddress: person.emailAddress, password: PASSWORD })
  const neighbour = await apply({ name: 'Neighbour' }, from('10.8.0.1'))
  const { own } = await apply({ emailAddress: person.emailAddress.replace(/^./, (letter) => letter.toUpperCase()) }, from('10.8.0.1'))
  const id = await idOf(own)
  expect(await read(id)).toMatchObject({
    sameAccounts: [{ userId: person.userId, name: 'Known', by: ['email', 'network'], isFormer: false }],
    others: [{ registrationId: await idOf(neighbour.own), name: 'Neighbour', by: ['network'] }],
    mayNotReturn: false,
  })
  expect((await act(admin, id, 'accept', { version: 1 })).json()).toMatchObject({ code: 'conflict', field: 'emailAddress' })
  expect((await act(admin, id, 'decline', { text: 'You have an account', version: 1 })).json()).toMatchObject({ state: 'declined' })
  expect(
    (await admin.get('/api/registrations?show=decided'))
      .json<PageOf<ListedRegistration>>()
      .items.map(({ registrationId }) => registrationId),
  ).toContain(id)
})

test('someone who may not return is marked, and refused with the reason for staff', async () => {
  const person = await t.addPerson({ name: 'Nuisance' })
  const refused = await admin.post(`/api/former-members/${person.userId}/let-go`, { reason: 'Cheated', mayNotReturn: true })
  expect(refused.statusCode).toBe(200)
  const { own } = await apply({ emailAddress: person.emailAddress })
  const id = await idOf(own)
  expect(await read(id)).toMatchObject({ mayNotReturn: true, sameAccounts: [{ isFormer: true }] })
  expect((await act(admin, id, 'accept', { version: 1 })).json()).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('Cheated'),
  })
})

test('a withdrawn application keeps nothing of what was written, and is opened no more', async () => {
  const { own, http } = await apply()
  const id = await idOf(own)
  await act(admin, id, 'ask', { text: 'Why?', version: 1 })
  await http.post('/api/registration/own/answer', { text: 'Friends', version: 2 })
  expect((await http.post('/api/registration/own/withdraw', {})).json()).toEqual({})
  expect((await http.get('/api/registration/own')).statusCode).toBe(401)
  expect((await from().post('/api/registration/sign-in', { emailAddress: own.emailAddress, password: PASSWORD })).statusCode).toBe(401)
  expect(await read(id)).toMatchObject({ state: 'withdrawn', messages: [], answers: [] })
  expect((await act(admin, id, 'accept', { version: 4 })).statusCode).toBe(409)
})

test('applications are deleted once nothing has happened to them for as long as the community keeps them', async () => {
  const [old, young] = [await apply(), await apply()]
  const [oldId, youngId] = [await idOf(old.own), await idOf(young.own)]
  await sql`update registrations set changed_at = now() - interval '31 days' where id = ${oldId}`.execute(t.db)
  await prune(t.db, 30)
  expect((await admin.get(`/api/registrations/${oldId}`)).statusCode).toBe(404)
  expect((await old.http.get('/api/registration/own')).statusCode).toBe(401)
  expect((await admin.get(`/api/registrations/${youngId}`)).statusCode).toBe(200)
})

test('staff who decide follow the queue: each change of an application is told in its room, to nobody else', async () => {
  const manager = await t.addPerson({ permissions: ['MANAGE_USERS'] })
  expect(await joinRoom(await t.connect((await t.person('staff')).token), 'registrations', {})).toMatchObject({ ok: false })
  const { received } = await watchRoom(t, manager.token, 'registrations', {})
  const { own, http } = await apply()
  const id = await idOf(own)
  await act(admin, id, 'ask', { text: 'Why?', version: 1 })
  await http.post('/api/registration/own/withdraw', {})
  expect(await received()).toEqual(Array(3).fill({ event: 'registration.changed', payload: { registrationId: id } }))
})

test('an open application waits for those who may decide, and for nobody else', async () => {
  await t.db.deleteFrom('registrations').execute()
  await apply()
  const waits = async ({ token, userId }: Person) => {
    const reply = await joinRoom(await t.connect(token), 'waiting', { userId })
    return reply.ok && (reply.snapshot as WaitingItem[]).map(({ words }) => words)
  }
  expect(await waits(await t.person('admin'))).toContain('1 application to decide')
  expect(await waits(await t.person('staff'))).toEqual([])
})
