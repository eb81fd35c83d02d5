import type { ServerWhitelist, Whitelist, WhitelistChange, WhitelistStand, WhitelistTrial } from '@tenfour/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectBridge, gamePlayer, linkPlayer, steamOf, type TestBridge } from '../../../testing/test-bridge.ts'
import { joinRoom, startTestPortal, until, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { readWhitelist, whitelistSince } from '../whitelist/whitelist.port.ts'

let t: TestPortal
let staff: Http
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
  staff = await t.as('staff')
})
afterAll(() => t.close())

let lastSource = 0
const member = async () => {
  const person = await t.addPerson()
  const source = (lastSource += 1)
  await linkPlayer(t, person.userId, source)
  return { ...person, source, steam: steamOf(source) }
}
const list = (userId: number, isListed: boolean, environment = 'prod') =>
  staff.get(`/api/user/SetWhitelistState/${userId}/${isListed}/${environment}`)
const addServer = async (name: string, over: object = {}) =>
  (
    await t.db
      .insertInto('servers')
      .values({ name, ...over })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
/** As an administrator would. */
const moveTo = async (serverId: number, environment: 'prod' | 'dev') => {
  const { name, version } = await t.db
    .selectFrom('servers')
    .select(['name', 'version'])
    .where('id', '=', serverId)
    .executeTakeFirstOrThrow()
  const saved = await (await t.as('admin')).post('/api/patrol/server', { serverId, name, environment, version })
  expect(saved.statusCode).toBe(200)
}
const whitelistOf = async (serverId: number) => (await staff.get(`/api/servers/${serverId}/whitelist`)).json<ServerWhitelist>()

/** A bridge that keeps its copy of the list, like the real one. */
const withCopy = async (serverId: number): Promise<TestBridge & { copy: WhitelistStand & { members: Set<string> } }> => {
  const bridge = await connectBridge(t, { serverId })
  const copy: WhitelistStand & { members: Set<string> } = { environment: 'prod', version: 0, members: new Set() }
  const stand = (): WhitelistStand => ({ environment: copy.environment, version: copy.version })
  const take = ({ environment, version, members }: Whitelist) => Object.assign(copy, { environment, version, members: new Set(members) })
  bridge.answers.set('whitelist', (payload) => {
    take(payload as Whitelist)
    return stand()
  })
  bridge.answers.set('whitelist.changed', (payload) => {
    const { environment, from, version, added, removed } = payload as WhitelistChange
    if (environment !== copy.environment || from !== copy.version) return stand()
    for (const steam of added) copy.members.add(steam)
    for (const steam of removed) copy.members.delete(steam)
    copy.version = version
    return stand()
  })
  const answer = await bridge.hello()
  if (!answer.ok || !answer.whitelist) throw new Error('no list')
  take(answer.whitelist)
  return { ...bridge, copy }
}

describe('a server that connects', () => {
  test('without a copy, or with another version, gets the whole list of its environment; with the newest version, nothing', async () => {
    const [one, dev] = [await member(), await member()]
    await list(one.userId, true)
    await list(dev.userId, true, 'dev')
    const serverId = await addServer('Copies')
    const first = await (await connectBridge(t, { serverId })).hello()
    if (!first.ok) throw new Error(first.message)
    expect(first.whitelist?.members).toContain(one.steam)
    expect(first.whitelist?.members).not.toContain(dev.steam)
    const { environment, version } = first.whitelist!
    const newest = { environment, version }
    expect(await (await connectBridge(t, { serverId })).hello({ whitelist: newest })).not.toHaveProperty('whitelist')
    const behind = await (await connectBridge(t, { serverId })).hello({ whitelist: { environment, version: version - 1 } })
    expect(behind).toMatchObject({ whitelist: first.whitelist })
    expect(await whitelistOf(serverId)).toMatchObject({ acknowledgedVersion: version, version, environment: 'prod' })
    const devServer = await (await connectBridge(t, { serverId: await addServer('Dev', { environment: 'dev' }) })).hello()
    expect(devServer.ok && devServer.whitelist?.members).toContain(dev.steam)
  })

  test('with the list of its former environment gets the other one, even if both have the same number', async () => {
    const serverId = await addServer('Moves', { kicks_unlisted: true })
    const [stays, goes] = [await member(), await member()]
    await list(stays.userId, true, 'dev')
    await list(goes.userId, true)
    const bridge = await withCopy(serverId)
    const { environment, version } = bridge.copy
    bridge.socket.disconnect()
    await sql`update whitelist_versions set version = ${version} where environment = 'dev'`.execute(t.db)
    await moveTo(serverId, 'dev')
    expect(await whitelistOf(serverId)).toMatchObject({ environment: 'dev', version, acknowledgedVersion: null })
    const back = await connectBridge(t, { serverId })
    const answer = await back.hello({ whitelist: { environment, version }, players: [gamePlayer(goes.source)] })
    expect(answer).toMatchObject({ environment: 'dev', whitelist: { environment: 'dev', version } })
    expect(answer.ok && answer.whitelist?.members).toContain(stays.steam)
    expect(answer.ok && answer.whitelist?.members).not.toContain(goes.steam)
    await sleep(200)
    expect(back.received.filter(({ message }) => message === 'kick')).toEqual([])
  })
})

describe('a change', () => {
  test('reaches a connected server within seconds, as the difference, and its outcome can be read', async () => {
    const serverId = await addServer('Connected')
    const bridge = await withCopy(serverId)
    const before = bridge.copy.version
    const someone = await member()
    await list(someone.userId, true)
    const change = { environment: 'prod', from: before, version: before + 1, added: [someone.steam], removed: [] }
    expect(await bridge.receive('whitelist.changed')).toEqual(change)
    await until('recorded', async () => (await whitelistOf(serverId)).lastPush?.outcome === 'acknowledged')
    expect(await whitelistOf(serverId)).toMatchObject({
      version: before + 1,
      acknowledgedVersion: before + 1,
      lastPush: { version: before + 1, requestedBy: { name: 'The staff' } },
    })
    await list(someone.userId, false)
    expect(await bridge.receive('whitelist.changed')).toMatchObject({ added: [], removed: [someone.steam] })
    expect(bridge.received.filter(({ message }) => message === 'whitelist')).toEqual([])
  })

  test('of the other environment is not sent', async () => {
    const bridge = await withCopy(await addServer('Prod only'))
    await list((await member()).userId, true, 'dev')
    await sleep(500)
    expect(bridge.received).toEqual([])
  })

  test('by hand in SQL is noticed at the next heartbeat', async () => {
    const bridge = await withCopy(await addServer('By hand'))
    const someone = await member()
    await t.db.updateTable('users').set({ is_whitelisted: true }).where('id', '=', someone.userId).execute()
    await bridge.say('heartbeat', { players: 0, maxPlayers: 1, uptimeSeconds: 1, queued: 0 })
    expect(await bridge.receive('whitelist.changed')).toMatchObject({ added: [someone.steam] })
  })

  test('reaches a server with an unexpected version as the whole list', async () => {
    const bridge = await withCopy(await addServer('Lost its copy'))
    bridge.copy.version = 0
    const someone = await member()
    await list(someone.userId, true)
    expect((await bridge.receive('whitelist')).members).toContain(someone.steam)
    await until('taken', () => bridge.copy.members.has(someone.steam))
  })

  test("of a connected server's environment sends it the other list, without waiting for a heartbeat", async () => {
    const serverId = await addServer('Moves while connected')
    const bridge = await withCopy(serverId)
    const [stays, goes] = [await member(), await member()]
    await list(stays.userId, true, 'dev')
    await list(goes.userId, true)
    await bridge.receive('whitelist.changed')
    await moveTo(serverId, 'dev')
    expect(await bridge.receive('whitelist')).toMatchObject({ environment: 'dev' })
    await until('taken', async () => (await whitelistOf(serverId)).acknowledgedVersion !== null)
    expect([...bridge.copy.members]).toContain(stays.steam)
    expect([...bridge.copy.members]).not.toContain(goes.steam)
  })

  test("of a connected server's environment sends it the other list, even while the server is still answering an earlier push", async () => {
    const serverId = await addServer('Moves during a push')
    const bridge = await withCopy(serverId)
    const answer = bridge.answers.get('whitelist.changed')!
    const answered = Promise.withResolvers<void>()
    bridge.answers.set('whitelist.changed', (payload) => answered.promise.then(() => answer(payload)))
    await list((await member()).userId, true)
    await bridge.receive('whitelist.changed')
    await moveTo(serverId, 'dev')
    await sleep(300)
    answered.resolve()
    expect(await bridge.receive('whitelist')).toMatchObject({ environment: 'dev' })
  })

  test('of a member who is disabled, renamed or deleted removes their Steam hex from the list', async () => {
    const someone = await member()
    await list(someone.userId, true)
    const { version } = await readWhitelist(t.db, 'prod')
    const other = steamOf((lastSource += 1))
    await t.db.updateTable('users').set({ steam_id: other.toUpperCase() }).where('id', '=', someone.userId).execute()
    expect(await whitelistSince(t.db, 'prod', version)).toMatchObject({ version: version + 1, added: [other], removed: [someone.steam] })
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', someone.userId).execute()
    expect(await whitelistSince(t.db, 'prod', version)).toMatchObject({
      version: version + 2,
      added: [],
      removed: expect.arrayContaining([other, someone.steam]) as string[],
    })
    expect((await readWhitelist(t.db, 'prod')).members).not.toContain(other)
  })

  test('whose record is gone leads to the whole list being sent', async () => {
    await list((await member()).userId, true)
    const { version } = await readWhitelist(t.db, 'prod')
    await sql`delete from whitelist_changes where environment = 'prod' and version = ${version}`.execute(t.db)
    expect(await whitelistSince(t.db, 'prod', version - 1)).toBeUndefined()
    expect(await whitelistSince(t.db, 'prod', version + 5)).toBeUndefined()
    expect(await whitelistSince(t.db, 'prod', version)).toEqual({ environment: 'prod', version, added: [], removed: [] })
  })

  test('of many members at once has versions in the order of their commits', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, member))
    const { version } = await readWhitelist(t.db, 'prod')
    await Promise.all(people.map(({ userId }) => list(userId, true)))
    expect(await whitelistSince(t.db, 'prod', version)).toMatchObject({
      version: version + 12,
      added: people.map(({ steam }) => steam).toSorted(),
    })
  })
})

