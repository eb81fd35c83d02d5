import { expect, test } from 'vitest'
import { choicesOf, isSameExceptPosition, linkText, linkTo, MapLink } from './map-link.ts'
import { FIRST_CHOICES, withClass, withStatus } from './map-state.ts'

const NOBODY = { unit: null, call: null }

test('a link says where and how close, and drops what makes no sense', () => {
  expect(MapLink.parse({ x: '-1200', y: '300.5', z: '4', unit: '12' })).toEqual({ x: -1200, y: 300.5, z: 4, unit: 12 })
  expect(MapLink.parse({ x: 'west', y: '99999999', z: '-3', unit: '0', call: 'x', players: 'some', alone: 'yes' })).toEqual({})
})

test('the current view becomes a link that leads back there', () => {
  const link = linkTo({ at: { x: 10.4, y: -3.6, zoom: 3.5 }, unit: null, call: 1042 })
  expect(link).toEqual({ x: 10, y: -4, z: 3.5, call: 1042 })
  expect(MapLink.parse(link)).toEqual(link)
})

test('the whole island has no place in the link: it fits every screen', () => {
  expect(linkTo({ at: null, ...NOBODY })).toEqual({})
})

test('filters and layers go into the link and come out of it', () => {
  const choices = { ...withStatus(withStatus(withClass(withClass(FIRST_CHOICES, 3), 1), 5), 3), hasBeats: true, hasClusters: false }
  const hidden = { ...choices, filter: { ...choices.filter, hasPlayers: false } }
  const link = linkTo({ at: null, ...NOBODY }, hidden)
  expect(link).toEqual({ class: 'police,fire', status: '3,5', show: 'beats,each', players: 'no' })
  expect(choicesOf(MapLink.parse(link))).toEqual(hidden)
  expect(choicesOf({})).toEqual(FIRST_CHOICES)
})

test('words that mean nothing are left out', () => {
  expect(choicesOf(MapLink.parse({ class: 'pirates', status: '99,x,,6', show: 'moon' }))).toEqual(withStatus(FIRST_CHOICES, 6))
})

test('looking elsewhere is no other wish; following or filtering is', () => {
  const link: MapLink = { x: 1, y: 2, z: 3, unit: 12 }
  expect(isSameExceptPosition(link, { ...link, x: 900, z: 5 })).toBe(true)
  expect(isSameExceptPosition(link, { x: 1, y: 2, z: 3 })).toBe(false)
  expect(isSameExceptPosition(link, { ...link, class: 'fire' })).toBe(false)
  expect(linkText({ ...link, alone: 'true' })).toBe(linkText(link))
})
