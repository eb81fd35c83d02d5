import { randomUUID } from 'node:crypto'
import type { Identifiers, LookupResult, OwnRecords, ServerRecords } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectBridge, issueServerKey, linkPlayer, steamOf, type TestBridge } from '../../../testing/test-bridge.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { recordsOf, type Civilian } from '../../../testing/test-records.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
beforeAll(async () => {
  t = await startTestPortal()
  r = recordsOf(t)
})
afterAll(() => t.close())

let last = 0
type Game = TestBridge & { readonly serverId: number }
const newGame = async ({ isLimited = false, database = '' } = {}): Promise<Game> => {
  const { id: serverId } = await t.db
    .insertInto('servers')
    .values({ name: `Server ${randomUUID()}`, game_database: database })
    .returning('id')
    .executeTakeFirstOrThrow()
  const key = await issueServerKey(t, serverId)
  await t.db.updateTable('api_keys').set({ is_limited: isLimited }).where('server_id', '=', serverId).execute()
  const bridge = await connectBridge(t, { serverId, key })
  await bridge.hello()
  return { ...bridge, serverId }
}
/** Someone who plays there, by a licence and whatever else is given. */
const playerOn = async (game: Game, over: Identifiers = {}, license = randomUUID().replaceAll('-', '')) => {
  const identifiers: Identifiers = { license, ...over }
  last += 1
  await game.say('player.joined', { source: last, name: `Player ${last}`, identifiers })
  const save = (character: object) => game.say('character.save', { identifiers, character: { name: 'June Marsh', ...character } })
  const drive = (vehicle: object) => game.say('vehicle.save', { identifiers, vehicle: { model: 'Sultan', ...vehicle } })
  return { identifiers, source: last, save, drive }
}
const idIn = (answer: object): number => {
  if ('characterId' in answer) return Number(answer.characterId)
  throw new Error(JSON.stringify(answer))
}
const prove = (userId: number, license: string) =>
  t.db.insertInto('player_licenses').values({ user_id: userId, kind: 'license', license, proved_at: new Date() }).execute()
const ownerOf = async (characterId: number) =>
  (await t.db.selectFrom('characters').select('user_id').where('id', '=', characterId).executeTakeFirstOrThrow()).user_id
const own = async ({ http }: Civilian) => (await http.get('/api/characters')).json<OwnRecords>()

test('a player without an account is found by name and plate at once, and shown to have no account', async () => {
  const [game, officer] = [await newGame(), await r.officer()]
  const player = await playerOn(game)
  const characterId = idIn(await player.save({ externalId: 'a:1', name: 'Wanda Unowned', phone: '555' }))
  expect(await player.drive({ plate: 'UNOWN 1', ownerExternalId: 'a:1' })).toMatchObject({ ok: true })
  const lookUp = async (body: object) => (await officer.http.post('/api/lookups', body)).json<LookupResult>().record
  expect((await officer.http.get('/api/lookups/search?kind=person&q=unowned')).json()).toMatchObject({ rows: [{ characterId }] })
  expect(await lookUp({ by: 'character', characterId })).toMatchObject({
    hasAccount: false,
    isNoted: false,
    vehicles: [{ plate: 'UNOWN 1' }],
  })
  expect(await lookUp({ by: 'plate', plate: 'unown1' })).toMatchObject({ owner: { characterId } })
  expect(await game.say('character.play', { identifiers: player.identifiers, character: { externalId: 'a:1' } })).toMatchObject({
    ok: true,
    character: { name: 'Wanda Unowned' },
  })
})

