import { randomUUID } from 'node:crypto'
import type { EventKind, Identifiers, ServerKey } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issueKey } from '../../../platform/auth/api-keys.ts'
import { connectBridge, gamePlayer, linkPlayer, type TestBridge } from '../../../testing/test-bridge.ts'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { startTestPortal, type Person, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf } from '../../../testing/test-records.ts'
import { castOf, confidential, warrantRowsOf, type Cast } from '../../../testing/test-warrant-cast.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let r: ReturnType<typeof recordsOf>
let cast: Cast
let dispatcher: Member
beforeAll(async () => {
  t = await startTestPortal()
  ;[d, r] = [dispatchOf(t), recordsOf(t)]
  cast = await castOf(t)
  dispatcher = await d.onDuty({ department: 'COMM', name: 'Dana' })
})
afterAll(() => t.close())

const NOT_CONNECTED = { ok: false, code: 'forbidden', message: 'This game server had not reported you as connected' }
const LIMITED = { ok: false, code: 'forbidden', message: expect.stringContaining('an admin has to renew it') as string }

let last = 0
type Player = Person & { readonly source: number; readonly identifiers: Identifiers }
const linked = async (person: Person): Promise<Player> => {
  const source = (last += 1)
  await linkPlayer(t, person.userId, source)
  return { ...person, source, identifiers: gamePlayer(source).identifiers }
}
type Options = Parameters<typeof t.addPerson>[0]
const member = async (options: Options = {}): Promise<Player> =>
  linked(await t.addPerson({ departments: [{ name: 'LSPD', isPrimary: true }], ...options }))
const joins = (bridge: TestBridge, { source }: Player) => bridge.say('player.joined', gamePlayer(source))
const send = (bridge: TestBridge, kind: EventKind, payload: object, { identifiers }: Player, over: object = {}) =>
  bridge.say('event', { id: randomUUID(), at: new Date().toISOString(), kind, player: { name: 'In game', identifiers }, payload, ...over })
const goesOnDuty = (bridge: TestBridge, player: Player, over?: object) =>
  send(bridge, 'duty-on', { identifier: `1A-${player.source}` }, player, over)
