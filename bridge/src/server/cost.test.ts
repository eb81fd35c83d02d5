import type { BridgeUnit } from '@tenfour/contract'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { parseConfig } from '../config.ts'
import { createFakeFivem } from '../simulate/fake-fivem.ts'
import { installResource, removeResources } from '../testing/resource.ts'
import { ENGLISH } from '../texts.ts'
import { createCallsInHand } from './calls-in-hand.ts'
import { fromPortal } from './from-portal.ts'
import { forget, remember } from './players.ts'
import { createPositions } from './positions.ts'
import { createUnits } from './units.ts'

/** In one tick, with this many players and units. */
const MAX_NATIVES = 2000
const PLAYERS = Array.from({ length: 200 }, (_, index) => String(index + 1))
const UNITS = PLAYERS.slice(0, 50)
const identifiersOf = (source: string) => ['steam:', 'license:', 'license2:', 'discord:', 'fivem:', 'ip:'].map((kind) => `${kind}${source}`)

afterEach(() => {
  PLAYERS.forEach(forget)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
afterAll(removeResources)

test('a start with everyone connected, someone who joins and an idle server stay below the limit of natives in a tick', async () => {
  const game = createFakeFivem({ folder: await installResource(), convars: { tenfour_url: 'http://127.0.0.1:9', tenfour_key: 'k' } })
  for (const source of PLAYERS) await game.join({ name: `Player ${source}`, identifiers: identifiersOf(source) })
  game.busiestTick()
  game.start()
  expect(game.busiestTick()).toBeLessThanOrEqual(MAX_NATIVES)
  await new Promise<void>((resolve) => void setImmediate(resolve))
  game.busiestTick()
  await game.join({ name: 'Another', identifiers: identifiersOf('999') })
  expect(game.busiestTick()).toBeLessThanOrEqual(40)
  game.stop()
})

/** Counts natives of modules that are run outside of the fake server. */
function countNatives(): () => number {
  let count = 0
  const native =
    <T>(result: T) =>
    (): T => {
      count += 1
      return result
    }
  vi.stubGlobal('getPlayerIdentifiers', (source: string) => identifiersOf(source))
  PLAYERS.forEach(remember)
  for (const [name, result] of Object.entries({ GetPlayerPed: 1, GetEntityCoords: [1, 2, 3], GetEntityHeading: 0, GetVehiclePedIsIn: 0 }))
    vi.stubGlobal(name, native(result))
  for (const name of ['emit', 'emitNet', 'GetPlayerName', 'DropPlayer']) vi.stubGlobal(name, native(null))
  vi.stubGlobal('getPlayers', () => {
    count += PLAYERS.length + 1
    return PLAYERS
  })
  return () => {
    const counted = count
    count = 0
    return counted
  }
}

test('positions of everyone are read within the limit, and cost as much as before', () => {
  vi.useFakeTimers()
  const natives = countNatives()
  const positions = createPositions({ perSecond: 4, players: () => PLAYERS, send: () => undefined })
  positions.start()
  vi.advanceTimersByTime(1000)
  expect(natives() / 4).toBe(PLAYERS.length * 4)
  positions.stop()
})

test('a BOLO, a new call, one that is taken and a removal from the whitelist cost a few natives for each unit', () => {
  const natives = countNatives()
  const notify = () => emitNet('notice')
  const units = createUnits(() => inHand.unitsChanged())
  const inHand = createCallsInHand({ units, notify, texts: ENGLISH, takeHint: '', attach: 'attach' })
  const unit = (source: string): BridgeUnit => ({
    source: Number(source),
    steam: null,
    identifier: '4L',
    unitClass: 1,
    status: 3,
    callId: null,
  })
  const handlers = fromPortal({ config: parseConfig(null), units, inHand, notify, texts: ENGLISH } as unknown as Parameters<
    typeof fromPortal
  >[0])
  units.replace(UNITS.map(unit))
  const call = { callId: 7, priority: 1, title: 'Fire', narrative: '', location: '', postal: '', x: 1, y: 2 }
  const cost = (act: () => void) => {
    natives()
    act()
    return natives()
  }
  const bolo = { boloId: 1, kind: 'vehicle', plate: 'A', name: '', description: '', reason: '', from: '', expiresAt: '' } as const
  expect([
    cost(() => handlers.bolo?.(bolo)),
    cost(() => handlers['call.offered']?.({ call, to: UNITS.map(Number) })),
    cost(() => handlers['call.changed']?.({ call: { ...call, x: 3 } })),
    cost(() => handlers['call.withdrawn']?.({ callId: 7, by: '4L1' })),
    cost(() => handlers.kick?.({ steam: '110000112345678', reason: '' })),
    cost(() => units.replace(UNITS.map(unit))),
  ]).toEqual([51, 101, 51, 51, 0, 0])
})