test('it becomes the member’s, with its history, once they have proved who they are; then they do not decide about it', async () => {
  const [game, officer, other] = [await newGame(), await r.officer(), await r.officer()]
  const player = await playerOn(game)
  const characterId = idIn(await player.save({ externalId: 'b:1', name: 'Ada Proved' }))
  await player.drive({ plate: 'PROVED 1', ownerExternalId: 'b:1' })
  const caution = await other.http.post(`/api/characters/${characterId}/cautions`, { text: 'Runs', days: 7 })
  expect(caution.statusCode, caution.body).toBe(200)
  const withdraw = (by: typeof officer) =>
    by.http.post(`/api/characters/${characterId}/cautions/${caution.json<{ cautionId: number }>().cautionId}/withdraw`, {})

  await prove(officer.userId, player.identifiers.license ?? '')
  await until('attached', async () => (await ownerOf(characterId)) === officer.userId)
  expect(await r.events({ characterId })).toMatchObject([
    { title: 'Registered' },
    { title: 'Vehicle registered' },
    { title: 'Member known' },
  ])
  const { rows: notices } = await sql<{ title: string }>`select title from notices where user_id = ${officer.userId}`.execute(t.db)
  expect(notices).toMatchObject([{ title: 'Ada Proved is among your characters now' }])
  expect((await withdraw(officer)).json()).toMatchObject({ code: 'forbidden', message: expect.stringContaining('your own character') })
  expect((await withdraw(other)).statusCode).toBe(200)
  // The game goes on with it as with any of the member's.
  expect(await player.save({ externalId: 'b:1', name: 'Ada Proved', phone: '1' })).toMatchObject({ ok: true, characterId })
})

test('a typed Steam hex attaches nothing, and a proved one does when the game hands the character in again', async () => {
  const [game, member] = [await newGame(), await r.civilian()]
  const license = randomUUID()
  const characterId = idIn(await (await playerOn(game, {}, license)).save({ externalId: 'c:1' }))
  last += 1
  const steam = steamOf(40_000 + last)
  await linkPlayer(t, member.userId, 40_000 + last)
  const typed = await playerOn(game, { steam }, license)
  expect(await typed.save({ externalId: 'c:1', phone: '2' })).toMatchObject({ ok: true, characterId })
  expect(await ownerOf(characterId)).toBeNull()
  expect((await own(member)).characters).toEqual([])
  await t.db.insertInto('steam_claims').values({ user_id: member.userId, steam_hex: steam, is_disputed: false }).execute()
  await until('attached', async () => (await ownerOf(characterId)) === member.userId)
  expect((await own(member)).characters).toMatchObject([{ characterId, phone: '2' }])
})

test('who has no account changes nothing that belongs to a member, and another game changes nothing of this one', async () => {
  const [game, other, member] = [await newGame(), await newGame(), await r.civilian()]
  const license = randomUUID()
  await prove(member.userId, license)
  const mine = await playerOn(game, {}, license)
  const characterId = idIn(await mine.save({ externalId: 'd:1' }))
  expect(await ownerOf(characterId)).toBe(member.userId)
  expect(await (await playerOn(game)).save({ externalId: 'd:1', name: 'Mallory' })).toMatchObject({ ok: false, code: 'conflict' })
  const unowned = idIn(await (await playerOn(game)).save({ externalId: 'd:2', name: 'Of The First' }))
  await (await playerOn(game)).drive({ plate: 'FIRST 1', ownerExternalId: 'd:2' })
  const elsewhere = await playerOn(other)
  expect(idIn(await elsewhere.save({ externalId: 'd:2', name: 'Of The Second' }))).not.toBe(unowned)
  expect(await elsewhere.drive({ plate: 'FIRST 1', ownerExternalId: 'd:2' })).toMatchObject({ ok: false, code: 'conflict' })
  // The same of another's character by its number in the portal.
  expect(await elsewhere.drive({ plate: 'SECOND 1', characterId: unowned })).toMatchObject({ ok: false, code: 'not_found' })
})

