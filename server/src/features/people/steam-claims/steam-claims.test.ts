import { HEADERS, type Notice, type SteamAnswer, type SteamClaim, type SteamDispute, type WaitingItem } from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectBridge, gamePlayer, steamOf } from '../../../testing/test-bridge.ts'
import { joinRoom, startTestPortal, until, WEB_KEY, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { finishProof, prove, startFakeSteam, startProof, STEAM_VALID, type FakeSteam } from '../../../testing/test-steam.ts'
import { readWhitelist } from '../../game/whitelist/whitelist.list.ts'

const PORTAL_URL = 'https://portal.example.com'
let t: TestPortal
let steam: FakeSteam
beforeAll(async () => {
  steam = await startFakeSteam()
  t = await startTestPortal({ portalUrl: PORTAL_URL, steam: { url: steam.url, answerMs: 2000 } })
  await t.person('root')
})
afterEach(() => steam.answerWith())
afterAll(async () => {
  await t.close()
  await steam.close()
})

let last = 0x500
const freshHex = () => steamOf((last += 1))
const member = async (steamHex: string | null = null): Promise<Person & { http: Http }> => {
  const person = await t.addPerson()
  if (steamHex !== null) await t.db.updateTable('users').set({ steam_id: steamHex }).where('id', '=', person.userId).execute()
  return { ...person, http: t.http(person.token) }
}
const claimOf = async ({ userId }: Person, http?: Http) =>
  (await (http ?? (await t.as('admin'))).get(`/api/user/steam/${userId}`)).json<SteamClaim>()
const titlesOf = async ({ userId, http }: Person & { http: Http }) =>
  (await http.get(`/api/user/notices/${userId}`)).json<Notice[]>().map(({ title }) => title)
const disputes = async (http: Http) => (await http.get('/api/steam/disputes')).json<SteamDispute[]>()
const decide = (http: Http, steamHex: string, userId: number | null) => http.post('/api/steam/disputes', { steamHex, userId })

test('a member proves a Steam account: the address is the portal’s own, Steam is asked, and the hex is filled in', async () => {
  const person = await member()
  const steamHex = freshHex()
  expect(await claimOf(person, person.http)).toEqual({ steamHex: null, provedAt: null, disputed: [], proveAt: PORTAL_URL })
  const started = await startProof(person.http)
  expect(started.url.startsWith(`${steam.url}?`)).toBe(true)
  expect(started.returnTo.startsWith(`${PORTAL_URL}/login/steam?state=`)).toBe(true)
  expect(new URL(started.url).searchParams.get('openid.realm')).toBe(PORTAL_URL)
  const answer = steam.sign(started.returnTo, steamHex)
  expect((await finishProof(person.http, started, answer)).json()).toEqual({ steamHex, outcome: 'proved' })
  expect(steam.asked.at(-1)?.get('openid.mode')).toBe('check_authentication')
  expect(await claimOf(person)).toMatchObject({ steamHex, provedAt: expect.any(String), disputed: [] })
  expect(await titlesOf(person)).toEqual(['Steam account proved'])
  expect((await person.http.get(`/api/user/export/${person.userId}`)).json()).toMatchObject({
    steamClaims: [{ steamHex, isDisputed: false }],
  })
  // The same answer again.
  expect((await finishProof(person.http, started, answer)).statusCode).toBe(400)
})

test('a hex that another has typed goes to who proves it, and both are told; it can’t be typed again', async () => {
  const steamHex = freshHex()
  const typist = await member(steamHex.toUpperCase())
  const owner = await member()
  expect((await prove(steam, owner.http, steamHex)).json()).toEqual({ steamHex, outcome: 'proved' })
  expect(await claimOf(typist)).toMatchObject({ steamHex: null })
  expect(await claimOf(owner)).toMatchObject({ steamHex })
  expect(await titlesOf(typist)).toEqual(['Your Steam hex was removed'])
  expect((await owner.http.get(`/api/user/notices/${owner.userId}`)).json<Notice[]>()[0]?.text).toContain('removed from another account')
  const { name, emailAddress, avatarColor, version } = (await typist.http.get('/api/auth/me')).json()
  const typed = await typist.http.put(`/api/user/self/${typist.userId}`, {
    user: { name, emailAddress, avatarColor, version, steamId: steamHex },
  })
  expect(typed.json()).toMatchObject({ code: 'conflict', field: 'steamId' })
})

test('a typed hex of one’s own becomes proved, and another that is typed or proved afterwards ends that', async () => {
  const [first, second, typed] = [freshHex(), freshHex(), freshHex()]
  const person = await member(first)
  await prove(steam, person.http, first)
  expect(await claimOf(person)).toMatchObject({ steamHex: first, provedAt: expect.any(String) })
  await prove(steam, person.http, second)
  expect(await claimOf(person)).toMatchObject({ steamHex: second, provedAt: expect.any(String) })
  const { name, emailAddress, avatarColor, version } = (await person.http.get('/api/auth/me')).json()
  const body = { user: { name, emailAddress, avatarColor, version, steamId: typed } }
  expect((await person.http.put(`/api/user/self/${person.userId}`, body)).statusCode).toBe(200)
  expect(await claimOf(person)).toMatchObject({ steamHex: typed, provedAt: null })
  expect(await t.db.selectFrom('steam_claims').selectAll().where('user_id', '=', person.userId).execute()).toEqual([])
})

test('an answer that is not Steam’s, not for this, not whole or too old is refused', async () => {
  const steamHex = freshHex()
  const id = `https://steamcommunity.com/openid/id/${BigInt(`0x${steamHex}`)}`
  const lies: ((returnTo: string) => Partial<SteamAnswer>)[] = [
    () => ({ ns: 'http://openid.net/signon/1.1' }),
    () => ({ mode: 'setup_needed' }),
    () => ({ op_endpoint: 'https://steamcommunity.com.example.org/openid/login' }),
    () => ({ op_endpoint: 'https://steamcommunity.com/openid/login/' }),
    () => ({ op_endpoint: steam.url }),
    () => ({ return_to: `${PORTAL_URL}/login/steam?state=another` }),
    (returnTo) => ({ return_to: returnTo.replace(PORTAL_URL, 'https://elsewhere.example.com') }),
    (returnTo) => ({ return_to: `${returnTo}&more` }),
    ...['http:', 'https://steamcommunity.com.example.org', 'https://example.org'].map((start) => () => {
      const claimed = id.replace(start === 'http:' ? 'https:' : 'https://steamcommunity.com', start)
      return { claimed_id: claimed, identity: claimed }
    }),
    ...['/', '?', ' ', '\n', '#x', '0'].map((end) => () => ({ claimed_id: `${id}${end}`, identity: `${id}${end}` })),
    () => ({ identity: id.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)) }),
    // A group, and a number that no account of a person has.
    ...['76561197960265728', '76569999999999999'].map((number) => () => {
      const claimed = `https://steamcommunity.com/openid/id/${number}`
      return { claimed_id: claimed, identity: claimed }
    }),
    ...['op_endpoint', 'claimed_id', 'identity', 'return_to', 'response_nonce', 'assoc_handle'].map((missing) => () => ({
      signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle'.replace(`,${missing}`, ''),
    })),
    () => ({ response_nonce: '2020-01-01T00:00:00Zold' }),
    () => ({ response_nonce: '2999-01-01T00:00:00Znew' }),
    () => ({ response_nonce: 'no time' }),
  ]
  const asked = steam.asked.length
  for (const lie of lies) {
    const person = await member()
    const started = await startProof(person.http)
    const { statusCode } = await finishProof(person.http, started, steam.sign(started.returnTo, steamHex, lie(started.returnTo)))
    expect(statusCode).toBe(400)
    expect(await claimOf(person)).toMatchObject({ steamHex: null })
  }
  expect(steam.asked).toHaveLength(asked)
})

