import { expect, test } from 'vitest'
import { suggestChannels } from './UnitParts.tsx'

const CHANNELS = ['MAIN', 'TAC 1', 'TAC 2']

test('channels are suggested by their beginning, all of them for an empty field', () => {
  expect(suggestChannels('', CHANNELS)).toEqual(CHANNELS)
  expect(suggestChannels(' ta', CHANNELS)).toEqual(['TAC 1', 'TAC 2'])
  expect(suggestChannels('car to car', CHANNELS)).toEqual([])
})

test('a channel typed in full suggests the others', () => {
  expect(suggestChannels('main', CHANNELS)).toEqual(['TAC 1', 'TAC 2'])
})