test('servers share a database if an Admin says so; a limited key never writes there, and what it handed in is proved by nobody', async () => {
  const [first, second, limited] = [await newGame(), await newGame(), await newGame({ isLimited: true })]
  const [root, manager] = [t.http((await t.person('root')).token), t.http((await t.addPerson({ permissions: ['MANAGE_SERVERS'] })).token)]
  const player = await playerOn(first)
  const characterId = idIn(await player.save({ externalId: 'e:1' }))
  const path = ({ serverId }: Game) => `/api/servers/${serverId}/records`
  const share = async (by: typeof root, game: Game, over: object = {}) => {
    const { version, isLedByGame } = (await root.get(path(game))).json<ServerRecords>()
    return by.post(path(game), { version, isLedByGame, database: 'los-santos', ...over })
  }
  expect((await root.get(path(first))).json()).toMatchObject({ database: '', unowned: 1, isLedByGame: true })
  expect((await share(manager, first)).json()).toMatchObject({ code: 'forbidden', field: 'database' })
  expect((await share(root, first, { version: 9 })).json()).toMatchObject({ code: 'conflict' })
  expect((await share(root, first, { database: 'Los Santos!' })).json()).toMatchObject({ code: 'invalid_input', field: 'database' })
  for (const game of [first, second, limited]) expect((await share(root, game)).statusCode).toBe(200)
  expect(idIn(await (await playerOn(second)).save({ externalId: 'e:1', phone: '3' }))).toBe(characterId)
  expect(await (await playerOn(limited)).save({ externalId: 'e:9' })).toMatchObject({ ok: false, code: 'forbidden' })

  const alone = await newGame({ isLimited: true })
  const unknown = await playerOn(alone)
  const made = idIn(await unknown.save({ externalId: 'e:1' }))
  expect(made).not.toBe(characterId)
  const { rows } = await sql`select from character_players where character_id = ${made}`.execute(t.db)
  expect(rows).toEqual([])
})

test('where the game leads, its member can’t change what comes from it; where the portal leads, the game fills in what is missing', async () => {
  const [game, member] = [await newGame(), await r.civilian()]
  const license = randomUUID()
  await prove(member.userId, license)
  const player = await playerOn(game, {}, license)
  const characterId = idIn(await player.save({ externalId: 'f:1', name: 'Jo Led', phone: '1', bornOn: '1990-01-31' }))
  const character = async () => (await own(member)).characters[0]
  expect(await character()).toMatchObject({ ledByGame: ['name', 'bornOn', 'phone'] })
  const change = async (over: object) => member.http.put(`/api/characters/${characterId}`, { ...(await character()), ...over })
  expect((await change({ phone: '2' })).json()).toMatchObject({ code: 'conflict', field: 'phone' })
  expect((await change({ address: 'Route 68' })).statusCode).toBe(200)
  const remove = async () => member.http.delete(`/api/characters/${characterId}?version=${(await character())?.version}`)
  expect((await remove()).json()).toMatchObject({ code: 'conflict', message: 'Jo Led comes from the game, and is deleted there' })

  await t.db.updateTable('servers').set({ game_leads: false }).where('id', '=', game.serverId).execute()
  expect((await change({ phone: '2' })).statusCode).toBe(200)
  await player.save({ externalId: 'f:1', name: 'Jo Other', phone: '3', occupation: 'Mechanic' })
  expect(await character()).toMatchObject({ name: 'Jo Led', phone: '2', occupation: 'Mechanic', ledByGame: [] })
})

const carsOf = async (characterId: number) =>
  (await t.db.selectFrom('vehicles').select('plate').where('character_id', '=', characterId).orderBy('plate').execute()).map(
    ({ plate }) => plate,
  )