test('an answer that someone else signed, or that was signed for other words, is refused by Steam', async () => {
  const person = await member()
  const steamHex = freshHex()
  for (const forge of [
    (answer: SteamAnswer) => ({ ...answer, sig: 'mine' }),
    (answer: SteamAnswer) => {
      const claimed = answer.claimed_id.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
      return { ...answer, claimed_id: claimed, identity: claimed }
    },
    (answer: SteamAnswer) => ({ ...answer, response_nonce: `${answer.response_nonce}x` }),
  ]) {
    const started = await startProof(person.http)
    expect((await finishProof(person.http, started, forge(steam.sign(started.returnTo, steamHex)))).statusCode).toBe(400)
  }
  expect(await claimOf(person)).toMatchObject({ steamHex: null })
})

test('Steam’s words are taken exactly: nothing but is_valid:true, once, with the namespace', async () => {
  const person = await member()
  for (const words of [
    'is_valid:true\n',
    STEAM_VALID.replace('true', 'TRUE'),
    `${STEAM_VALID}is_valid:false\n`,
    `x${STEAM_VALID}`,
    '<html>',
  ]) {
    steam.answerWith((response) => response.end(words))
    expect((await prove(steam, person.http, freshHex())).statusCode).toBe(400)
  }
  expect(await claimOf(person)).toMatchObject({ steamHex: null })
})

