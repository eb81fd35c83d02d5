import type { ServerWhitelist, Whitelist, WhitelistChange } from '@tenfour/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectBridge, gamePlayer, linkPlayer, steamOf, type TestBridge } from '../../testing/test-bridge.ts'
import { startTestPortal, until, type Http, type TestPortal } from '../../testing/test-portal.ts'
import { watchRoom } from '../../testing/test-room.ts'
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
const whitelistOf = async (serverId: number) => (await staff.get(`/api/servers/${serverId}/whitelist`)).json<ServerWhitelist>()

/** A bridge that keeps its copy of the list, as the real one does. */
const withCopy = async (serverId: number): Promise<TestBridge & { copy: { version: number; members: Set<string> } }> => {
  const bridge = await connectBridge(t, { serverId })
  const copy = { version: 0, members: new Set<string>() }
  const take = ({ version, members }: Whitelist) => Object.assign(copy, { version, members: new Set(members) })
  bridge.answers.set('whitelist', (payload) => ({ version: take(payload as Whitelist).version }))
  bridge.answers.set('whitelist.changed', (payload) => {
    const { from, version, added, removed } = payload as WhitelistChange
    if (from !== copy.version) return { version: copy.version }
    for (const steam of added) copy.members.add(steam)
    for (const steam of removed) copy.members.delete(steam)
    copy.version = version
    return { version }
  })
  const answer = await bridge.hello()
  if (!answer.ok || !answer.whitelist) throw new Error('no list')
  take(answer.whitelist)
  return { ...bridge, copy }
}

describe('who connects', () => {
  test('without a copy, or with another version, gets the whole list of its environment; with the newest, nothing', async () => {
    const [one, dev] = [await member(), await member()]
    await list(one.userId, true)
    await list(dev.userId, true, 'dev')
    const serverId = await addServer('Copies')
    const first = await (await connectBridge(t, { serverId })).hello()
    if (!first.ok) throw new Error(first.message)
    expect(first.whitelist?.members).toContain(one.steam)
    expect(first.whitelist?.members).not.toContain(dev.steam)
    const { version } = first.whitelist!
    expect(await (await connectBridge(t, { serverId })).hello({ whitelist: { version } })).not.toHaveProperty('whitelist')
    const behind = await (await connectBridge(t, { serverId })).hello({ whitelist: { version: version - 1 } })
    expect(behind).toMatchObject({ whitelist: first.whitelist })
    expect(await whitelistOf(serverId)).toMatchObject({ acknowledgedVersion: version, version, environment: 'prod' })
    const devServer = await (await connectBridge(t, { serverId: await addServer('Dev', { environment: 'dev' }) })).hello()
    expect(devServer.ok && devServer.whitelist?.members).toContain(dev.steam)
  })
})

