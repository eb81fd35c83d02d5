import { expect, test } from 'vitest'
import { focusOf, instantText, linkAt, linkText, ReplayLink, sourceOf } from './replay-link.ts'

test('a call, a patrol or an evening is played; a link without one is a choice', () => {
  expect(sourceOf(ReplayLink.parse({ call: '1042' }))).toEqual({ kind: 'call', callId: 1042 })
  expect(sourceOf(ReplayLink.parse({ patrol: '5000000000' }))).toEqual({ kind: 'patrol', patrolId: 5_000_000_000 })
  const evening = { server: '1', from: '2026-11-14T20:00:00Z', to: '2026-11-14T23:00:00Z' }
  expect(sourceOf(ReplayLink.parse(evening))).toEqual({ kind: 'evening', serverId: 1, from: evening.from, to: evening.to })
  expect(sourceOf(ReplayLink.parse({ server: '1', from: evening.from }))).toBeNull()
  expect(sourceOf(ReplayLink.parse({}))).toBeNull()
})

test('a parameter that makes no sense is dropped, and the rest stays', () => {
  expect(ReplayLink.parse({ call: '1042', at: 'yesterday', speed: '3', unit: '-1', show: 'some' })).toEqual({ call: 1042 })
  expect(ReplayLink.parse({ call: ['1', '2'], patrol: '9', speed: '30' })).toEqual({ patrol: 9, speed: 30 })
})

test('a moment written into an address comes back the same', () => {
  const link = ReplayLink.parse({ call: '1042' })
  const at = Date.parse('2026-11-14T21:44:12.345Z')
  const text = linkText(linkAt(link, { at, speed: 30, unit: 7, focused: 1042, isAll: true, hasTrails: false }))
  expect(text).toBe('call=1042&at=2026-11-14T21%3A44%3A12Z&speed=30&unit=7&show=all&trails=no')
  expect(ReplayLink.parse(Object.fromEntries(new URLSearchParams(text)))).toEqual({
    call: 1042,
    at: '2026-11-14T21:44:12Z',
    speed: 30,
    unit: 7,
    show: 'all',
    trails: 'no',
  })
})

test('a call that is looked at within an evening or another call is in the address', () => {
  const moment = { at: 0, speed: 1, unit: null, focused: 7, isAll: false, hasTrails: true }
  const evening = linkAt(ReplayLink.parse({ server: '1', from: '2026-11-14T20:00:00Z', to: '2026-11-14T23:00:00Z' }), moment)
  expect(evening).toMatchObject({ server: 1, focus: 7 })
  expect(evening.show).toBeUndefined()
  expect(focusOf(ReplayLink.parse(Object.fromEntries(new URLSearchParams(linkText(evening)))))).toBe(7)
  expect(linkAt(evening, { ...moment, isAll: true })).toMatchObject({ focus: 7, show: 'all' })
  expect(linkAt(evening, { ...moment, focused: null, isAll: true })).not.toHaveProperty('show')
  const other = linkAt({ call: 1042 }, moment)
  expect(other).toMatchObject({ call: 1042, focus: 7 })
  expect([focusOf(other), focusOf({ call: 1042 }), focusOf({})]).toEqual([7, 1042, null])
  expect(linkAt(other, { ...moment, focused: 1042 })).not.toHaveProperty('focus')
})

test('an instant is written to the second', () => {
  expect(instantText(Date.parse('2026-11-14T21:44:12.999Z'))).toBe('2026-11-14T21:44:12Z')
})