test('Steam that is slow, redirects, fails or answers without end counts as away, and what was started is used up', async () => {
  const person = await member()
  const answers: Parameters<FakeSteam['answerWith']>[0][] = [
    () => undefined,
    (response) => response.writeHead(302, { location: steam.url }).end(),
    (response) => response.writeHead(503).end('<html>busy</html>'),
    (response) => response.end(`${STEAM_VALID}${'x:y\n'.repeat(10_000)}`),
    (response) => response.destroy(),
  ]
  for (const answer of answers) {
    steam.answerWith(answer)
    const started = await startProof(person.http)
    const signed = steam.sign(started.returnTo, freshHex())
    const refused = await finishProof(person.http, started, signed)
    expect(refused.json()).toMatchObject({ code: 'unavailable', message: 'Steam does not answer the portal. Try again in a few minutes.' })
    steam.answerWith()
    expect((await finishProof(person.http, started, signed)).statusCode).toBe(400)
  }
})

test('an answer whose nonce was taken before is refused, to other members too', async () => {
  const [person, other] = [await member(), await member()]
  const started = await startProof(person.http)
  const answer = steam.sign(started.returnTo, freshHex())
  expect((await finishProof(person.http, started, answer)).statusCode).toBe(200)
  const again = await startProof(other.http)
  const replayed = steam.sign(again.returnTo, freshHex(), { response_nonce: answer.response_nonce })
  expect((await finishProof(other.http, again, replayed)).json()).toMatchObject({ message: 'This answer of Steam was already used' })
})

test('a proof that was started in one session and tab can be finished there alone, not by another member or session', async () => {
  const [attacker, victim] = [await member(), await member()]
  const steamHex = freshHex()
  const started = await startProof(attacker.http)
  const answer = steam.sign(started.returnTo, steamHex)
  // The victim opens the attacker's way back, with and without the secret of the attacker's tab.
  expect((await finishProof(victim.http, started, answer)).statusCode).toBe(400)
  const own = await startProof(victim.http)
  expect((await finishProof(victim.http, { ...started, tabSecret: own.tabSecret }, answer)).statusCode).toBe(400)
  // The attacker made the victim sign in at Steam, and has the state, but not the secret of the victim's tab.
  expect((await finishProof(attacker.http, { ...own, tabSecret: started.tabSecret }, steam.sign(own.returnTo, steamHex))).statusCode).toBe(
    400,
  )
  const elsewhere = t.http(await t.openSession(attacker.userId))
  expect((await finishProof(elsewhere, started, answer)).statusCode).toBe(400)
  expect(await claimOf(victim)).toMatchObject({ steamHex: null })
  // Nobody used it up for its owner.
  expect((await finishProof(attacker.http, started, answer)).statusCode).toBe(200)
})