const newServer = async () =>
  (
    await t.db
      .insertInto('servers')
      .values({ name: `Server ${randomUUID()}` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

describe('for a player whom it has not reported as connected, a game server', () => {
  let bridge: TestBridge
  beforeEach(async () => {
    bridge = await connectBridge(t)
    await bridge.hello()
  })

  test('can do nothing, whatever their rights', async () => {
    for (const player of [await member(), await linked(await t.addPerson({ roles: ['Admin'] }))]) {
      const { identifiers } = player
      expect(await goesOnDuty(bridge, player)).toMatchObject({ ...NOT_CONNECTED, isFinal: true })
      expect(await bridge.say('lookup.plate', { identifiers, plate: 'ABC' })).toMatchObject(NOT_CONNECTED)
      expect(await bridge.say('lookup.person', { identifiers, by: { query: 'Somebody' } })).toMatchObject(NOT_CONNECTED)
      expect(await bridge.say('character.get', { identifiers })).toMatchObject(NOT_CONNECTED)
      const character = { externalId: randomUUID(), name: 'Some Body' }
      expect(await bridge.say('character.save', { identifiers, character })).toMatchObject(NOT_CONNECTED)
      expect(await bridge.say('vehicle.save', { identifiers, vehicle: { plate: 'ABC', model: 'Sultan' } })).toMatchObject(NOT_CONNECTED)
      expect(await bridge.say('character.play', { identifiers, character: null })).toMatchObject(NOT_CONNECTED)
      expect(await bridge.say('ticket', { identifiers })).toMatchObject({ ok: true, ticket: null })
    }
  })

  test('can still report a 911 call, under their name in the game', async () => {
    const answer = await send(bridge, 'call-911', { text: 'Help' }, await member())
    if (!answer.ok) throw new Error(answer.message)
    expect(await d.detail(dispatcher, answer.result.callId!)).toMatchObject({ caller: 'In game', createdBy: null })
  })

  test('can act once they have joined, even if that message is still being processed', async () => {
    const player = await member()
    const { identifiers } = player
    const character = { externalId: randomUUID(), name: 'Some Body' }
    const [, found, saved] = await Promise.all([
      joins(bridge, player),
      bridge.say('character.get', { identifiers }),
      bridge.say('character.save', { identifiers, character }),
    ])
    expect([found, saved]).toMatchObject([{ ok: true, character: null }, { ok: true }])
    expect(await goesOnDuty(bridge, player)).toMatchObject({ ok: true })
  })

  test('can no longer look anyone up once they have left, but can still save what scripts hand in at that moment', async () => {
    const player = await member()
    await joins(bridge, player)
    await bridge.say('player.left', { source: player.source })
    const { identifiers } = player
    expect(await bridge.say('lookup.plate', { identifiers, plate: 'ABC' })).toMatchObject(NOT_CONNECTED)
    const character = { externalId: randomUUID(), name: 'Some Body' }
    expect(await bridge.say('character.save', { identifiers, character })).toMatchObject({ ok: true })
  })
})

describe('messages that a game server kept while the portal was away', () => {
  const HOUR = 3600
  /** Times at which a server was connected, and a member on it, in hours ago. */
  const watched = (serverId: number, from: number, until: number) =>
    sql`insert into server_watches (server_id, started_at, ended_at)
      values (${serverId}, now() - make_interval(hours => ${from}), now() - make_interval(hours => ${until}))`.execute(t.db)
  const seen = (serverId: number, { userId }: Person, from: number, until: number) =>
    sql`insert into presence (user_id, server_id, started_at, ended_at, state)
      values (${userId}, ${serverId}, now() - make_interval(hours => ${from}), now() - make_interval(hours => ${until}), 'moving')`.execute(
      t.db,
    )
  const connected = async (serverId: number, ...players: readonly Player[]) => {
    const bridge = await connectBridge(t, { serverId })
    await bridge.hello({ players: players.map(({ source }) => gamePlayer(source)) })
    return bridge
  }
  const hoursAgo = (hours: number) => ({ waitedSeconds: hours * HOUR })

  test('are accepted for players connected at that time, and not for those who were not, even if they are now', async () => {
    const serverId = await newServer()
    const [there, late] = [await member(), await member()]
    await watched(serverId, 6, 2)
    await seen(serverId, there, 5, 3)
    const bridge = await connected(serverId, late)
    expect(await goesOnDuty(bridge, there, hoursAgo(4))).toMatchObject({ ok: true })
    expect(await goesOnDuty(bridge, late, hoursAgo(4))).toMatchObject(NOT_CONNECTED)
    expect(await goesOnDuty(bridge, late)).toMatchObject({ ok: true })
  })

  test('are accepted for players connected when the connection was lost or returned, and for nobody else', async () => {
    const serverId = await newServer()
    const [stayed, came, before, never] = [await member(), await member(), await member(), await member()]
    await watched(serverId, 6, 2)
    await seen(serverId, stayed, 5, 2)
    await seen(serverId, before, 5, 4)
    const bridge = await connected(serverId, came)
    expect(await goesOnDuty(bridge, stayed, hoursAgo(1))).toMatchObject({ ok: true })
    expect(await goesOnDuty(bridge, came, hoursAgo(1))).toMatchObject({ ok: true })
    for (const other of [before, never]) expect(await goesOnDuty(bridge, other, hoursAgo(1))).toMatchObject(NOT_CONNECTED)
  })

  test('are dated by the time of the event if an older resource sends no duration', async () => {
    const serverId = await newServer()
    const there = await member()
    await watched(serverId, 6, 2)
    await seen(serverId, there, 5, 3)
    const bridge = await connected(serverId)
    const at = (hours: number) => ({ at: new Date(Date.now() - hours * HOUR * 1000).toISOString() })
    expect(await goesOnDuty(bridge, there, at(2.5))).toMatchObject(NOT_CONNECTED)
    expect(await goesOnDuty(bridge, there, at(4))).toMatchObject({ ok: true })
  })

  test('are accepted for characters saved at that time, and on no other server', async () => {
    const [serverId, otherId] = [await newServer(), await newServer()]
    const there = await member()
    await watched(serverId, 6, 2)
    await seen(serverId, there, 5, 3)
    const save = (bridge: TestBridge) =>
      bridge.say('character.save', {
        identifiers: there.identifiers,
        character: { externalId: randomUUID(), name: 'Some Body' },
        ...hoursAgo(4),
      })
    expect(await save(await connected(serverId))).toMatchObject({ ok: true })
    expect(await save(await connected(otherId))).toMatchObject(NOT_CONNECTED)
  })
})

describe('roles and permissions never count in the game', () => {
  let bridge: TestBridge
  beforeEach(async () => {
    bridge = await connectBridge(t)
    await bridge.hello()
  })

  test("an admin off duty can look nobody up, and their 911 call is an ordinary player's", async () => {
    const admin = await linked(await t.addPerson({ roles: ['Admin'], permissions: ['MANAGE_SERVERS'] }))
    await joins(bridge, admin)
    const { identifiers } = admin
    expect(await bridge.say('lookup.plate', { identifiers, plate: 'ABC' })).toMatchObject({
      ok: false,
      code: 'forbidden',
      message: 'You are not on duty for police or communications on this server',
    })
    const made = await send(bridge, 'call-created', { type: 'TRAFFIC', title: 'Seen', attach: true }, admin)
    if (!made.ok) throw new Error(made.message)
    expect(await d.detail(dispatcher, made.result.callId!)).toMatchObject({ source: '911-game' })
  })

  test("a confidential warrant is shown to units that may know of it, regardless of the player's roles in the portal", async () => {
    const characterId = await r.character(null, { name: 'Quentin Quietly' })
    await warrantRowsOf(t).insert({ ...confidential(cast), reviewers: [], characterId })
    const onDuty = async (options: Options, department = 'BCSO') => {
      const person = await t.addPerson({ ...options, departments: [{ name: department, isPrimary: true }] })
      const player = await linked(person)
      await joins(bridge, player)
      expect(await goesOnDuty(bridge, player)).toMatchObject({ ok: true })
      return player
    }
    const flagsInGame = async ({ identifiers }: Player) => {
      const [searched, opened] = [
        await bridge.say('lookup.person', { identifiers, by: { query: 'Quentin Quietly' } }),
        await bridge.say('lookup.person', { identifiers, by: { characterId } }),
      ]
      if (!searched.ok || !opened.ok) throw new Error('refused')
      return [searched.found, [searched.person], [opened.person]].flat().map((each) => each?.flags.includes('Warrant'))
    }
    const inPortal = async ({ token }: Person) =>
      (await t.http(token).post('/api/lookups', { by: 'character', characterId })).json<{ record: { flags: string[] } }>().record.flags
    const signer = await onDuty({ roles: ['Admin'] })
    expect(await inPortal(signer)).toContain('Warrant')
    expect(await flagsInGame(signer)).toEqual([false, false, false])
    const reviewer = await onDuty({ roles: ['Legal Services'] })
    await sql`insert into warrant_reviewers (warrant_id, user_id) select id, ${reviewer.userId} from warrants where character_id = ${characterId}`.execute(
      t.db,
    )
    expect(await inPortal(reviewer)).toContain('Warrant')
    expect(await flagsInGame(reviewer)).toEqual([false, false, false])
    expect(await flagsInGame(await onDuty({}, 'LSPD')), 'named to serve it').toEqual([true, true, true])
  })
})

describe('a limited key', () => {
  let serverId: number
  let bridge: TestBridge
  beforeAll(async () => {
    serverId = await newServer()
    bridge = await connectBridge(t, { key: await issueKey(t.db, {}, 'server', 'Limited', serverId, true) })
    await bridge.hello()
    await sql`update ranks set capabilities = '{approveReports}' where department_id = 2 and name = 'Sergeant'`.execute(t.db)
  })
  const keys = async () => (await (await t.as('admin')).get(`/api/servers/${serverId}/keys`)).json<ServerKey[]>()

  test('acts for members without roles, permissions and capabilities, and no refusal is recorded', async () => {
    const player = await member()
    await joins(bridge, player)
    expect(await goesOnDuty(bridge, player)).toMatchObject({ ok: true })
    expect(await keys()).toMatchObject([{ isLimited: true, refused: null }])
  })

  test.each<[string, Options]>([
    ['a role', { roles: ['Legal Services'] }],
    ['the role of an Admin', { roles: ['Admin'] }],
    ['a permission', { permissions: ['MANAGE_USERS'] }],
    ['a capability', { departments: [{ name: 'LSPD', rank: 'Sergeant', isPrimary: true }] }],
  ])('never acts for a member with %s', async (_what, options) => {
    const player = await member(options)
    await joins(bridge, player)
    const { identifiers } = player
    expect(await goesOnDuty(bridge, player)).toMatchObject({ ...LIMITED, isFinal: true })
    expect(await bridge.say('lookup.person', { identifiers, by: { query: 'Somebody' } })).toMatchObject(LIMITED)
    const character = { externalId: randomUUID(), name: 'Some Body' }
    expect(await bridge.say('character.save', { identifiers, character })).toMatchObject(LIMITED)
    expect(await bridge.say('ticket', { identifiers })).toMatchObject({ ok: true, ticket: null })
    expect(await send(bridge, 'call-911', { text: 'Help' }, player), 'but takes their calls').toMatchObject({ ok: true })
    const [noted] = await keys()
    expect(['event/duty-on', 'ticket']).toContain(noted?.refused?.message)
  })

  test('is shown as one to renew until an Admin has done so', async () => {
    const player = await member({ roles: ['Staff'] })
    const admin = await t.as('admin')
    const [old] = await keys()
    const path = `/api/servers/${serverId}/keys/${old!.keyId}/rotate`
    const { key } = (await admin.post(path, { overlapMinutes: 0 })).json<{ key: string }>()
    expect((await keys())[0]).toMatchObject({ isLimited: false, refused: null })
    const renewed = await connectBridge(t, { key })
    await renewed.hello({ players: [gamePlayer(player.source)] })
    expect(await goesOnDuty(renewed, player)).toMatchObject({ ok: true })
  })
})
