import { randomUUID } from 'node:crypto'
import type { Identifiers, PlayerIdentifiers, SharedLicense } from '@tenfour/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../../../platform/auth/api-keys.ts'
import { connectBridge, type TestBridge } from '../../../testing/test-bridge.ts'
import { startTestPortal, until, type Http, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { accountOfPlayer } from './players.port.ts'

let t: TestPortal
let admin: Http
let bridge: TestBridge
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  admin = await t.as('admin')
  bridge = await connectBridge(t)
  await bridge.hello({ knows: ['player.linked'] })
})
afterAll(() => t.close())

let last = 0
const freshHex = () => `11000010${(0xabc000 + (last += 1)).toString(16).padStart(7, '0')}`
const freshId = () => String(812_345_678_901_000_000n + BigInt((last += 1)))
const freshLicense = () => randomUUID().replaceAll('-', '')
type Known = { steam?: string; isProved?: boolean; discord?: string }
const member = async ({ steam, isProved = false, discord }: Known = {}) => {
  const person = await t.addPerson()
  if (steam) await t.db.updateTable('users').set({ steam_id: steam }).where('id', '=', person.userId).execute()
  if (steam && isProved)
    await t.db.insertInto('steam_claims').values({ user_id: person.userId, steam_hex: steam, is_disputed: false }).execute()
  if (discord) {
    await t.db
      .insertInto('discord_links')
      .values({ user_id: person.userId, discord_id: discord, username: 'june', display_name: 'June', how: 'page' })
      .execute()
  }
  return person
}
const joins = async (identifiers: Identifiers, on = bridge) => {
  const source = (last += 1)
  const answer = await on.say('player.joined', { source, name: 'In game', identifiers })
  if (!answer.ok) throw new Error(answer.message)
  return { source, isLinked: answer.isLinked, identifiers }
}
const whose = (identifiers: Identifiers) => accountOfPlayer(t.db, identifiers)
const keptBy = async ({ userId }: Person) => (await admin.get(`/api/user/players/${userId}`)).json<PlayerIdentifiers>().licenses
const shared = async (http: Http) => (await http.get('/api/players/shared')).json<SharedLicense[]>()

describe('a player is known', () => {
  test('by a Steam hex, typed or proved, whatever its case', async () => {
    const steam = freshHex()
    const { userId } = await member({ steam: steam.toUpperCase() })
    expect(await whose({ steam })).toBe(userId)
    expect(await whose({ steam: freshHex(), license: freshLicense() })).toBeUndefined()
    expect(await whose({})).toBeUndefined()
  })

  test('by the Discord account that a member linked, without Steam, and is told so while they play', async () => {
    const discord = freshId()
    const { source, isLinked } = await joins({ discord, license: freshLicense() })
    expect(isLinked).toBe(false)
    const { userId } = await member({ discord })
    expect(await bridge.receive('player.linked', (each) => each.source === source)).toEqual({ source, isLinked: true })
    expect(await whose({ discord })).toBe(userId)
    await t.db.deleteFrom('discord_links').where('user_id', '=', userId).execute()
    expect(await bridge.receive('player.linked', (each) => each.source === source)).toEqual({ source, isLinked: false })
  })

  test('by a licence that was seen beside a proved identifier, without Steam and Discord from then on', async () => {
    const [discord, license, license2] = [freshId(), freshLicense(), freshLicense()]
    const person = await member({ discord })
    await joins({ discord, license, license2 })
    expect(await keptBy(person)).toMatchObject([
      { kind: 'license', license, isShared: false },
      { kind: 'license2', license: license2, isShared: false },
    ])
    expect(await whose({ license })).toBe(person.userId)
    expect(await whose({ license2 })).toBe(person.userId)
    expect(await whose({ license: license2 }), 'the two kinds are apart').toBeUndefined()
  })

  test('not by a licence that was seen beside a typed Steam hex, nor beside another licence alone', async () => {
    const [steam, license] = [freshHex(), freshLicense()]
    const person = await member({ steam })
    await joins({ steam, license })
    expect(await keptBy(person)).toEqual([])
    expect(await whose({ license })).toBeUndefined()

    const [proved, chained, discord] = [freshLicense(), freshLicense(), freshId()]
    const other = await member({ discord })
    await joins({ discord, license: proved })
    await joins({ license: proved, license2: chained })
    expect((await keptBy(other)).map((each) => each.license)).toEqual([proved])
  })

  test('by what was proved before what was typed, where these lead to different accounts', async () => {
    const [steam, discord, license] = [freshHex(), freshId(), freshLicense()]
    const typist = await member({ steam })
    const owner = await member({ discord })
    expect(await whose({ steam, discord })).toBe(owner.userId)
    expect(await whose({ steam })).toBe(typist.userId)
    await joins({ discord, license })
    expect(await whose({ steam, license })).toBe(owner.userId)
    const provedHex = freshHex()
    const prover = await member({ steam: provedHex, isProved: true })
    expect(await whose({ steam: provedHex, discord, license })).toBe(prover.userId)
  })

  test('as nobody whose account is disabled or deleted', async () => {
    const discord = freshId()
    const { userId } = await member({ discord })
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', userId).execute()
    expect(await whose({ discord })).toBeUndefined()
  })
})