test('two calls with one answer at once: one proves it', async () => {
  const person = await member()
  const started = await startProof(person.http)
  const answer = steam.sign(started.returnTo, freshHex())
  const both = await Promise.all([finishProof(person.http, started, answer), finishProof(person.http, started, answer)])
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('two members who prove one Steam account have it neither until staff decide, who are told', async () => {
  const steamHex = freshHex()
  const [one, two, third] = [await member(), await member(), await member()]
  const { token, userId: adminId } = await t.person('admin')
  const socket = await t.connect(token)
  let waiting: readonly WaitingItem[] = []
  socket.on('delta', ({ key, payload }) => {
    if (key === `waiting:${adminId}`) waiting = payload as WaitingItem[]
  })
  expect((await joinRoom(socket, 'waiting', { userId: adminId })).ok).toBe(true)
  await prove(steam, one.http, steamHex)
  expect((await prove(steam, two.http, steamHex)).json()).toEqual({ steamHex, outcome: 'disputed' })
  for (const person of [one, two]) {
    expect(await claimOf(person, person.http)).toMatchObject({ steamHex: null, provedAt: null, disputed: [{ steamHex }] })
    expect((await titlesOf(person))[0]).toBe('Your Steam account is disputed')
  }
  // Nobody types it meanwhile, nor joins with it.
  await expect(t.db.updateTable('users').set({ steam_id: steamHex }).where('id', '=', third.userId).execute()).rejects.toThrow()
  await expect(t.db.updateTable('users').set({ steam_id: steamHex }).where('id', '=', one.userId).execute()).rejects.toThrow()
  const admin = await t.as('admin')
  const made = await admin.post('/api/user/CreateUserAsync', {
    user: { name: 'New', emailAddress: 'typed@example.com', steamId: steamHex },
    password: 'long enough 1',
  })
  expect(made.json()).toMatchObject({ code: 'conflict', field: 'steamId' })
  const file = await t.app.http.inject({
    method: 'POST',
    url: '/api/user-files/check',
    headers: { [HEADERS.apiKey]: WEB_KEY, authorization: `Bearer ${(await t.person('admin')).token}`, 'content-type': 'text/csv' },
    payload: `name,email,steamHex\nNew,file@example.com,${steamHex}`,
  })
  expect(file.json()).toMatchObject({ problems: [{ row: 2, field: 'steamHex', found: steamHex }] })

  expect(await disputes(admin)).toMatchObject([{ steamHex, mayDecide: true, claims: [{ userId: one.userId }, { userId: two.userId }] }])
  await until('the dispute waits for admins', () => waiting.some(({ words }) => words === '1 disputed Steam account'))
  expect((await decide(one.http, steamHex, one.userId)).statusCode).toBe(403)
  expect((await decide(admin, steamHex, third.userId)).json()).toMatchObject({ code: 'invalid_input', field: 'userId' })
  const answers = await Promise.all([decide(admin, steamHex, two.userId), decide(await t.as('root'), steamHex, one.userId)])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  const [winner, loser] = answers[0].statusCode === 200 ? [two, one] : [one, two]
  expect(await claimOf(winner)).toMatchObject({ steamHex, provedAt: expect.any(String), disputed: [] })
  expect(await claimOf(loser)).toMatchObject({ steamHex: null, disputed: [] })
  expect((await titlesOf(loser))[0]).toBe('Your Steam account was decided on')
  expect(await disputes(admin)).toEqual([])
})

test('a third claim joins the dispute; decided for nobody, the hex is free', async () => {
  const steamHex = freshHex()
  const people = [await member(), await member(), await member()]
  for (const { http } of people) await prove(steam, http, steamHex)
  const admin = await t.as('admin')
  expect((await disputes(admin)).find((each) => each.steamHex === steamHex)?.claims).toHaveLength(3)
  expect((await decide(admin, steamHex, null)).statusCode).toBe(200)
  expect(await t.db.selectFrom('steam_claims').select('user_id').where('steam_hex', '=', steamHex).execute()).toEqual([])
  expect((await prove(steam, people[2]!.http, steamHex)).json()).toEqual({ steamHex, outcome: 'proved' })
})

test('two members who prove a free Steam account at once have a dispute, and never both the hex', async () => {
  const steamHex = freshHex()
  const [one, two] = [await member(), await member()]
  const outcomes = await Promise.all(
    [one, two].map(async ({ http }) => (await prove(steam, http, steamHex)).json<{ outcome: string }>().outcome),
  )
  expect(outcomes.toSorted()).toEqual(['disputed', 'proved'])
  expect(await t.db.selectFrom('users').select('id').where('steam_id', '=', steamHex).execute()).toEqual([])
})

test('nobody decides on their own Steam account, or on accounts above theirs or that they could not take over', async () => {
  const steamHex = freshHex()
  const manager = await t.addPerson({ permissions: ['MANAGE_USERS'] })
  const plain = await member()
  await prove(steam, plain.http, steamHex)
  await prove(steam, t.http(manager.token), steamHex)
  expect((await disputes(t.http(manager.token))).find((each) => each.steamHex === steamHex)).toMatchObject({ mayDecide: false })
  expect((await decide(t.http(manager.token), steamHex, manager.userId)).statusCode).toBe(403)
  const powerful = await t.addPerson({ permissions: ['MANAGE_SERVERS'] })
  await prove(steam, t.http(powerful.token), steamHex)
  const third = t.http((await t.addPerson({ permissions: ['MANAGE_USERS'] })).token)
  expect((await decide(third, steamHex, powerful.userId)).json()).toMatchObject({ code: 'forbidden', field: 'userId' })
  const admin = await t.addPerson({ roles: ['Admin'] })
  await prove(steam, t.http(admin.token), steamHex)
  expect((await disputes(third)).map((each) => each.steamHex)).not.toContain(steamHex)
  expect((await decide(third, steamHex, null)).statusCode).toBe(403)
  const root = await t.person('root')
  await prove(steam, t.http(root.token), steamHex)
  expect((await disputes(await t.as('admin'))).map((each) => each.steamHex)).not.toContain(steamHex)
  expect((await decide(await t.as('root'), steamHex, root.userId)).statusCode).toBe(200)
})

test('who may not return proves nothing, and a disputed Steam account is among what they are recognised by', async () => {
  const steamHex = freshHex()
  const [gone, other, back] = [await member(), await member(), await member()]
  await prove(steam, gone.http, steamHex)
  await prove(steam, other.http, steamHex)
  const admin = await t.as('admin')
  expect((await admin.post(`/api/former-members/${gone.userId}/let-go`, { reason: 'Cheated', mayNotReturn: true })).statusCode).toBe(200)
  expect((await prove(steam, back.http, steamHex)).json()).toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('ask the staff'),
  })
})