describe('a push', () => {
  test('goes to every server: connected ones acknowledge, others are shown as not connected, live', async () => {
    const [here, away] = [await addServer('Here'), await addServer('Away')]
    const bridge = await withCopy(here)
    const { token } = await t.person('admin')
    const room = await watchRoom(t, token, 'server', { serverId: here })
    const all = await watchRoom(t, token, 'whitelists', {})
    expect(all.snapshot.map(({ serverId }) => serverId)).toEqual(expect.arrayContaining([here, away]))
    const answer = (await staff.get('/api/user/TriggerWhitelistUpdateAsync')).json<{ serverIds: number[] }>()
    expect(answer.serverIds).toEqual(expect.arrayContaining([here, away]))
    await until('settled', async () => {
      const all = await Promise.all([here, away].map(whitelistOf))
      return all.every(({ lastPush }) => lastPush?.outcome !== 'waiting')
    })
    expect((await whitelistOf(here)).lastPush).toMatchObject({ outcome: 'acknowledged', version: bridge.copy.version })
    expect((await whitelistOf(away)).lastPush).toMatchObject({ outcome: 'not connected', version: null, acknowledgedAt: null })
    expect(await room.received()).toMatchObject(
      ['waiting', 'acknowledged'].map((outcome) => ({ event: 'whitelist.changed', payload: { lastPush: { outcome } } })),
    )
    const received = (await all.received()).map(({ payload }) => payload as ServerWhitelist & { serverId: number })
    const outcomesOf = (id: number) => received.filter(({ serverId }) => serverId === id).map(({ lastPush }) => lastPush?.outcome)
    expect(outcomesOf(here)).toEqual(['waiting', 'acknowledged'])
    expect(outcomesOf(away)).toEqual(['waiting', 'not connected'])
  })

  test('that a server refuses has failed', async () => {
    const serverId = await addServer('Refuses')
    const bridge = await withCopy(serverId)
    for (const message of ['whitelist', 'whitelist.changed'] as const)
      bridge.answers.set(message, () => ({ environment: 'prod', version: 0 }))
    await list((await member()).userId, true)
    await until('failed', async () => (await whitelistOf(serverId)).lastPush?.outcome === 'failed')
  })

  test('can only be followed by members who may push, and for existing servers', async () => {
    expect((await (await t.as('member')).get('/api/servers/1/whitelist')).statusCode).toBe(403)
    const member = await t.connect((await t.person('member')).token)
    expect(await joinRoom(member, 'whitelists')).toMatchObject({ ok: false, code: 'forbidden' })
    expect((await staff.get('/api/servers/999999/whitelist')).statusCode).toBe(404)
  })
})