test('a limited key adds nothing by which a member is known, and acts for nobody privileged, by whatever identifier', async () => {
  const key = await issueKey(t.db, {}, 'server', 'Limited', 1)
  await t.db.updateTable('api_keys').set({ is_limited: true }).where('name', '=', 'Limited').execute()
  const serverId = (await t.db.insertInto('servers').values({ name: 'Other' }).returning('id').executeTakeFirstOrThrow()).id
  await t.db.updateTable('api_keys').set({ server_id: serverId }).where('name', '=', 'Limited').execute()
  const limited = await connectBridge(t, { key })
  await limited.hello({ knows: ['player.linked'] })
  const [discord, license] = [freshId(), freshLicense()]
  const person = await member({ discord })
  expect(await joins({ discord, license }, limited)).toMatchObject({ isLinked: true })
  expect(await keptBy(person)).toEqual([])
  expect(await whose({ license })).toBeUndefined()

  const [staffDiscord, staffLicense] = [freshId(), freshLicense()]
  const staff = await t.addPerson({ roles: ['Staff'] })
  await t.db
    .insertInto('discord_links')
    .values({ user_id: staff.userId, discord_id: staffDiscord, username: 's', display_name: 'S', how: 'page' })
    .execute()
  await joins({ discord: staffDiscord, license: staffLicense })
  for (const identifiers of [{ discord: staffDiscord }, { license: staffLicense }]) {
    await joins(identifiers, limited)
    expect(await limited.say('ticket', { identifiers })).toMatchObject({ ok: true, ticket: null })
    expect(await limited.say('character.get', { identifiers })).toMatchObject({ ok: false, code: 'forbidden' })
  }
  limited.socket.disconnect()
})

test('a game server acts for nobody by an identifier that it adds to those of a connected player', async () => {
  const [steam, license] = [freshHex(), freshLicense()]
  await member({ steam })
  await joins({ license })
  for (const identifiers of [{ steam, license }, { steam }]) {
    expect(await bridge.say('character.get', { identifiers })).toMatchObject({
      ok: false,
      message: expect.stringContaining('had not reported'),
    })
  }
})

test('an administrator gets no ticket, by whatever identifier', async () => {
  const discord = freshId()
  const person = await t.addPerson({ roles: ['Admin'] })
  await t.db
    .insertInto('discord_links')
    .values({ user_id: person.userId, discord_id: discord, username: 'a', display_name: 'A', how: 'page' })
    .execute()
  const { identifiers } = await joins({ discord, license: freshLicense() })
  expect(await bridge.say('ticket', { identifiers })).toMatchObject({ ticket: null })
  const { identifiers: ordinary } = await joins({ license: (await licensed()).license })
  expect(await bridge.say('ticket', { identifiers: ordinary })).toMatchObject({ ticket: expect.any(String) })
})

/** A member who has proved a licence. */
async function licensed(license = freshLicense()) {
  const discord = freshId()
  const person = await member({ discord })
  await joins({ discord, license })
  return { ...person, license, http: t.http(person.token) }
}

