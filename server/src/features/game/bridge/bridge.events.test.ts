import { randomUUID } from 'node:crypto'
import type { EventKind } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { enqueue } from '../../../platform/jobs/jobs.ts'
import { connectBridge, gamePlayer, linkPlayer, steamOf, type TestBridge } from '../../../testing/test-bridge.ts'
import { dispatchOf, type Member } from '../../../testing/test-dispatch.ts'
import { withClient } from '../../../testing/test-database.ts'
import { startTestPortal, until, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let d: ReturnType<typeof dispatchOf>
let dispatcher: Member
let bridge: TestBridge
beforeAll(async () => {
  t = await startTestPortal()
  d = dispatchOf(t)
  dispatcher = await d.onDuty({ department: 'COMM', name: 'Dana' })
})
beforeEach(async () => {
  bridge = await connectBridge(t)
  await bridge.hello()
})
afterAll(() => t.close())

let lastSource = 0
type Somebody = Member & { readonly source: number }
const playing = async (member: Member): Promise<Somebody> => {
  const source = (lastSource += 1)
  await linkPlayer(t, member.userId, source)
  await bridge.say('player.joined', gamePlayer(source))
  return { ...member, source }
}
const officer = async () => playing(await d.onDuty())
const member = async (department: string): Promise<Somebody> => {
  const person = await t.addPerson({ departments: [{ name: department, isPrimary: true }] })
  return playing({ ...person, http: t.http(person.token), identifier: '' })
}

const eventOf = (kind: EventKind, payload: object, by: Somebody | 'stranger' | null, over: object = {}) => ({
  id: randomUUID(),
  at: new Date().toISOString(),
  kind,
  player:
    by === null
      ? null
      : by === 'stranger'
        ? { name: 'Stranger', identifiers: { license: 'abc' } }
        : { name: 'In game', identifiers: gamePlayer(by.source).identifiers },
  payload,
  ...over,
})
const send = (kind: EventKind, payload: object, by: Somebody | 'stranger' | null, over: object = {}) =>
  bridge.say('event', eventOf(kind, payload, by, over))
const callsMade = async () => (await t.db.selectFrom('calls').select('id').execute()).length
const resultOf = (answer: Awaited<ReturnType<typeof send>>) => {
  if (!answer.ok) throw new Error(answer.message)
  return answer.result
}

describe('911 and 311', () => {
  test('from a player without an account create a call under their name in the game, and everyone on the board sees it', async () => {
    const board = await watchRoom(t, dispatcher.token, 'board', { serverId: 1 })
    const { callId } = resultOf(
      await send('call-911', { text: 'Someone shoots', location: 'Grove Street', postal: '5042', x: 12.5, y: -1800 }, 'stranger'),
    )
    expect(await d.detail(dispatcher, callId!)).toMatchObject({
      source: '911-game',
      caller: 'Stranger',
      narrative: 'Someone shoots',
      title: 'Emergency call',
      location: 'Grove Street',
      postal: '5042',
      x: 12.5,
      y: -1800,
      priority: 2,
      createdBy: null,
      log: [{ text: '911 call received', author: null }],
    })
    expect(await board.received()).toMatchObject([{ event: 'call.saved', payload: { callId, source: '911-game' } }])
  })

  test('another number of the community is told to the game, and a call to it opens as the number says, once it is retired too', async () => {
    const admin = await t.as('admin')
    const medical = await t.db.selectFrom('call_types').select('id').where('key', '=', 'MEDICAL').executeTakeFirstOrThrow()
    const value = { kind: 'emergency-number', code: '112', name: 'Ambulance', callType: medical.id }
    const { valueId, version } = (await admin.post('/api/cad/values', value)).json()
    const lines = [
      { number: '911', name: 'Emergency' },
      { number: '112', name: 'Ambulance' },
    ]
    expect(await bridge.receive('settings')).toMatchObject({ numbers: lines })
    await admin.post(`/api/cad/values/${valueId}/retire`, { kind: 'emergency-number', version, isRetired: true })
    expect(await bridge.receive('settings')).toMatchObject({ numbers: lines.slice(0, 1) })
    const { callId } = resultOf(await send('call-911', { text: 'My heart', number: '112' }, 'stranger'))
    expect(await d.detail(dispatcher, callId!)).toMatchObject({
      source: '911-game',
      number: '112',
      callTypeId: medical.id,
      log: [{ text: '112 call received' }],
    })
  })

  test('that only name a place are placed there', async () => {
    const { callId } = resultOf(await send('call-911', { text: 'Someone shoots', location: 'Forum Dr / Strawberry Ave' }, 'stranger'))
    expect(await d.detail(dispatcher, callId!)).toMatchObject({ location: 'Forum Dr / Strawberry Ave', x: 26, y: -1490 })
  })

  test('from a member are in their name, with the character they play, and stay on their desk', async () => {
    const caller = await member('CIV')
    const { callId } = resultOf(await send('call-311', { text: 'Loud music', caller: 'Jane Roe' }, caller))
    expect(await d.detail(dispatcher, callId!)).toMatchObject({
      title: 'Non-emergency call',
      priority: 4,
      caller: 'Jane Roe',
      createdBy: { userId: caller.userId },
    })
    expect((await caller.http.get('/api/cad/calls/mine')).json().items).toMatchObject([
      { callId, narrative: 'Loud music', status: 'pending' },
    ])
  })

  test('that arrive late say so', async () => {
    const at = new Date(Date.now() - 35 * 60_000).toISOString()
    const { callId } = resultOf(await send('call-911', { text: 'Fire' }, 'stranger', { at }))
    expect(await d.texts(dispatcher, callId!)).toEqual(['911 call received 35 min late: the portal could not be reached'])
  })

  test('from a server whose clock is wrong are as late as they waited', async () => {
    const at = new Date(Date.now() - 35 * 60_000).toISOString()
    const inTime = resultOf(await send('call-911', { text: 'Fire' }, 'stranger', { at, waitedSeconds: 0.2 }))
    expect(await d.texts(dispatcher, inTime.callId!)).toEqual(['911 call received'])
    const late = resultOf(await send('call-911', { text: 'Fire' }, 'stranger', { waitedSeconds: 300 }))
    expect(await d.texts(dispatcher, late.callId!)).toEqual(['911 call received 5 min late: the portal could not be reached'])
  })

  test('by a player, of a type for units only, become ordinary calls; a script may use any type', async () => {
    const typeOf = async (who: Parameters<typeof send>[2]) => {
      const { callId } = resultOf(await send('call-created', { type: 'panic', priority: 1, text: 'Help' }, who))
      const { callTypeId, priority } = await d.detail(dispatcher, callId!)
      return { callTypeId, priority }
    }
    const ordinary = { callTypeId: 1, priority: 2 }
    expect(await typeOf('stranger')).toEqual(ordinary)
    expect(await typeOf(await member('CIV'))).toEqual(ordinary)
    expect(await typeOf(null)).toEqual({ callTypeId: 2, priority: 1 })
  })

  test('with characters that can not be stored are accepted without them', async () => {
    const { callId } = resultOf(await send('call-911', { text: 'A f\0ire\ud800', location: 'Route\0 68' }, 'stranger'))
    const call = await t.db.selectFrom('calls').select(['narrative', 'location']).where('id', '=', callId!).executeTakeFirst()
    expect(call).toEqual({ narrative: 'A fire\ufffd', location: 'Route 68' })
  })
})

describe('units', () => {
  test('go on duty, change status and go off duty as on the page', async () => {
    const someone = await member('LSPD')
    expect(await send('duty-on', {}, someone)).toMatchObject({
      ok: false,
      code: 'invalid_input',
      message: 'Say your call sign',
      isFinal: true,
    })
    expect(resultOf(await send('duty-on', { identifier: '7A1', beatId: 2 }, someone))).toEqual({
      unit: { steam: steamOf(someone.source), identifier: '7A1', unitClass: 1, status: 3, callId: null },
    })
    expect(await d.unit(dispatcher, someone)).toMatchObject({ serverId: 1, department: { name: 'LSPD' }, beatId: 2, status: 3 })
    expect(resultOf(await send('status', { status: 4 }, someone)).unit).toMatchObject({ status: 4 })
    expect(resultOf(await send('duty-off', {}, someone)).unit).toMatchObject({ status: null })
    expect((await d.unit(dispatcher, someone)).status).toBe(1)
    expect(resultOf(await send('duty-on', {}, someone)).unit, 'as the last time').toMatchObject({ identifier: '7A1', status: 3 })
  })

  test('create calls, go to them, and clear them', async () => {
    const unit = await officer()
    const made = resultOf(await send('call-created', { type: 'traffic', text: 'Blue Sultan', location: 'Route 68', attach: true }, unit))
    expect(made.unit).toMatchObject({ status: 5, callId: made.callId })
    expect(await d.detail(dispatcher, made.callId!)).toMatchObject({
      callTypeId: 23,
      source: 'officer',
      primaryUserId: unit.userId,
      narrative: 'Blue Sultan',
    })
    const { callId } = await d.call(dispatcher)
    expect(resultOf(await send('call-attached', { callId }, unit))).toMatchObject({ callId, unit: { callId, status: 5 } })
    expect(resultOf(await send('call-cleared', { disposition: 'Warning given' }, unit))).toMatchObject({
      callId,
      unit: { callId: null, status: 3 },
    })
    expect(await d.detail(dispatcher, callId)).toMatchObject({
      status: 'cleared',
      disposition: 'Warning given',
      clearedBy: { userId: unit.userId },
    })
    expect(resultOf(await send('call-attached', { callId: made.callId! }, unit)).callId).toBe(made.callId)
    expect(resultOf(await send('call-attached', { callId: 0 }, unit))).toMatchObject({ unit: { callId: null } })
    expect(await send('call-cleared', {}, unit)).toMatchObject({ ok: false, message: 'You are not on a call' })
  })

  test('press the panic button, and again', async () => {
    const unit = await officer()
    const first = resultOf(await send('panic', { location: 'Legion Square', x: 200, y: -900 }, unit))
    expect(await d.detail(dispatcher, first.callId!)).toMatchObject({
      priority: 1,
      panicUserId: unit.userId,
      location: 'Legion Square',
      x: 200,
    })
    expect(resultOf(await send('panic', {}, unit)).callId).toBe(first.callId)
    expect(await d.texts(dispatcher, first.callId!)).toHaveLength(2)
  })

  test('answer a ping', async () => {
    const unit = await officer()
    const { pingId } = (await dispatcher.http.post(`/api/patrol/unit/${unit.userId}/ping`, { message: 'Code 4?' })).json()
    expect((await send('ping-answered', { pingId }, unit)).ok).toBe(true)
    const ping = await t.db.selectFrom('pings').select('closed_at').where('id', '=', pingId).executeTakeFirstOrThrow()
    expect(ping.closed_at).not.toBeNull()
  })
})

test('a script creates calls without a player, and an unknown type becomes an ordinary call', async () => {
  const alarm = resultOf(
    await send('call-created', { type: 'ALARM', title: 'Fleeca Bank', location: 'Legion Square', caller: 'Alarm company' }, null),
  )
  expect(await d.detail(dispatcher, alarm.callId!)).toMatchObject({
    callTypeId: 17,
    title: 'Fleeca Bank',
    source: '911-game',
    caller: 'Alarm company',
    createdBy: null,
  })
  const odd = resultOf(await send('call-created', { type: 'METEOR', priority: 1 }, null))
  expect(await d.detail(dispatcher, odd.callId!)).toMatchObject({ callTypeId: 1, priority: 1 })
})

describe('a refused event is refused finally, with a message for the player', () => {
  test.each<[string, EventKind, object, () => Promise<Somebody | 'stranger' | null>, string]>([
    ['a status of someone without an account', 'status', { status: 4 }, async () => 'stranger', 'No account of the portal'],
    ['a panic button of nobody', 'panic', {}, async () => null, 'No account of the portal'],
    ['a status of someone off duty', 'status', { status: 4 }, () => member('LSPD'), 'not on duty on this server'],
    ['going off duty without having been on', 'duty-off', {}, () => member('LSPD'), 'not on duty on this server'],
    [
      'a department that is not theirs',
      'duty-on',
      { departmentId: 6, identifier: 'E1' },
      () => member('LSPD'),
      'only for a department of yours',
    ],
    [
      'a member of no department',
      'duty-on',
      { identifier: 'X' },
      async () => playing({ ...(await t.addPerson()), http: t.http(), identifier: '' }),
      'no department',
    ],
    ['a panic button of a civilian', 'panic', {}, async () => playing(await d.onDuty({ department: 'CIV' })), 'do not have access'],
    ['a call that is none', 'call-attached', { callId: 999_999 }, officer, 'no such call'],
    ['clearing a call one is not on', 'call-cleared', { callId: 1001 }, officer, ''],
    ['a call whose number fits no column', 'call-attached', { callId: 99_999_999_999 }, officer, 'callId'],
    ['a ping to someone else', 'ping-answered', { pingId: 999_999 }, officer, 'no such ping'],
    ['a status that is none', 'status', { status: 99 }, officer, 'status'],
    ['a 911 call without words', 'call-911', { text: ' ' }, async () => 'stranger', 'call-911'],
  ])('%s', async (_what, kind, payload, by, message) => {
    const event = eventOf(kind, payload, await by())
    const answer = await bridge.say('event', event)
    expect(answer).toMatchObject({ ok: false, isFinal: true, message: expect.stringContaining(message) as string })
    expect(await bridge.say('event', event), 'sent again').toEqual(answer)
  })

  test('a unit on duty on another server can do nothing on this one', async () => {
    const { id: serverId } = await t.db.insertInto('servers').values({ name: 'Elsewhere' }).returning('id').executeTakeFirstOrThrow()
    const unit = await playing(await d.onDuty({ serverId }))
    for (const [kind, payload] of [
      ['status', { status: 4 }],
      ['panic', {}],
      ['duty-off', {}],
      ['call-attached', { callId: 0 }],
    ] as const) {
      expect(await send(kind, payload, unit), kind).toMatchObject({
        ok: false,
        code: 'conflict',
        message: 'You are not on duty on this server',
      })
    }
    expect((await d.unit(unit, unit)).status).toBe(3)
  })

  test('an event of a disabled account is refused as if the player had no account', async () => {
    const unit = await officer()
    await t.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', unit.userId).execute()
    expect(await send('status', { status: 4 }, unit)).toMatchObject({ ok: false, message: expect.stringContaining('No account') as string })
  })

  test('a refused event stays refused, even if it would be possible now', async () => {
    const unit = await officer()
    await d.status(unit, unit, 1)
    const event = eventOf('status', { status: 4 }, unit)
    const refused = await bridge.say('event', event)
    await d.status(unit, unit, 3)
    expect(await bridge.say('event', event)).toEqual(refused)
    expect((await d.unit(unit, unit)).status).toBe(3)
  })
})

describe('exactly once', () => {
  test('an event that is sent again gets the same answer and has no effect', async () => {
    const event = eventOf('call-911', { text: 'Once' }, 'stranger')
    const first = await bridge.say('event', event)
    const before = await callsMade()
    expect(await bridge.say('event', event)).toEqual(first)
    const later = await connectBridge(t)
    await later.hello()
    expect(await later.say('event', event)).toEqual(first)
    expect(await callsMade()).toBe(before)
  })

  test('fifty events at once, each sent three times, create fifty calls in the order they were sent', async () => {
    const events = Array.from({ length: 50 }, (_, number) => eventOf('call-911', { text: `Number ${number}` }, 'stranger'))
    const before = await callsMade()
    const answers = await Promise.all(events.flatMap((event) => [1, 2, 3].map(() => bridge.say('event', event))))
    expect(await callsMade()).toBe(before + 50)
    const ids = answers.map((answer) => resultOf(answer).callId!)
    expect(new Set(ids).size).toBe(50)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  test('an event that another node applies at the same time has one effect and one answer', async () => {
    const event = eventOf('call-911', { text: 'From two' }, 'stranger')
    const before = await callsMade()
    const answer = await withClient(t.database.url, async (client) => {
      await client.query('begin')
      await client.query("select from streams where key = 'board:1' for update")
      const sent = bridge.say('event', event)
      await until('it waits for the board', async () => {
        const { rows } = await sql<{
          count: number
        }>`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db)
        return rows[0]!.count > 0
      })
      await sql`insert into bridge_events (server_id, event_id, kind, happened_at, answer)
        values (1, ${event.id}, 'call-911', now(), '{"ok": true, "result": {"callId": 7}}')`.execute(t.db)
      await client.query('commit')
      return sent
    })
    expect(answer).toEqual({ ok: true, result: { callId: 7 } })
    expect(await callsMade()).toBe(before)
  })

  test('the same id from another server is another event', async () => {
    const { id: serverId } = await t.db.insertInto('servers').values({ name: 'Other' }).returning('id').executeTakeFirstOrThrow()
    const other = await connectBridge(t, { serverId })
    await other.hello()
    const event = eventOf('call-911', { text: 'Twice' }, 'stranger')
    const [here, there] = [await bridge.say('event', event), await other.say('event', event)]
    expect(resultOf(here).callId).not.toBe(resultOf(there).callId)
  })

  test('a temporary failure is not stored, and the event is applied when it is sent again', async () => {
    const event = eventOf('call-911', { text: 'Try again' }, 'stranger')
    const before = await callsMade()
    await sql`alter table call_logs rename to call_logs_away`.execute(t.db)
    const failed = await bridge.say('event', event)
    await sql`alter table call_logs_away rename to call_logs`.execute(t.db)
    expect(failed).toMatchObject({ ok: false, code: 'internal', isFinal: false })
    expect(await callsMade()).toBe(before)
    expect((await bridge.say('event', event)).ok).toBe(true)
    expect(await callsMade()).toBe(before + 1)
  })

  test('an event is remembered for thirty days', async () => {
    const event = eventOf('plate-read', { plate: 'ABC123' }, null)
    await bridge.say('event', event)
    await sql`update bridge_events set received_at = now() - interval '29 days' where event_id = ${event.id}`.execute(t.db)
    const old = randomUUID()
    await sql`insert into bridge_events (server_id, event_id, kind, happened_at, received_at, answer)
      values (1, ${old}, 'panic', now(), now() - interval '31 days', '{}')`.execute(t.db)
    await enqueue(t.db, { name: 'bridge-prune', payload: z.object({}) }, {})
    const left = async () =>
      (await t.db.selectFrom('bridge_events').select('event_id').where('event_id', 'in', [old, event.id]).execute()).length
    await until('pruned', async () => (await left()) === 1)
    expect((await bridge.say('event', event)).ok).toBe(true)
  })
})
