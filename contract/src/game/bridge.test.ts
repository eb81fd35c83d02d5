import { describe, expect, test } from 'vitest'
import { BridgeEvent, EVENT_PAYLOADS, GamePlayer, Identifiers, TO_BRIDGE, TO_PORTAL } from './bridge.ts'

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

test('an event has an id that is one, a kind that exists, and somebody or nobody', () => {
  const event = { id: '0198a1de-7a4b-7c3e-9f27-8a4f3c9d1e00', at: '2026-11-01T20:00:00Z', kind: 'panic', player: null, payload: {} }
  expect(BridgeEvent.safeParse(event).success).toBe(true)
  for (const wrong of [{ id: '12' }, { kind: 'bang' }, { at: 'yesterday' }, { player: undefined }, { payload: 'x' }]) {
    expect(BridgeEvent.safeParse({ ...event, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  }
})

test('what the payload of an event leaves out is empty', () => {
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

test('what a hostile game can send and nothing can keep is taken out of a text', () => {
  expect(EVENT_PAYLOADS['call-911'].parse({ text: 'Fi\0re\ud83d \u001bat\tthe\npier', location: '\0' })).toMatchObject({
    text: 'Fire\ufffd at\tthe\npier',
    location: '',
  })
  expect(EVENT_PAYLOADS['call-911'].safeParse({ text: '\0' }).success).toBe(false)
  expect(GamePlayer.parse({ ...player, name: 'J\0o' }).name).toBe('Jo')
})

test('a number that no column has room for is none', () => {
  expect(EVENT_PAYLOADS['call-attached'].safeParse({ callId: 2_147_483_648 }).success).toBe(false)
  expect(EVENT_PAYLOADS['call-attached'].safeParse({ callId: 2_147_483_647 }).success).toBe(true)
})

describe('answers', () => {
  test('are told apart by ok', () => {
    const refused = { ok: false, code: 'conflict', message: '4L12 is off duty', isFinal: true }
    for (const { answer } of Object.values(TO_PORTAL)) expect(answer.parse(refused)).toEqual(refused)
    const ticket = { ok: true, ticket: null, expiresAt: null, apiKey: 'web_key' }
    expect(TO_PORTAL.ticket.answer.parse(ticket)).toEqual(ticket)
  })

  test('of the bridge to a whitelist name the list and the version it has now, or that it has none', () => {
    for (const message of ['whitelist', 'whitelist.changed'] as const) {
      for (const has of [{ environment: 'dev', version: 3 }, null]) expect(TO_BRIDGE[message].answer.parse(has)).toEqual(has)
      expect(TO_BRIDGE[message].answer.safeParse({ version: 3 }).success).toBe(false)
    }
  })
})