describe('a change', () => {
  test('reaches a connected server within seconds, as the difference, and its outcome is read', async () => {
    const serverId = await addServer('Connected')
    const bridge = await withCopy(serverId)
    const before = bridge.copy.version
    const someone = await member()
    await list(someone.userId, true)
    expect(await bridge.hear('whitelist.changed')).toEqual({ from: before, version: before + 1, added: [someone.steam], removed: [] })
    await until('recorded', async () => (await whitelistOf(serverId)).lastPush?.outcome === 'acknowledged')
    expect(await whitelistOf(serverId)).toMatchObject({
      version: before + 1,
      acknowledgedVersion: before + 1,
      lastPush: { version: before + 1, requestedBy: { name: 'The staff' } },
    })
    await list(someone.userId, false)
    expect(await bridge.hear('whitelist.changed')).toMatchObject({ added: [], removed: [someone.steam] })
    expect(bridge.heard.filter(({ message }) => message === 'whitelist')).toEqual([])
  })

  test('of the other environment is none', async () => {
    const bridge = await withCopy(await addServer('Prod only'))
    await list((await member()).userId, true, 'dev')
    await sleep(500)
    expect(bridge.heard).toEqual([])
  })

  test('by hand in SQL is noticed at the next heartbeat', async () => {
    const bridge = await withCopy(await addServer('By hand'))
    const someone = await member()
    await t.db.updateTable('users').set({ is_whitelisted: true }).where('id', '=', someone.userId).execute()
    await bridge.say('heartbeat', { players: 0, maxPlayers: 1, uptimeSeconds: 1, queued: 0 })
    expect(await bridge.hear('whitelist.changed')).toMatchObject({ added: [someone.steam] })
  })

  test('a server that has another version than it should is brought the whole list', async () => {
    const bridge = await withCopy(await addServer('Lost its copy'))
    bridge.copy.version = 0
    const someone = await member()
    await list(someone.userId, true)
    expect((await bridge.hear('whitelist')).members).toContain(someone.steam)
    await until('taken', () => bridge.copy.members.has(someone.steam))
  })

  test('disabled, renamed and deleted members leave the list with their hex', async () => {
    const someone = await member()
    await list(someone.userId, true)
    const { version } = await readWhitelist(t.db, 'prod')
    const other = steamOf((lastSource += 1))
    await t.db.updateTable('users').set({ steam_id: other.toUpperCase() }).where('id', '=', someone.userId).execute()
    expect(await whitelistSince(t.db, 'prod', version)).toEqual({ version: version + 1, added: [other], removed: [someone.steam] })
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', someone.userId).execute()
    expect(await whitelistSince(t.db, 'prod', version)).toEqual({
      version: version + 2,
      added: [],
      removed: expect.arrayContaining([other, someone.steam]) as string[],
    })
    expect((await readWhitelist(t.db, 'prod')).members).not.toContain(other)
  })

  test('whose record is gone makes nobody guess', async () => {
    await list((await member()).userId, true)
    const { version } = await readWhitelist(t.db, 'prod')
    await sql`delete from whitelist_changes where environment = 'prod' and version = ${version}`.execute(t.db)
    expect(await whitelistSince(t.db, 'prod', version - 1)).toBeUndefined()
    expect(await whitelistSince(t.db, 'prod', version + 5)).toBeUndefined()
    expect(await whitelistSince(t.db, 'prod', version)).toEqual({ version, added: [], removed: [] })
  })

  test('of many at once has versions in the order they are committed', async () => {
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
  test('to every server: who is connected acknowledges, who is not is said not to be, live', async () => {
    const [here, away] = [await addServer('Here'), await addServer('Away')]
    const bridge = await withCopy(here)
    const room = await watchRoom(t, (await t.person('admin')).token, 'server', { serverId: here })
    const answer = (await staff.get('/api/user/TriggerWhitelistUpdateAsync')).json<{ serverIds: number[] }>()
    expect(answer.serverIds).toEqual(expect.arrayContaining([here, away]))
    await until('settled', async () => {
      const all = await Promise.all([here, away].map(whitelistOf))
      return all.every(({ lastPush }) => lastPush?.outcome !== 'waiting')
    })
    expect((await whitelistOf(here)).lastPush).toMatchObject({ outcome: 'acknowledged', version: bridge.copy.version })
    expect((await whitelistOf(away)).lastPush).toMatchObject({ outcome: 'not connected', version: null, acknowledgedAt: null })
    expect(await room.heard()).toMatchObject([{ event: 'whitelist.changed', payload: { lastPush: { outcome: 'acknowledged' } } }])
  })

  test('that a server does not take has failed', async () => {
    const serverId = await addServer('Refuses')
    const bridge = await withCopy(serverId)
    for (const message of ['whitelist', 'whitelist.changed'] as const) bridge.answers.set(message, () => ({ version: 0 }))
    await list((await member()).userId, true)
    await until('failed', async () => (await whitelistOf(serverId)).lastPush?.outcome === 'failed')
  })

  test('its outcome is for those who push, of a server there is', async () => {
    expect((await (await t.as('member')).get('/api/servers/1/whitelist')).statusCode).toBe(403)
    expect((await staff.get('/api/servers/999999/whitelist')).statusCode).toBe(404)
  })
})

describe('who is taken off the list', () => {
  test('is put out of the game only where the server was set so', async () => {
    const [strict, lenient] = [await addServer('Strict', { kicks_unlisted: true }), await addServer('Lenient')]
    const someone = await member()
    await list(someone.userId, true)
    const bridges = [await withCopy(strict), await withCopy(lenient)]
    await list(someone.userId, false)
    expect(await bridges[0]!.hear('kick')).toMatchObject({ steam: someone.steam, reason: expect.stringContaining('whitelist') as string })
    await bridges[1]!.hear('whitelist.changed')
    await sleep(200)
    expect(bridges[1]!.heard.filter(({ message }) => message === 'kick')).toEqual([])
  })

  test('while the server was away is put out when it is back', async () => {
    const serverId = await addServer('Away a while', { kicks_unlisted: true })
    const someone = await member()
    await list(someone.userId, true)
    const bridge = await withCopy(serverId)
    const { version } = bridge.copy
    bridge.socket.disconnect()
    await list(someone.userId, false)
    const back = await connectBridge(t, { serverId })
    await back.hello({ whitelist: { version }, players: [gamePlayer(someone.source)] })
    expect(await back.hear('kick')).toMatchObject({ steam: someone.steam })
  })
})
