import { expect, test } from 'vitest'
import { linkTo, MapLink } from './map-link.ts'

test('a link says where and how close, and drops what makes no sense', () => {
  expect(MapLink.parse({ x: '-1200', y: '300.5', z: '4', unit: '12' })).toEqual({ x: -1200, y: 300.5, z: 4, unit: 12 })
  expect(MapLink.parse({ x: 'west', y: '99999999', z: '-3', unit: '0', call: 'x', alone: 'yes' })).toEqual({})
})

test('what is seen becomes a link that leads back there', () => {
  const link = linkTo({ x: 10.4, y: -3.6, zoom: 3.5, unit: null, call: 1042 })
  expect(link).toEqual({ x: 10, y: -4, z: 3.5, call: 1042 })
  expect(MapLink.parse(link)).toEqual(link)
})