test('a garage of the game is the character’s: bought, sold to another member and to nobody known, impounded there', async () => {
  const [game, seller, buyer, officer] = [await newGame(), await r.civilian(), await r.civilian(), await r.officer()]
  const [one, other] = [randomUUID(), randomUUID()]
  await prove(seller.userId, one)
  await prove(buyer.userId, other)
  const [from, to] = [await playerOn(game, {}, one), await playerOn(game, {}, other)]
  const sellers = idIn(await from.save({ externalId: 'g:1', name: 'Sel Ler' }))
  const buyers = idIn(await to.save({ externalId: 'g:2', name: 'Buy Er' }))
  const garage = async (player: typeof from, externalId: string, plates: string[], over: object = {}) => {
    const vehicles = plates.map((plate) => ({ externalId: `id ${plate}`, plate, model: 'sultan', isImpounded: false, ...over }))
    expect(await game.say('garage.save', { identifiers: player.identifiers, garage: { externalId, vehicles } })).toEqual({ ok: true })
  }
  await garage(from, 'g:1', ['GAR 1', 'GAR 2', 'GAR 3'])
  expect(await carsOf(sellers)).toEqual(['GAR 1', 'GAR 2', 'GAR 3'])
  // The buyer's garage may come first.
  await garage(to, 'g:2', ['GAR 2'])
  await garage(from, 'g:1', ['GAR 1'], { isImpounded: true })
  expect([await carsOf(sellers), await carsOf(buyers)]).toEqual([['GAR 1'], ['GAR 2']])
  const lookUp = async (plate: string) => (await officer.http.post('/api/lookups', { by: 'plate', plate })).json<LookupResult>().record
  expect(await lookUp('GAR 1')).toMatchObject({ owner: { name: 'Sel Ler' }, flags: expect.arrayContaining(['Impounded']) })
  expect(await lookUp('GAR 3')).toMatchObject({ plate: 'GAR 3', owner: null })
  // A script does not take what belongs to another member: only the game's table says so.
  expect(await to.drive({ plate: 'GAR 1', ownerExternalId: 'g:2' })).toMatchObject({ ok: false, code: 'conflict' })
  const elsewhere = await newGame()
  const thief = await playerOn(elsewhere)
  await thief.save({ externalId: 'g:1' })
  const vehicles = [{ plate: 'GAR 1', model: 'sultan', isImpounded: false }]
  await elsewhere.say('garage.save', { identifiers: thief.identifiers, garage: { externalId: 'g:1', vehicles } })
  expect(await carsOf(sellers)).toEqual(['GAR 1'])
})

test('a garage is blocked while the portal has the vehicle impounded, and the game is asked until it has done so', async () => {
  const [game, other, officer] = [await newGame(), await newGame(), await r.officer()]
  const player = await playerOn(game)
  await player.save({ externalId: 'h:1', name: 'Impy Ound' })
  const garage = { externalId: 'h:1', vehicles: [{ plate: 'IMP 1', model: 'sultan', isImpounded: false }] }
  await game.say('garage.save', { identifiers: player.identifiers, garage })
  const orders = (of: Game) => of.say('garage.orders', {})
  expect(await orders(game)).toEqual({ ok: true, orders: { block: [], open: [] } })
  const { id } = await t.db.selectFrom('vehicles').select('id').where('plate', '=', 'IMP 1').executeTakeFirstOrThrow()
  await t.db
    .insertInto('impounds')
    .values({ vehicle_id: id, by_user_id: officer.userId, by_identifier: 'X', place: 'Davis', reason: 'Parked' })
    .execute()
  expect(await orders(game)).toEqual({ ok: true, orders: { block: ['IMP 1'], open: [] } })
  expect(await orders(other)).toEqual({ ok: true, orders: { block: [], open: [] } })
  await other.say('garage.ordered', { block: ['IMP 1'], open: [] })
  await game.say('garage.ordered', { block: ['imp1'], open: [] })
  expect(await orders(game)).toEqual({ ok: true, orders: { block: [], open: [] } })
  // The table shows it as impounded now: that is the portal's doing.
  const blocked = { ...garage, vehicles: [{ plate: 'IMP 1', model: 'sultan', isImpounded: true }] }
  await game.say('garage.save', { identifiers: player.identifiers, garage: blocked })
  await t.db.updateTable('impounds').set({ released_at: new Date(), released_by: officer.userId, release_reason: 'Paid' }).execute()
  expect(await orders(game)).toEqual({ ok: true, orders: { block: [], open: ['IMP 1'] } })
  await game.say('garage.ordered', { block: [], open: ['IMP 1'] })
  expect(await orders(game)).toEqual({ ok: true, orders: { block: [], open: [] } })
  const read = (await officer.http.post('/api/lookups', { by: 'plate', plate: 'IMP 1' })).json<LookupResult>().record
  expect(read?.flags).not.toContain('Impounded')
})
