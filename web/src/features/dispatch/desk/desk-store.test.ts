import type { OwnCall, Ping, Tone } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { answerWords, EMPTY_DESK, withDeskDelta, withDeskSnapshot, type DeskState, tonesFor } from './desk-store.ts'

const ping = (pingId: number, over: Partial<Ping> = {}): Ping => ({
  pingId,
  kind: 'ping',
  from: { userId: 9, name: 'Remy Stone', identifier: 'D-3' },
  message: '',
  at: '2026-05-01T21:00:00.000Z',
  deadline: null,
  ...over,
})
const ownCall = (callId: number, over: Partial<OwnCall> = {}): OwnCall => ({
  callId,
  title: 'Emergency call',
  narrative: 'Someone is hurt',
  location: 'Alta St',
  postal: '8077',
  status: 'pending',
  mergedIntoId: null,
  createdAt: '2026-05-01T21:00:00.000Z',
  clearedAt: null,
  ...over,
})
const ids = ({ pings }: DeskState) => pings.map(({ pingId }) => pingId)

test('a snapshot puts pings in the order they came and calls newest first', () => {
  const desk = withDeskSnapshot({ pings: [ping(4), ping(2)], calls: [ownCall(1001), ownCall(1004)] })
  expect(ids(desk)).toEqual([2, 4])
  expect(desk.calls.map(({ callId }) => callId)).toEqual([1004, 1001])
})

test('a member who asks again replaces their question; another member asks beside it', () => {
  const first = withDeskDelta(EMPTY_DESK, { event: 'ping.saved', payload: ping(1) })
  const again = withDeskDelta(first, { event: 'ping.saved', payload: ping(2) })
  const other = withDeskDelta(again, { event: 'ping.saved', payload: ping(3, { from: { userId: 8, name: 'Nora', identifier: '' } }) })
  const portal = withDeskDelta(other, { event: 'ping.saved', payload: ping(4, { kind: 'welfare', from: null }) })
  expect(ids(portal)).toEqual([2, 3, 4])
})

test('an answer closes its ping, from whichever page it came', () => {
  const desk = withDeskSnapshot({ pings: [ping(1), ping(2)], calls: [] })
  const by = { userId: 1, name: 'Rosa', identifier: '4L12' }
  expect(ids(withDeskDelta(desk, { event: 'ping.answered', payload: { pingId: 1, by } }))).toEqual([2])
})

test('a call that changes keeps its place', () => {
  const desk = withDeskSnapshot({ pings: [], calls: [ownCall(1001), ownCall(1004)] })
  const after = withDeskDelta(desk, { event: 'own-call.saved', payload: ownCall(1001, { status: 'active' }) })
  expect(after.calls.map(({ callId, status }) => [callId, status])).toEqual([
    [1004, 'pending'],
    [1001, 'active'],
  ])
})

test('the one who asked is told who answered; the one who answered is told nothing', () => {
  const by = { userId: 1, name: 'Rosa Delgado', identifier: '4L12' }
  expect(answerWords({ pingId: 1, by }, 9)).toBe('4L12 acknowledged')
  expect(answerWords({ pingId: 1, by: { ...by, identifier: '' } }, 9)).toBe('Rosa Delgado acknowledged')
  expect(answerWords({ pingId: 1, by }, 1)).toBeNull()
})

const AT = '2026-05-01T21:00:00.000Z'
const tone = (toneId: number, over: Partial<Tone> = {}): Tone => ({
  toneId,
  serverId: 1,
  classes: [3],
  message: 'Structure fire',
  callId: null,
  by: { userId: 9, name: 'Remy Stone' },
  at: AT,
  ...over,
})
const read = (tones: readonly Tone[], over = {}) =>
  tonesFor(tones, { userId: 1, unitClass: 3, isPast: () => false, openedAt: Date.parse(AT), now: Date.parse(AT) + 60_000, ...over }).map(
    ({ toneId }) => toneId,
  )

test('a tone is for its classes, and not for who sounded it', () => {
  expect(read([tone(1), tone(2, { classes: [1] }), tone(3, { classes: [1, 3] }), tone(4, { by: { userId: 1, name: 'Me' } })])).toEqual([
    1, 3,
  ])
})

test('a tone that was put away or is ten minutes old is over', () => {
  expect(read([tone(1), tone(2)], { isPast: ({ toneId }: Tone) => toneId === 1 })).toEqual([2])
  expect(read([tone(1)], { now: Date.parse(AT) + 600_000 })).toEqual([])
  expect(read([tone(1)], { openedAt: Date.parse(AT) + 61_000 })).toEqual([])
})
