import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectBridge, gamePlayer, linkPlayer, type TestBridge } from '../../../testing/test-bridge.ts'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { driver, followMap, joinMap } from '../../../testing/test-map.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let bridge: TestBridge
let cars: ReturnType<typeof driver>
let officer: Member
let medic: Member
let civilian: Member
const [OFFICER, MEDIC, CIVILIAN, STRANGER] = [1, 2, 3, 4]
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  officer = await d.onDuty({ name: 'Ann' })
  medic = await d.onDuty({ department: 'FIRE', name: 'Mel' })
  civilian = await d.onDuty({ department: 'CIV', name: 'Cid' })
  await linkPlayer(t, officer.userId, OFFICER)
  await linkPlayer(t, medic.userId, MEDIC)
  await linkPlayer(t, civilian.userId, CIVILIAN)
})
afterAll(() => t.close())
beforeEach(async () => {
  bridge = await connectBridge(t)
  await bridge.hello({ players: [OFFICER, MEDIC, CIVILIAN, STRANGER].map((source) => gamePlayer(source)) })
  cars = driver(bridge)
  cars.drive({ [OFFICER]: [100, 1], [MEDIC]: [200, 2], [CIVILIAN]: [300, 3], [STRANGER]: [400, 4] })
})

const follow = async (token: string, serverId = 1) => followMap(await t.connect(token), serverId)
const addServer = async (name: string) => (await t.db.insertInto('servers').values({ name }).returning('id').executeTakeFirstOrThrow()).id

describe('visibility', () => {
  test('a unit sees only the units of its server, with call sign and class', async () => {
    const map = await follow(officer.token)
    expect(map.group).toBe('units')
    await map.sees(medic.identifier, 200)
    expect(map.names()).toEqual([officer.identifier, medic.identifier].toSorted())
    expect([...map.roster.values()]).toContainEqual({
      slot: expect.any(Number) as number,
      userId: medic.userId,
      name: 'Mel',
      identifier: medic.identifier,
      unitClass: 3,
    })
    cars.drive({ [CIVILIAN]: [310, 3], [STRANGER]: [410, 4], [OFFICER]: [110, 1] })
    await map.sees(officer.identifier, 110)
    expect(map.decoder.size()).toBe(2)
  })

  test('staff see the units of any server, admins everyone', async () => {
    const staff = await follow((await t.person('staff')).token)
    await staff.sees(officer.identifier, 100)
    expect([staff.group, staff.decoder.size()]).toEqual(['units', 2])
    const admin = await follow((await t.person('admin')).token)
    expect(admin.group).toBe('all')
    await admin.sees('Player 4', 400)
    expect(admin.names()).toEqual([officer.identifier, medic.identifier, 'Player 3', 'Player 4'].toSorted())
    expect([...admin.roster.values()].find(({ name }) => name === 'Player 4')).toMatchObject({
      userId: null,
      identifier: null,
      unitClass: null,
    })
    expect([...admin.roster.values()].find(({ name }) => name === 'Player 3')).toMatchObject({ userId: civilian.userId, identifier: null })
  })

  test('a civilian, a member off duty and a unit of another server see nothing', async () => {
    const elsewhere = await d.onDuty({ serverId: await addServer('Elsewhere') })
    for (const { token } of [civilian, elsewhere, await t.person('member'), await t.person('officer')]) {
      const socket = await t.connect(token)
      let frames = 0
      socket.on('map.frame', () => void (frames += 1))
      expect(await joinMap(socket)).toMatchObject({ ok: false, code: 'forbidden' })
      expect(await socket.timeout(5000).emitWithAck('map.key', { serverId: 1 })).toMatchObject({ ok: false, code: 'forbidden' })
      expect(await socket.timeout(5000).emitWithAck('map.trails', { serverId: 1, slots: [0] })).toMatchObject({
        ok: false,
        code: 'forbidden',
      })
      cars.drive({ [OFFICER]: [101, 1] })
      await sleep(100)
      expect(frames).toBe(0)
    }
  })

  test('an invalid request is refused, and the map of a server that never connected is empty', async () => {
    const socket = await t.connect((await t.person('admin')).token)
    expect(await socket.timeout(5000).emitWithAck('map.join', { serverId: 'x' } as never)).toMatchObject({
      ok: false,
      code: 'invalid_input',
    })
    expect(await joinMap(socket, await addServer('Never'))).toMatchObject({ ok: true, roster: [] })
  })
})