describe('a player removed from the list', () => {
  test('is kicked only if the server is set to do so', async () => {
    const [strict, lenient] = [await addServer('Strict', { kicks_unlisted: true, enforces_whitelist: true }), await addServer('Lenient')]
    const someone = await member()
    await list(someone.userId, true)
    const bridges = [await withCopy(strict), await withCopy(lenient)]
    await list(someone.userId, false)
    // If a busy machine answers a push too late, it is repeated at the next heartbeat.
    const heartbeat = { players: 1, maxPlayers: 64, uptimeSeconds: 1, queued: 0 }
    const beating = setInterval(() => void Promise.all(bridges.map((bridge) => bridge.say('heartbeat', heartbeat))), 1000)
    const kick = await bridges[0]!.receive('kick').finally(() => clearInterval(beating))
    expect(kick).toMatchObject({ steam: someone.steam, reason: expect.stringContaining('whitelist') as string })
    await bridges[1]!.receive('whitelist.changed')
    await sleep(200)
    expect(bridges[1]!.received.filter(({ message }) => message === 'kick')).toEqual([])
  })

  test('while the server was away is kicked when it is back', async () => {
    const serverId = await addServer('Away a while', { kicks_unlisted: true, enforces_whitelist: true })
    const someone = await member()
    await list(someone.userId, true)
    const bridge = await withCopy(serverId)
    const { version } = bridge.copy
    bridge.socket.disconnect()
    await list(someone.userId, false)
    const back = await connectBridge(t, { serverId })
    await back.hello({ whitelist: { environment: 'prod', version }, players: [gamePlayer(someone.source)] })
    expect(await back.receive('kick')).toMatchObject({ steam: someone.steam })
  })
})

