import { expect, test } from 'vitest'
import { BEAT_AREAS } from './beat-areas.ts'
import { coastline } from './coast.ts'
import { isInside } from './geometry.ts'
import { beatAt, locate } from './locate.ts'
import { NAMES } from '@tenfour/contract/island'

test('a place is said as on the radio: the road, then what is near', () => {
  expect(locate(560, 2682)).toBe('Route 68, Harmony')
  expect(locate(200, -940)).toContain('Legion Square')
  expect(locate(-6000, -6000)).toBe('')
})

test.each([
  [-30, -560, 'City Centre'],
  [1850, 3690, 'Sandy Shores'],
  [-100, 6350, 'Paleto Bay'],
  [1690, 4920, 'Grapeseed'],
  [-3100, 1000, 'Great Ocean Highway'],
  [-1035, -2735, 'Harbour and Airport'],
  [120, 1060, 'Vinewood'],
])('%d, %d is on the beat %s', (x, y, beat) => {
  expect(beatAt(x, y)).toBe(beat)
})

test('every town and district lies on the land, and on one beat', () => {
  const land = coastline()
  const places = NAMES.filter(({ kind }) => kind === 'town' || kind === 'district')
  const isWet = ({ name }: { name: string }) => name.includes('Zancudo') || name.includes('Beach')
  expect(places.filter((place) => !isWet(place) && !isInside(land, place.x, place.y))).toEqual([])
  expect(places.filter(({ x, y }) => BEAT_AREAS.filter(({ line }) => isInside(line, x, y)).length !== 1)).toEqual([])
})
