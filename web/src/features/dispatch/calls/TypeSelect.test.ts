import { expect, test } from 'vitest'
import { aType } from './testing/board.ts'
import { searchTypes } from './TypeSelect.tsx'

const types = [
  aType({ callTypeId: 3, code: 'SHOTS', name: 'Shots fired' }),
  aType({ callTypeId: 8, code: 'STRUCTFIRE', name: 'Structure fire' }),
  aType({ callTypeId: 10, code: 'CRASHINJ', name: 'Accident with injuries' }),
  aType({ callTypeId: 18, code: 'CRASH', name: 'Traffic accident' }),
  aType({ callTypeId: 23, code: 'TRAFFIC', name: 'Traffic stop' }),
]
const found = (text: string) => searchTypes(types, text).map(({ code }) => code)

test('a type whose code was typed comes before one whose name begins with the text', () => {
  expect(found('traffic')).toEqual(['TRAFFIC', 'CRASH'])
})

test('a whole word comes before a word that only begins with the text', () => {
  expect(found('fire')).toEqual(['STRUCTFIRE', 'SHOTS'])
})

test('a part of a word is found too; with nothing typed, all types are listed in their order', () => {
  expect(found('cciden')).toEqual(['CRASHINJ', 'CRASH'])
  expect(found(' ')).toHaveLength(5)
  expect(found('zzz')).toEqual([])
})

test('a type is found by its radio codes, written either way', () => {
  expect([found('10-50'), found('10 50')]).toEqual([
    ['CRASH', 'CRASHINJ'],
    ['CRASH', 'CRASHINJ'],
  ])
  expect([found('10-50 PI'), found('10-3'), found('1050'), found('10-7')]).toEqual([['CRASHINJ'], ['TRAFFIC'], [], []])
})