describe('a whitelist that is tried', () => {
  const trials = async (serverId: number) =>
    (await (await t.as('admin')).get(`/api/servers/${serverId}/whitelist/trials`)).json<WhitelistTrial[]>()
  const enforce = (http: Http, serverId: number, isEnforced: boolean) =>
    http.post(`/api/servers/${serverId}/whitelist/enforce`, { isEnforced })
  const stranger = (license: string) => ({ source: (lastSource += 1), name: license, identifiers: { license } })

  test('refuses nobody on a new server; whom it would have refused is listed, with the reason, until it is switched on', async () => {
    const serverId = await addServer('Tried')
    const [listed, unlisted] = [await member(), await member()]
    await list(listed.userId, true)
    const bridge = await connectBridge(t, { serverId })
    const answer = await bridge.hello({ players: [gamePlayer(listed.source), gamePlayer(unlisted.source)] })
    expect(answer).toMatchObject({ ok: true, settings: { enforcesWhitelist: false } })
    await bridge.say('player.joined', stranger('one'))
    await bridge.say('player.joined', stranger('one'))
    await until('three are noted', async () => (await trials(serverId)).reduce((sum, { times }) => sum + times, 0) === 3)
    const noted = await trials(serverId)
    expect(noted.find(({ name }) => name === 'one')).toMatchObject({ account: null, times: 2 })
    expect(noted.flatMap(({ account }) => account?.userId ?? [])).toEqual([unlisted.userId])
    expect(await whitelistOf(serverId)).toMatchObject({ isEnforced: false, wouldRefuse: 2 })

    expect((await enforce(staff, serverId, true)).statusCode).toBe(403)
    expect((await staff.get(`/api/servers/${serverId}/whitelist/trials`)).statusCode).toBe(403)
    const admin = await t.as('admin')
    expect((await enforce(admin, serverId, true)).json()).toMatchObject({ isEnforced: true, wouldRefuse: 0 })
    expect(await bridge.receive('settings')).toMatchObject({ enforcesWhitelist: true })
    await bridge.say('player.joined', stranger('two'))
    await bridge.say('player.joined', stranger('three'))
    expect(await trials(serverId)).toEqual([])
    expect((await enforce(admin, serverId, false)).json()).toMatchObject({ isEnforced: false })
    expect((await enforce(admin, 999_999, true)).statusCode).toBe(404)
  })

  test('counts by any identifier, and brings changes of these to the servers', async () => {
    const serverId = await addServer('By any')
    const bridge = await connectBridge(t, { serverId })
    const person = await t.addPerson()
    const discord = '812345678901234599'
    expect((await list(person.userId, true)).statusCode, 'nobody could recognise them').toBe(400)
    await t.db
      .insertInto('discord_links')
      .values({ user_id: person.userId, discord_id: discord, username: 'j', display_name: 'J', how: 'page' })
      .execute()
    expect((await list(person.userId, true)).statusCode).toBe(200)
    const answer = await bridge.hello({ knows: ['player.linked'] })
    expect(answer.ok && answer.whitelist?.others).toContain(`discord:${discord}`)
    expect((await readWhitelist(t.db, 'dev')).others).not.toContain(`discord:${discord}`)
    const { version } = await readWhitelist(t.db, 'prod')
    await bridge.say('player.joined', { source: (lastSource += 1), name: 'J', identifiers: { discord, license: 'kept-license' } })
    await until('the licence is listed', async () => (await readWhitelist(t.db, 'prod')).others?.includes('license:kept-license') ?? false)
    expect(await trials(serverId)).toEqual([])
    await list(person.userId, false)
    await bridge.say('player.joined', { source: (lastSource += 1), name: 'J', identifiers: { license: 'kept-license' } })
    await until('it is known whose licence it is', async () => (await trials(serverId))[0]?.account?.userId === person.userId)
    await list(person.userId, true)
    expect(await trials(serverId), 'a member who is listed meanwhile').toEqual([])
    const other = await t.addPerson()
    await t.db.insertInto('player_licenses').values({ user_id: other.userId, license: 'kept-license', proved_at: new Date() }).execute()
    const since = await whitelistSince(t.db, 'prod', version)
    expect(since).toMatchObject({ removedOthers: ['license:kept-license'] })
    await t.db.updateTable('users').set({ disabled_at: new Date(), deleted_at: new Date() }).where('id', '=', other.userId).execute()
    expect((await readWhitelist(t.db, 'prod')).others).toContain('license:kept-license')
    await list(person.userId, false)
    expect((await readWhitelist(t.db, 'prod')).others).toEqual([])
  })
})