describe('changes take effect at once', () => {
  test("an officer whose duty ends sees nothing any more, and disappears from the others' map", async () => {
    const leaver = await d.onDuty({ name: 'Leo' })
    await linkPlayer(t, leaver.userId, STRANGER)
    const [own, other] = [await follow(leaver.token), await follow(officer.token)]
    await other.sees(leaver.identifier, 400)
    await d.status(leaver, leaver, 1)
    await until('closed', () => own.isClosed())
    const seen = own.frames.length
    await until('gone', () => !other.names().includes(leaver.identifier))
    cars.drive({ [STRANGER]: [500, 4], [OFFICER]: [120, 1] })
    await other.sees(officer.identifier, 120)
    expect(own.frames.length).toBe(seen)
    expect(other.decoder.size()).toBe(2)
    expect(await joinMap(await t.connect(leaver.token))).toMatchObject({ ok: false })
    await t.db.updateTable('users').set({ steam_id: null }).where('id', '=', leaver.userId).execute()
  })

  test('a player who goes on duty appears on the map of the units, and disappears when they leave the game', async () => {
    const comer = await t.addPerson({ name: 'Ned', departments: [{ name: 'LSPD', isPrimary: true }] })
    await linkPlayer(t, comer.userId, STRANGER)
    const map = await follow(officer.token)
    await t.http(comer.token).post('/api/patrol/unit/save', { serverId: 1, departmentId: 2, identifier: '9N1' })
    await map.sees('9N1', 400)
    await bridge.say('player.left', { source: STRANGER })
    cars.drive({ [STRANGER]: null })
    await until('gone', () => map.decoder.size() === 2 && !map.names().includes('9N1'))
    await d.status({ http: t.http(comer.token) }, comer, 1)
    await t.db.updateTable('users').set({ steam_id: null }).where('id', '=', comer.userId).execute()
  })

  test('another call sign is shown', async () => {
    const map = await follow(officer.token)
    await medic.http.post(`/api/patrol/unit/identifier/${medic.userId}`, { identifier: 'MED-9' })
    await map.sees('MED-9', 200)
    await medic.http.post(`/api/patrol/unit/identifier/${medic.userId}`, { identifier: medic.identifier })
  })

  test('a former admin only sees what their remaining rights allow', async () => {
    const boss = await t.addPerson({ roles: ['Admin', 'Staff'] })
    const map = await follow(boss.token)
    expect(map.group).toBe('all')
    await t.db
      .deleteFrom('user_roles')
      .where('user_id', '=', boss.userId)
      .where('role_id', 'in', (eb) => eb.selectFrom('roles').select('id').where('name', '=', 'Admin'))
      .execute()
    await until('closed', () => map.isClosed())
    expect(await joinMap(await t.connect(boss.token))).toMatchObject({ ok: true, group: 'units' })
  })

  test('a viewer who leaves the map receives no more frames', async () => {
    const socket = await t.connect(officer.token)
    const map = await followMap(socket)
    socket.emit('map.leave', { serverId: 1 })
    await sleep(100)
    const seen = map.frames.length
    cars.drive({ [OFFICER]: [130, 1] })
    await sleep(400)
    expect(map.frames.length).toBe(seen)
  })
})

