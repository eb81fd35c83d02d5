import { UNIT_CLASS, type Bolo } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { markShown, subjectFrom, wasShownHere } from './bolo-draft.port.ts'
import { openBolos, subjectOf, timeLeft, withBoloDelta } from './bolo-list.ts'
import { createBoloNews } from './bolo-news.ts'

const NOW = Date.parse('2026-05-01T12:00:00.000Z')
const inMs = (ms: number) => new Date(NOW + ms).toISOString()
const OTHER = { userId: 20, name: 'S. Whitcombe', identifier: '4L20' }

const bolo = (boloId: number, over: Partial<Bolo> = {}): Bolo => ({
  boloId,
  serverId: 1,
  kind: 'vehicle',
  plate: '46EEK572',
  name: '',
  characterId: null,
  vehicleId: null,
  description: 'Silver Sultan',
  reason: 'Armed robbery',
  callId: 1042,
  by: OTHER,
  createdAt: inMs(-60_000),
  expiresAt: inMs(3_600_000),
  hits: 0,
  lastHitAt: null,
  version: 1,
  ...over,
})
const saved = (payload: Bolo) => ({ event: 'bolo.saved', payload }) as const
const hit = (boloId: number, userId = OTHER.userId, hits = 1) =>
  ({
    event: 'bolo.hit',
    payload: { boloId, what: '46EEK572', by: { ...OTHER, userId }, at: inMs(0), callId: null, hits },
  }) as const

describe('the list', () => {
  test('a new BOLO comes first, a change replaces the older version, and an older version changes nothing', () => {
    const list = [bolo(2, { version: 3 }), bolo(1)]
    expect(withBoloDelta(list, saved(bolo(3))).map(({ boloId }) => boloId)).toEqual([3, 2, 1])
    expect(withBoloDelta(list, saved(bolo(2, { version: 4, reason: 'Located' })))[0]?.reason).toBe('Located')
    expect(withBoloDelta(list, saved(bolo(2, { version: 2, reason: 'Old' })))).toBe(list)
  })
  test('a hit is counted at its BOLO, and a cancelled BOLO leaves the list', () => {
    expect(withBoloDelta([bolo(2), bolo(1)], hit(1, 20, 4)).map(({ hits }) => hits)).toEqual([0, 4])
    expect(withBoloDelta([bolo(2), bolo(1)], { event: 'bolo.ended', payload: { boloId: 2 } }).map(({ boloId }) => boloId)).toEqual([1])
  })
  test('a BOLO that has expired is no longer open', () => {
    expect(openBolos([bolo(1, { expiresAt: inMs(-1) }), bolo(2)], NOW).map(({ boloId }) => boloId)).toEqual([2])
  })
  test('a BOLO tells who or what to look for, and how long it lasts', () => {
    expect(subjectOf(bolo(1))).toBe('46EEK572, Silver Sultan')
    expect(subjectOf(bolo(1, { kind: 'person', name: '', description: 'Male, grey hoodie' }))).toBe('Male, grey hoodie')
    expect(timeLeft(inMs(112_000), NOW)).toBe('1:52')
    expect(timeLeft(inMs(5.2 * 3_600_000), NOW)).toBe('5 h 12 min')
    expect(timeLeft(inMs(80 * 3_600_000), NOW)).toBe('3 d')
    expect(timeLeft(inMs(-5), NOW)).toBe('0:00')
  })
})

describe('news', () => {
  const listen = (unitClass: 1 | 2 = UNIT_CLASS.Leo, wasShown = false) => {
    let at = NOW
    const newsOf = createBoloNews({ userId: 12, unitClass, wasShownHere: () => wasShown, now: () => at })
    return { newsOf, wait: (ms: number) => void (at += ms) }
  }
  test('a new BOLO is announced with its subject and reason; a change or the unit’s own BOLO is not', () => {
    const { newsOf } = listen()
    expect(newsOf([], saved(bolo(1)))).toEqual({ text: 'BOLO: 46EEK572, Silver Sultan. Armed robbery', hasSound: true })
    expect(newsOf([bolo(1)], saved(bolo(1, { version: 2 })))).toBeNull()
    expect(newsOf([], saved(bolo(2, { by: { ...OTHER, userId: 12 } })))).toBeNull()
  })
  test('dispatchers hear of hits, not of new BOLOs', () => {
    const { newsOf } = listen(UNIT_CLASS.Comms)
    expect(newsOf([], saved(bolo(1)))?.hasSound).toBe(false)
    expect(newsOf([bolo(1)], hit(1))).toEqual({ text: 'BOLO hit: 46EEK572, run by 4L20. Armed robbery', hasSound: true })
  })
  test('the same unit hitting it again and again is told once a minute', () => {
    const { newsOf, wait } = listen()
    expect(newsOf([bolo(1)], hit(1))).not.toBeNull()
    expect(newsOf([bolo(1)], hit(1))).toBeNull()
    wait(61_000)
    expect(newsOf([bolo(1)], hit(1))).not.toBeNull()
  })
  test('many BOLOs at once make six messages and one sound', () => {
    const { newsOf } = listen()
    const told = Array.from({ length: 20 }, (_, index) => newsOf([], saved(bolo(index + 1)))).filter((each) => each !== null)
    expect(told).toHaveLength(6)
    expect(told.filter(({ hasSound }) => hasSound)).toHaveLength(1)
  })
  test('the unit’s own hit is announced, unless the lookup on this page has just shown it', () => {
    expect(listen().newsOf([bolo(1)], hit(1, 12))?.text).toBe('BOLO hit: 46EEK572, run by you. Armed robbery')
    expect(listen(UNIT_CLASS.Leo, true).newsOf([bolo(1)], hit(1, 12))).toBeNull()
    expect(listen(UNIT_CLASS.Leo, true).newsOf([bolo(1)], hit(1, 20))).not.toBeNull()
  })
  test('a hit that a lookup has shown is remembered for a few seconds', () => {
    markShown([7], NOW)
    expect(wasShownHere(7, NOW + 4000)).toBe(true)
    expect(wasShownHere(7, NOW + 6000)).toBe(false)
    expect(wasShownHere(8, NOW)).toBe(false)
  })
})

test.each([
  ['46E*', { kind: 'vehicle', plate: '46E*' }],
  ['46 eek 572', { kind: 'vehicle', plate: '46 EEK 572' }],
  ['Dexter Marlowe', { kind: 'person', name: 'Dexter Marlowe' }],
  ["Male, 6'2, grey hoodie", { kind: 'person', name: "Male, 6'2, grey hoodie" }],
])('bolo %s', (typed, subject) => expect(subjectFrom(typed)).toEqual(subject))
