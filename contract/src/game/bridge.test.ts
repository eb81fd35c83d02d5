import { describe, expect, test } from 'vitest'
import { GameCharacter, GameVehicle } from './bridge.records.ts'
import { EVENT_PAYLOADS } from './bridge.events.ts'
import { BridgeEvent, GamePlayer, Identifiers, HANDLED_BY_EVERY_BRIDGE, TO_BRIDGE, TO_PORTAL } from './bridge.ts'

const player = { source: 12, name: 'Jo', identifiers: { steam: '11000010000000A', license: 'ab12' } }

test('a Steam hex has 15 digits without the prefix of the game, and is the same in either case', () => {
  expect(Identifiers.parse({ steam: '11000010000000A' })).toEqual({ steam: '11000010000000a' })
  for (const steam of ['steam:11000010000000a', '1100001', '11000010000000g']) expect(Identifiers.safeParse({ steam }).success).toBe(false)
  expect(Identifiers.parse({})).toEqual({})
})

test('a name is never a reason to refuse a player', () => {
  expect(GamePlayer.parse({ ...player, name: `  ${'x'.repeat(300)}` }).name).toHaveLength(80)
  expect(GamePlayer.parse({ ...player, name: '   ' }).name).toBe('A player')
})

test('an event needs a valid id, a known kind, and an actor or null', () => {
  const event = { id: '0198a1de-7a4b-7c3e-9f27-8a4f3c9d1e00', at: '2026-11-01T20:00:00Z', kind: 'panic', player: null, payload: {} }
  expect(BridgeEvent.safeParse(event).success).toBe(true)
  for (const wrong of [{ id: '12' }, { kind: 'bang' }, { at: 'yesterday' }, { player: undefined }, { payload: 'x' }]) {
    expect(BridgeEvent.safeParse({ ...event, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  }
})

test('omitted fields of a payload become empty', () => {
  expect(EVENT_PAYLOADS['call-911'].parse({ text: ' Help ' })).toEqual({
    text: 'Help',
    caller: '',
    location: '',
    postal: '',
    x: null,
    y: null,
  })
  expect(EVENT_PAYLOADS['call-911'].safeParse({ text: '  ' }).success).toBe(false)
  expect(EVENT_PAYLOADS.status.safeParse({ status: 1 }).success, 'off duty is another event').toBe(false)
})

test('characters that can not be stored are removed from texts of a game', () => {
  expect(EVENT_PAYLOADS['call-911'].parse({ text: 'Fi\0re\ud83d \u001bat\tthe\npier', location: '\0' })).toMatchObject({
    text: 'Fire\ufffd at\tthe\npier',
    location: '',
  })
  expect(EVENT_PAYLOADS['call-911'].safeParse({ text: '\0' }).success).toBe(false)
  expect(GamePlayer.parse({ ...player, name: 'J\0o' }).name).toBe('Jo')
})

test('a number too large for its column is refused', () => {
  expect(EVENT_PAYLOADS['call-attached'].safeParse({ callId: 2_147_483_648 }).success).toBe(false)
  expect(EVENT_PAYLOADS['call-attached'].safeParse({ callId: 2_147_483_647 }).success).toBe(true)
})

test('a bridge of the first version can send all its messages, and is asked only for those it knows', () => {
  const hello = { protocol: 1, version: '0.1.0', resource: 'tenfour', maxPlayers: 48, players: [], whitelist: null }
  expect(TO_PORTAL.hello.payload.parse(hello)).toEqual(hello)
  expect(HANDLED_BY_EVERY_BRIDGE, 'a message added later must not be on this list').toHaveLength(13)
})

test("a character is saved with the game's data, a vehicle with a plate that can be registered", () => {
  expect(GameCharacter.parse({ externalId: ' char1:ab ', name: 'Jo Fox', phone: '555\u0000-0101' })).toEqual({
    externalId: 'char1:ab',
    name: 'Jo Fox',
    phone: '555-0101',
  })
  for (const wrong of [{ externalId: ' ' }, { name: 'J' }, { bornOn: '31/01/1990' }, { bornOn: '2999-01-01' }, { phone: 'x'.repeat(33) }]) {
    expect(GameCharacter.safeParse({ externalId: '1', name: 'Jo Fox', ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  }
  expect(GameVehicle.parse({ plate: '46 EEK 572', model: 'Sultan' })).toEqual({ plate: '46 EEK 572', model: 'Sultan' })
  for (const wrong of [{ plate: '---' }, { plate: 'ÄÖÜ' }, { plate: 'x'.repeat(13) }, { vin: '1' }, { model: '' }, { characterId: 0 }]) {
    expect(GameVehicle.safeParse({ plate: 'ABC123', model: 'Sultan', ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  }
})

describe('answers', () => {
  test('are told apart by ok', () => {
    const refused = { ok: false, code: 'conflict', message: '4L12 is off duty', isFinal: true }
    for (const { answer } of Object.values(TO_PORTAL)) expect(answer.parse(refused)).toEqual(refused)
    const ticket = { ok: true, ticket: null, expiresAt: null, apiKey: 'web_key' }
    expect(TO_PORTAL.ticket.answer.parse(ticket)).toEqual(ticket)
  })

  test('of the bridge to a whitelist have its current environment and version, or null', () => {
    for (const message of ['whitelist', 'whitelist.changed'] as const) {
      for (const has of [{ environment: 'dev', version: 3 }, null]) expect(TO_BRIDGE[message].answer.parse(has)).toEqual(has)
      expect(TO_BRIDGE[message].answer.safeParse({ version: 3 }).success).toBe(false)
    }
  })
})
