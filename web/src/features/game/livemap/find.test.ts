import { expect, test } from 'vitest'
import type { Look } from '../../../map/engine/looks.ts'
import { buildCall } from '../../dispatch/board/testing/build-board.ts'
import { find, type Findable } from './find.ts'

const look = (slot: number, label: string, name: string): Look => ({
  slot,
  userId: slot,
  shape: 'police',
  tone: 'available',
  isAir: false,
  label,
  name,
  status: 3,
  callId: null,
  isPanic: false,
  isShown: true,
})
const all: Findable = {
  looks: [look(1, '4L12', 'Rosa Delgado'), look(2, '4L1', 'Jörg Brandt'), look(3, '', 'Harmony Fields')],
  calls: [buildCall(1042, { title: 'Robbery in progress', location: 'Route 68, Harmony' }), buildCall(12, { title: 'Noise' })],
  postals: [
    { code: '412', x: 10, y: 20 },
    { code: '5041', x: 1, y: 2 },
  ],
  places: [
    { name: 'Harmony', kind: 'town', x: 580, y: 2740 },
    { name: 'Pacific Ocean', kind: 'sea', x: 0, y: 0 },
  ],
}
const titles = (text: string) => find(text, all).map(({ title }) => title)

test('a call sign found whole comes before one that only begins so', () => {
  expect(titles('4l1')).toEqual(['4L1', '4L12'])
})

test('an exact match comes first, whatever kind it is', () => {
  expect(titles('harmony')).toEqual(['Harmony', '1042 Robbery in progress', 'Harmony Fields'])
})

test('names are found without their accents, and by a later word', () => {
  expect(titles('jorg')).toEqual(['4L1'])
  expect(titles('delgado')).toEqual(['4L12'])
})

test('a number finds calls and postals by their beginning', () => {
  expect(titles('104')).toEqual(['1042 Robbery in progress'])
  expect(titles('504')).toEqual(['5041'])
  expect(titles('041')).toEqual([])
  expect([titles('postal 5041'), titles('p 504')]).toEqual([['5041'], ['5041']])
})

test('coordinates are a place', () => {
  expect(find('-1204.5, 322', all)[0]).toMatchObject({ kind: 'place', at: [-1204.5, 322] })
})

test('the sea is nowhere to go, and nothing finds nothing', () => {
  expect(titles('pacific')).toEqual([])
  expect(titles('  ')).toEqual([])
})