describe('frames', () => {
  test('are sent at most four times a second, however often positions arrive', async () => {
    const map = await follow(officer.token)
    const start = Date.now()
    for (let step = 0; step < 50; step += 1) {
      cars.drive({ [OFFICER]: [1000 + step, 1] })
      await sleep(20)
    }
    await map.sees(officer.identifier, 1049)
    const within = (Date.now() - start) / 1000
    expect(map.frames.length - 1).toBeLessThanOrEqual(Math.ceil(within * 4) + 2)
    expect(map.frames.every(({ kind }) => kind === 'key' || kind === 'delta')).toBe(true)
  })

  test('of a group contain no movement of players whom that group does not see', async () => {
    const map = await follow(officer.token)
    await map.sees(officer.identifier, 100)
    const [before, start] = [map.frames.length, Date.now()]
    for (let step = 0; step < 8; step += 1) {
      cars.drive({ [STRANGER]: [2000 + step, 1] })
      await sleep(100)
    }
    // One frame a second shows that the map is alive.
    expect(map.frames.length - before).toBeLessThanOrEqual(Math.ceil((Date.now() - start) / 1000) + 1)
  })

  test('can be followed again after requesting a key frame', async () => {
    const map = await follow(officer.token)
    map.decoder.decode(new Uint8Array([2, 1, 1]))
    await map.askKey()
    cars.drive({ [OFFICER]: [140, 1] })
    await map.sees(officer.identifier, 140)
  })

  test('are skipped for a slow viewer, who then requests a key frame; other viewers are not affected', async () => {
    const socket = await t.connect(officer.token)
    const [slow, other] = [await followMap(socket), await follow(medic.token)]
    await slow.sees(officer.identifier, 100)
    const connection = t.app.realtime.namespace('/').sockets.get(socket.id!)!.conn
    // Simulates a client whose buffers are full: writes are never flushed.
    const stuck = setInterval(() => connection.emit('packetCreate'), 1)
    await sleep(50)
    const seen = slow.frames.length
    cars.drive({ [OFFICER]: [180, 1] })
    await other.sees(officer.identifier, 180)
    clearInterval(stuck)
    expect(slow.frames.length).toBe(seen)
    connection.emit('drain')
    await sleep(300)
    cars.drive({ [OFFICER]: [190, 1] })
    await until('noticed', () => slow.frames.at(-1)?.kind === 'gap')
    await slow.askKey()
    expect(slow.at(officer.identifier)).toMatchObject({ x: 190 })
  })

  test('missed by the portal make it request a key frame from the bridge, which repairs the map', async () => {
    const map = await follow(officer.token)
    cars.lose()
    cars.drive({ [OFFICER]: [150, 1] })
    await bridge.receive('positions.key')
    cars.drive({ [OFFICER]: [160, 1] })
    cars.sendKey()
    await map.sees(officer.identifier, 160)
    expect(bridge.received.filter(({ message }) => message === 'positions.key')).toEqual([])
  })

  test('continue when the bridge reconnects with other player numbers', async () => {
    const map = await follow(officer.token)
    await map.sees(officer.identifier, 100)
    bridge.socket.disconnect()
    await sleep(100)
    expect(map.at(officer.identifier), 'stays where it was last seen').toMatchObject({ x: 100 })
    const again = await connectBridge(t)
    await again.hello({ players: [gamePlayer(OFFICER, { source: 77 })] })
    driver(again).drive({ 77: [170, 1] })
    await map.sees(officer.identifier, 170)
    expect(map.names()).toEqual([officer.identifier])
  })
})

test('trails show where units have been, to viewers who may see them', async () => {
  const map = await follow(officer.token)
  for (const x of [3000, 3100]) {
    cars.drive({ [OFFICER]: [x, 1], [STRANGER]: [x, 5] })
    await map.sees(officer.identifier, x)
    await sleep(2100)
  }
  cars.drive({ [OFFICER]: [3200, 1] })
  await map.sees(officer.identifier, 3200)
  const points = await map.trailOf(officer.identifier)
  expect(points.map(({ x }) => x).slice(-2)).toEqual([3100, 3200])
  points.slice(1).forEach(({ at }, index) => expect(at - points[index]!.at).toBeGreaterThanOrEqual(2000))
  const admin = await follow((await t.person('admin')).token)
  expect((await admin.trailOf(officer.identifier)).length).toBeGreaterThanOrEqual(3)
  expect(await admin.trailOf('Player 4'), 'of units only').toEqual([])
})
