import { randomUUID } from 'node:crypto'
import { PLAYER_CODE_TRIES, SERVER_CODE_TRIES, type Identifiers, type Notice, type PlayerCode } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectBridge, issueServerKey, type TestBridge } from '../../../testing/test-bridge.ts'
import { startTestPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'
import { accountOfPlayer } from './players.port.ts'

let t: TestPortal
beforeAll(async () => {
  t = await startTestPortal()
  await t.person('root')
})
afterAll(() => t.close())

let last = 0
const newServer = async () => {
  const { id } = await t.db
    .insertInto('servers')
    .values({ name: `Server ${randomUUID()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
/** A game server of its own, so that tests do not share its limit. */
const connected = async (options: { isLimited?: boolean } = {}) => {
  const serverId = await newServer()
  const key = await issueServerKey(t, serverId)
  if (options.isLimited) await t.db.updateTable('api_keys').set({ is_limited: true }).where('server_id', '=', serverId).execute()
  const bridge = await connectBridge(t, { serverId, key })
  await bridge.hello({ knows: ['player.linked'] })
  return bridge
}
const joins = async (bridge: TestBridge, over: Identifiers = {}) => {
  const identifiers = { license: randomUUID().replaceAll('-', ''), ...over }
  const player = { source: (last += 1), name: `Player ${last}`, identifiers }
  await bridge.say('player.joined', player)
  return {
    ...player,
    type: (code: string) => bridge.say('link.code', { ...player, code }),
    answer: (isOwn: boolean) => bridge.say('link.answer', { identifiers, isOwn }),
  }
}
type Player = Awaited<ReturnType<typeof joins>>
const member = async () => {
  const person = await t.addPerson()
  const http = t.http(person.token)
  const path = `/api/user/players/${person.userId}/code`
  const room = async (): Promise<PlayerCode | null> => {
    const { snapshot, socket } = await watchRoom(t, person.token, 'player-code', { userId: person.userId })
    socket.disconnect()
    return snapshot
  }
  return {
    ...person,
    http,
    room,
    ask: async () => (await http.post(path, {})).json<{ code: string }>().code,
    answer: (isOwn: boolean, { identifiers: { license } }: Player) => http.post(`${path}/answer`, { isOwn, license: license?.slice(-8) }),
    titles: async () => (await http.get(`/api/user/notices/${person.userId}`)).json<Notice[]>().map(({ title }) => title),
  }
}
const whose = ({ identifiers }: Player) => accountOfPlayer(t.db, identifiers)

describe('a code', () => {
  test('names each side to the other, and links the player once both have confirmed, in either order', async () => {
    const bridge = await connected()
    for (const isGameFirst of [true, false]) {
      const [june, player] = [await member(), await joins(bridge, { license2: randomUUID() })]
      const code = await june.ask()
      expect(code).toMatch(/^\d{6}$/)
      expect(await june.room()).toMatchObject({ player: null })
      expect(await player.type(code)).toEqual({ ok: true, name: expect.stringContaining('Person') as string })
      expect(await june.room()).toMatchObject({ player: { name: player.name, license: player.identifiers.license.slice(-8) } })
      expect(await whose(player), 'nothing is linked yet').toBeUndefined()
      if (isGameFirst) {
        expect(await player.answer(true)).toEqual({ ok: true, isLinked: false })
        expect(await june.room()).toMatchObject({ isConfirmedInGame: true })
        expect(await whose(player)).toBeUndefined()
        expect((await june.answer(true, player)).json()).toEqual({ isLinked: true })
      } else {
        expect((await june.answer(true, player)).json()).toEqual({ isLinked: false })
        expect(await whose(player)).toBeUndefined()
        expect(await player.answer(true)).toEqual({ ok: true, isLinked: true })
      }
      expect(await bridge.receive('player.linked', ({ source }) => source === player.source)).toMatchObject({ isLinked: true })
      expect(await whose(player)).toBe(june.userId)
      expect(await accountOfPlayer(t.db, { license2: player.identifiers.license2 })).toBe(june.userId)
      expect(await june.room()).toBeNull()
      expect(await june.titles()).toEqual(['A player was linked to your account'])
      const audited = await t.db
        .selectFrom('audit')
        .select('after')
        .where('action', '=', 'user.player-linked')
        .orderBy('id', 'desc')
        .executeTakeFirst()
      expect(audited?.after).toMatchObject({ license: player.identifiers.license })
    }
    bridge.socket.disconnect()
  })

  test('links nobody whom either side turns down', async () => {
    const bridge = await connected()
    const [june, player] = [await member(), await joins(bridge)]
    await player.type(await june.ask())
    expect((await june.answer(true, player)).statusCode).toBe(200)
    expect(await player.answer(false)).toEqual({ ok: true, isLinked: false })
    expect(await june.room()).toBeNull()
    await player.type(await june.ask())
    expect((await june.answer(false, player)).json()).toEqual({ isLinked: false })
    expect(await player.answer(true)).toMatchObject({ ok: false, code: 'not_found' })
    expect(await whose(player)).toBeUndefined()
    bridge.socket.disconnect()
  })

  test('links nobody by a licence of someone who may not return, typed before that was decided or after', async () => {
    const bridge = await connected()
    const [june, early, late, gone] = [await member(), await joins(bridge), await joins(bridge), await t.addPerson()]
    for (const { identifiers } of [early, late])
      await t.db.insertInto('player_licenses').values({ user_id: gone.userId, license: identifiers.license }).execute()
    await early.type(await june.ask())
    const letGo = await (await t.as('admin')).post(`/api/former-members/${gone.userId}/let-go`, { reason: 'Cheated', mayNotReturn: true })
    expect(letGo.statusCode).toBe(200)
    await early.answer(true)
    const refused = { code: 'forbidden', message: expect.stringMatching(/^This player can't be linked: ask the staff/) as string }
    expect((await june.answer(true, early)).json()).toMatchObject(refused)
    expect(await late.type(await june.ask())).toMatchObject({ ok: false, code: 'forbidden' })
    const linked = await t.db.selectFrom('player_licenses').select('license').where('user_id', '=', june.userId).execute()
    expect(linked).toEqual([])
    bridge.socket.disconnect()
  })

  test('is typed once, by one of two players at the same moment, and the member confirms only whom they were shown', async () => {
    const bridge = await connected()
    const [june, one, two] = [await member(), await joins(bridge), await joins(bridge)]
    const code = await june.ask()
    const answers = await Promise.all([one.type(code), two.type(code)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const [winner, loser] = answers[0].ok ? [one, two] : [two, one]
    expect(await loser.answer(true)).toMatchObject({ ok: false })
    expect((await june.answer(true, loser)).statusCode).toBe(409)
    expect((await june.answer(true, winner)).statusCode).toBe(200)
    const links = await Promise.all([winner.answer(true), winner.answer(true)])
    expect(links.filter((each) => each.ok && each.isLinked)).toHaveLength(1)
    expect(await whose(winner)).toBe(june.userId)
    bridge.socket.disconnect()
  })

  test('ends with a newer one, after ten minutes, and with the account', async () => {
    const bridge = await connected()
    const [june, player] = [await member(), await joins(bridge)]
    const old = await june.ask()
    const code = await june.ask()
    if (old !== code) expect(await player.type(old)).toMatchObject({ ok: false, code: 'not_found' })
    await t.db
      .updateTable('player_codes')
      .set({ expires_at: sql<Date>`now()` })
      .where('user_id', '=', june.userId)
      .execute()
    expect(await player.type(code)).toMatchObject({ ok: false, code: 'not_found' })
    expect(await june.room()).toBeNull()
    const next = await june.ask()
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', june.userId).execute()
    expect(await player.type(next)).toMatchObject({ ok: false, code: 'not_found' })
    bridge.socket.disconnect()
  })

  test('can’t be used twice, nor for a player without a licence', async () => {
    const bridge = await connected()
    const [june, player, other] = [await member(), await joins(bridge), await joins(bridge)]
    const code = await june.ask()
    await player.type(code)
    await player.answer(true)
    await june.answer(true, player)
    expect(await other.type(code)).toMatchObject({ ok: false, code: 'not_found' })
    const nameless = await joins(bridge, { license: undefined, discord: '812345678901234567' })
    expect(await nameless.type(await june.ask())).toMatchObject({ ok: false, code: 'conflict' })
    bridge.socket.disconnect()
  })
})

describe('guessing', () => {
  test('a player has five tries an hour, on all servers together, and a right code is refused after them', async () => {
    const [bridge, elsewhere] = [await connected(), await connected()]
    const [june, player] = [await member(), await joins(bridge)]
    const code = await june.ask()
    const wrong = code === '000000' ? '000001' : '000000'
    const guesses = await Promise.all(Array.from({ length: PLAYER_CODE_TRIES + 3 }, () => player.type(wrong)))
    expect(guesses.filter((each) => !each.ok && each.code === 'not_found')).toHaveLength(PLAYER_CODE_TRIES)
    expect(await player.type(code)).toMatchObject({ ok: false, code: 'too_many_attempts' })
    expect(await (await joins(elsewhere, player.identifiers)).type(code)).toMatchObject({ ok: false, code: 'too_many_attempts' })
    for (const each of [bridge, elsewhere]) each.socket.disconnect()
  })

  test('all players of a server together have so many', async () => {
    const bridge = await connected()
    const code = await (await member()).ask()
    const wrong = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < SERVER_CODE_TRIES; tries += 1) expect((await (await joins(bridge)).type(wrong)).ok).toBe(false)
    expect(await (await joins(bridge)).type(code)).toMatchObject({ ok: false, code: 'too_many_attempts' })
    bridge.socket.disconnect()
  })
})

test('a limited key links nobody, and a game server links nobody whom it has not reported', async () => {
  const [limited, bridge] = [await connected({ isLimited: true }), await connected()]
  const june = await member()
  const code = await june.ask()
  const player = await joins(limited)
  expect(await player.type(code)).toMatchObject({ ok: false, code: 'forbidden' })
  expect(await player.answer(true)).toMatchObject({ ok: false, code: 'forbidden' })
  const absent = { source: 9, name: 'Absent', identifiers: { license: 'absent' } }
  expect(await bridge.say('link.code', { ...absent, code })).toMatchObject({ ok: false, code: 'forbidden' })
  const there = await joins(bridge)
  expect(await there.type(code)).toMatchObject({ ok: true })
  for (const each of [limited, bridge]) each.socket.disconnect()
})

test('nobody asks for a code of another member, answers theirs or follows it', async () => {
  const [june, other] = [await member(), await member()]
  await june.ask()
  const path = `/api/user/players/${june.userId}/code`
  expect((await other.http.post(path, {})).statusCode).toBe(403)
  expect((await other.http.post(`${path}/answer`, { isOwn: true, license: 'x' })).statusCode).toBe(403)
  expect((await (await t.as('admin')).post(path, {})).statusCode).toBe(403)
})
