import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseConfig } from '../config.ts'
import { fromPortal } from './from-portal.ts'

const dropped: string[] = []
beforeEach(() => {
  dropped.length = 0
  vi.stubGlobal('getPlayerIdentifiers', (source: string) =>
    source === '3' ? ['license:theirs', 'discord:812345678901234567'] : ['license:another'],
  )
  vi.stubGlobal('DropPlayer', (source: string) => dropped.push(source))
})
afterEach(() => vi.unstubAllGlobals())

test('a player who may not return is sent away without Steam too, and nobody who has their number since', () => {
  const config = parseConfig('{ "whitelist": { "kickOnRemoval": false } }')
  const handlers = fromPortal({ config } as Parameters<typeof fromPortal>[0])
  const barred = (source: number, license: string) =>
    handlers['player.barred']?.({ source, identifiers: { license }, reason: 'You may not join this server' })
  barred(4, 'theirs')
  barred(3, 'gone')
  expect(dropped).toEqual([])
  barred(3, 'theirs')
  expect(dropped).toEqual(['3'])
})