describe('a licence that two members have proved', () => {
  test('is neither’s and waits for staff, who give it to one of them', async () => {
    const one = await licensed()
    const { source } = await joins({ license: one.license })
    expect(await whose({ license: one.license })).toBe(one.userId)
    const two = await licensed(one.license)
    expect(await whose({ license: one.license })).toBeUndefined()
    expect(await bridge.receive('player.linked', (each) => each.source === source)).toEqual({ source, isLinked: false })
    expect(await keptBy(one)).toMatchObject([{ isShared: true }])
    const [waiting] = (await shared(admin)).filter((each) => each.license === one.license)
    expect(waiting).toMatchObject({ kind: 'license', mayDecide: true, members: [{ userId: one.userId }, { userId: two.userId }] })

    const decide = (http: Http, userId: number | null) =>
      http.post('/api/players/shared', { kind: 'license', license: one.license, userId })
    expect((await decide(one.http, one.userId)).statusCode).toBe(403)
    expect((await decide(admin, (await t.person('member')).userId)).json()).toMatchObject({ field: 'userId' })
    expect((await decide(admin, two.userId)).statusCode).toBe(200)
    expect(await whose({ license: one.license })).toBe(two.userId)
    expect(await keptBy(one)).toEqual([])
    expect((await decide(admin, one.userId)).statusCode).toBe(409)
    await until('the player is linked again', () => bridge.received.some(({ message }) => message === 'player.linked'))
  })

  test('can be left to both, who are still known by it to nobody; staff are not asked again', async () => {
    const one = await licensed()
    await licensed(one.license)
    expect((await admin.post('/api/players/shared', { kind: 'license', license: one.license, userId: null })).statusCode).toBe(200)
    expect(await whose({ license: one.license })).toBeUndefined()
    expect((await shared(admin)).filter((each) => each.license === one.license)).toEqual([])
  })

  test('is found by two who prove it at once', async () => {
    const [license, first, second] = [freshLicense(), freshId(), freshId()]
    await Promise.all([member({ discord: first }), member({ discord: second })])
    const other = await connectBridge(t, {
      serverId: (await t.db.insertInto('servers').values({ name: 'Twin' }).returning('id').executeTakeFirstOrThrow()).id,
    })
    await other.hello()
    await Promise.all([joins({ discord: first, license }), joins({ discord: second, license }, other)])
    expect(await whose({ license })).toBeUndefined()
    expect((await shared(admin)).filter((each) => each.license === license)).toHaveLength(1)
    other.socket.disconnect()
  })

  test('counts again for one of them once the other account is deleted', async () => {
    const one = await licensed()
    const two = await licensed(one.license)
    await t.db.updateTable('users').set({ disabled_at: new Date(), deleted_at: new Date() }).where('id', '=', two.userId).execute()
    expect(await whose({ license: one.license })).toBe(one.userId)
  })
})

test('members see what is kept about them and export it; others do not see it; it goes with the account', async () => {
  const one = await licensed()
  const own = await one.http.get(`/api/user/players/${one.userId}`)
  expect(own.json()).toMatchObject({ discordName: 'June', licenses: [{ license: one.license }] })
  expect((await (await t.as('member')).get(`/api/user/players/${one.userId}`)).statusCode).toBe(403)
  expect((await one.http.get(`/api/user/export/${one.userId}`)).json()).toMatchObject({
    gameLicenses: [{ kind: 'license', license: one.license, provedAt: expect.any(String) }],
  })
  await t.db.deleteFrom('users').where('id', '=', one.userId).execute()
  expect(await t.db.selectFrom('player_licenses').select('kind').where('license', '=', one.license).execute()).toEqual([])
})

test('a bridge that knows players by Steam alone is told of units with Steam alone, and can read every answer', async () => {
  const serverId = (await t.db.insertInto('servers').values({ name: 'Old' }).returning('id').executeTakeFirstOrThrow()).id
  const old = await connectBridge(t, { serverId })
  await old.hello()
  const discord = freshId()
  const person = await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }] })
  await t.db
    .insertInto('discord_links')
    .values({ user_id: person.userId, discord_id: discord, username: 'o', display_name: 'O', how: 'page' })
    .execute()
  const { identifiers, source } = await joins({ discord }, old)
  const duty = (on: TestBridge, kind: string, payload: object) =>
    on.say('event', { id: randomUUID(), at: new Date().toISOString(), kind, player: { name: 'O', identifiers }, payload })
  expect(await duty(old, 'duty-on', { identifier: '4L77' })).toEqual({ ok: true, result: {} })
  expect(await old.hello({ players: [{ source, name: 'O', identifiers }] })).toMatchObject({ ok: true, units: [] })
  expect(await old.hello({ players: [{ source, name: 'O', identifiers }], knows: ['player.linked'] })).toMatchObject({
    units: [{ steam: null, source, identifier: '4L77' }],
  })
  expect(await duty(old, 'status', { status: 4 })).toMatchObject({ ok: true, result: { unit: { steam: null, status: 4 } } })
  expect(await old.receive('unit', (unit) => unit.status === 4)).toMatchObject({ source, steam: null })
  old.socket.disconnect()
})
