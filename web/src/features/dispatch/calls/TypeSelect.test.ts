import { expect, test } from 'vitest'
import { aType } from './testing/board.ts'
import { searchTypes } from './TypeSelect.tsx'

const types = [
  aType({ callTypeId: 3, code: 'SHOTS', name: 'Shots fired' }),
  aType({ callTypeId: 8, code: 'STRUCTFIRE', name: 'Structure fire' }),
  aType({ callTypeId: 18, code: 'CRASH', name: 'Traffic accident' }),
  aType({ callTypeId: 23, code: 'TRAFFIC', name: 'Traffic stop' }),
]
const found = (text: string) => searchTypes(types, text).map(({ code }) => code)

test('the code that is typed comes before a name that begins so', () => {
  expect(found('traffic')).toEqual(['TRAFFIC', 'CRASH'])
})

test('the very word comes before one that only begins with it', () => {
  expect(found('fire')).toEqual(['STRUCTFIRE', 'SHOTS'])
})

test('a part of a word is found too, and nothing typed finds all as they come', () => {
  expect(found('acci')).toEqual(['CRASH'])
  expect(found(' ')).toHaveLength(4)
  expect(found('zzz')).toEqual([])
})