test('game servers and whitelists follow: typed, then proved by another, then disputed, then decided', async () => {
  const player = gamePlayer(0x700)
  const steamHex = player.identifiers.steam!
  const [typist, owner, rival] = [await member(steamHex), await member(), await member()]
  await t.db.updateTable('users').set({ is_whitelisted: true }).where('id', 'in', [typist.userId, owner.userId]).execute()
  const bridge = await connectBridge(t)
  await bridge.hello({ players: [player] })
  const playing = async () => {
    const { rows } = await t.database.pool.query<{ id: number }>('select id from users where lower(steam_id) = $1', [steamHex])
    return rows.map(({ id }) => id)
  }
  const isListed = async () => (await readWhitelist(t.db, 'prod')).members.includes(steamHex)
  expect([await playing(), await isListed()]).toEqual([[typist.userId], true])
  await prove(steam, owner.http, steamHex)
  expect([await playing(), await isListed()]).toEqual([[owner.userId], true])
  await prove(steam, rival.http, steamHex)
  expect([await playing(), await isListed()]).toEqual([[], false])
  const joined = async () => (await bridge.say('player.joined', player)) as { isLinked: boolean }
  expect(await joined()).toMatchObject({ isLinked: false })
  await decide(await t.as('admin'), steamHex, owner.userId)
  await until('the whitelist has the decided hex', isListed)
  expect(await joined()).toMatchObject({ isLinked: true })
})

test('without an address of its own the portal offers no proof, and the address can’t come from the browser', async () => {
  const bare = await startTestPortal({ steam: { url: steam.url } })
  try {
    const person = await bare.addPerson()
    const http = bare.http(person.token, undefined, { headers: { host: 'evil.example.com', origin: 'https://evil.example.com' } })
    expect((await http.get(`/api/user/steam/${person.userId}`)).json()).toMatchObject({ proveAt: null })
    expect((await http.post('/api/steam/proof/start', {})).json()).toMatchObject({ code: 'feature_off' })
  } finally {
    await bare.close()
  }
})
