import { UNIT_CLASS, type BridgeUnit, type PlateHits } from '@tenfour/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { fakePlateReader } from '../simulate/fake-plate-reader.ts'
import { createEmitter, overTheWire, type Handler } from '../simulate/fake-wire.ts'
import { createLimits } from './limits.ts'
import { followPlateReader } from './plate-reader.ts'

afterEach(() => vi.unstubAllGlobals())

const STOLEN: PlateHits = { plate: 'STOLEN', isRegistered: true, model: 'Sultan', colour: '', owner: null, flags: ['Stolen'], bolos: [] }

function start(unitClass: BridgeUnit['unitClass'] = UNIT_CLASS.Leo) {
  const provided: Record<string, Record<string, Handler>> = {}
  const running = new Set<string>()
  const emitter = createEmitter({ setSource: (source) => vi.stubGlobal('source', source), complain: () => undefined })
  vi.stubGlobal('onNet', emitter.onNet)
  vi.stubGlobal('exports', provided)
  vi.stubGlobal('getPlayerIdentifiers', () => ['license:abc'])
  vi.stubGlobal('GetResourceState', (resource: string) => (running.has(resource) ? 'started' : 'missing'))
  const reader = fakePlateReader({
    provide: (resource, exported) =>
      void (provided[resource] = Object.fromEntries(
        Object.entries(exported).map(([name, fn]) => [name, (...args: unknown[]) => overTheWire(fn(...args.map(overTheWire)))]),
      )),
    startOther: (resource) => void running.add(resource),
    fromGame: (source, event, ...args) => emitter.net(event, source, args),
  })
  const [asked, read, hits]: [string[], string[], string[]] = [[], [], []]
  const waiting: (() => void)[] = []
  followPlateReader({
    portal: {
      knows: () => true,
      ask: (async (_message: string, { plate }: { plate: string }) => {
        asked.push(plate)
        await new Promise<void>((resolve) => waiting.push(resolve))
        return { ok: true, hits: plate === 'STOLEN' ? STOLEN : null }
      }) as never,
    },
    limits: createLimits(),
    unitOf: () => ({ unitClass }),
    read: (_source, { plate, camera }) => void read.push(`${camera} ${plate}`),
    onHit: (_source, { plate }) => void hits.push(plate),
  })
  const answer = async () => {
    for (const each of waiting.splice(0)) each()
    await new Promise((resolve) => setImmediate(resolve))
  }
  reader.start()
  return { reader, asked, read, hits, answer }
}

test('cars that pass are asked about and not logged; a hit locks the camera with its sound, and is logged once', async () => {
  const { reader, asked, read, hits, answer } = start()
  reader.pass('front', 'PARKED')
  reader.pass('front', 'STOLEN')
  await answer()
  expect(asked).toEqual(['PARKED', 'STOLEN'])
  expect(hits).toEqual(['STOLEN'])
  expect(reader.isLocked('front')).toBe(true)
  expect(reader.sounds).toEqual(['beep', 'plate_hit'])
  expect(read, 'the lock that we caused').toEqual([])
})

test('a plate that the officer locks is read', () => {
  const { reader, read } = start()
  reader.pass('rear', 'PARKED')
  reader.press('rear')
  expect(read).toEqual(['rear PARKED'])
})

test('a camera that was locked before the answer stays locked, and one that sees another car is left alone', async () => {
  const { reader, hits, answer } = start()
  reader.pass('front', 'STOLEN')
  reader.press('front')
  reader.pass('rear', 'STOLEN')
  reader.pass('rear', 'PARKED')
  await answer()
  expect(hits).toEqual(['STOLEN', 'STOLEN'])
  expect([reader.isLocked('front'), reader.isLocked('rear')]).toEqual([true, false])
})

test('only units of police and communications are listened to, and no more often than two cameras look', () => {
  const fire = start(UNIT_CLASS.Fire)
  fire.reader.pass('front', 'STOLEN')
  fire.reader.press('front')
  expect([fire.asked, fire.read]).toEqual([[], []])
  const fast = start()
  for (let each = 0; each < 100; each += 1) fast.reader.pass('front', `CAR ${each}`)
  expect(fast.asked.length).toBeLessThanOrEqual(13)
})
