import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { parseConfig } from '../../config.ts'
import { fakeEsx, fakeOx, fakeQb, type FakeFramework, type FakePerson } from '../../simulate/fake-frameworks.ts'
import { createEmitter, overTheWire, type Handler } from '../../simulate/fake-wire.ts'
import { everySource, forget, remember } from '../players.ts'
import { readBirth } from './births.ts'
import { createFrameworks } from './frameworks.ts'

const JUNE: FakePerson = { id: '7', first: 'June', last: 'Calder', born: '31/01/1990', phone: 5_550_101, job: 'police' }
const LSPD = 3

beforeEach(() => {
  vi.stubGlobal('getPlayerIdentifiers', (source: string) => [`license:${source}`])
  vi.stubGlobal('getPlayers', () => [])
  remember('1')
})
afterEach(() => {
  everySource().forEach(forget)
  vi.unstubAllGlobals()
})

type Make = (game: Parameters<typeof fakeEsx>[0]) => FakeFramework

function start(make: Make, config: object = {}, kept = 0) {
  const provided: Record<string, Record<string, Handler>> = {}
  const printed: string[] = []
  const running = new Set<string>()
  const emitter = createEmitter({ setSource: () => undefined, complain: (line) => void printed.push(line) })
  vi.stubGlobal('on', emitter.on)
  vi.stubGlobal('exports', provided)
  vi.stubGlobal('GetResourceState', (resource: string) => (running.has(resource) ? 'started' : 'missing'))
  const fake = make({
    provide: (resource, exported) =>
      void (provided[resource] = Object.fromEntries(
        Object.entries(exported).map(([name, fn]) => [name, (...args: unknown[]) => overTheWire(fn(...args.map(overTheWire)))]),
      )),
    startOther: (resource) => {
      running.add(resource)
      emitter.local('onResourceStart', [resource])
    },
    fromResource: (event, ...args) => emitter.local(event, args),
  })
  const saved: object[] = []
  const played: [number, string | null][] = []
  const put: { readonly id: string; readonly kind: string; readonly payload: object }[] = []
  const onDuty = new Set<string>()
  const state = { kept }
  const frameworks = createFrameworks({
    config: parseConfig(JSON.stringify({ framework: { jobs: { police: LSPD, sheriff: 4 }, ...config } })).framework,
    records: {
      saveCharacter: (_source, character) => void saved.push(character),
      playCharacter: (source, id) => void played.push([source, id]),
    },
    events: {
      put: (kind, _source, payload) => {
        const id = String(put.length)
        put.push({ id, kind, payload })
        return { id }
      },
      queued: () => state.kept,
    },
    garages: { start: () => undefined, played: () => undefined, left: () => undefined },
    isOnDuty: (source) => onDuty.has(source),
    print: (line) => void printed.push(line),
  })
  /** The portal answers the oldest duty that it was told, or has a unit go on or off duty itself. */
  const portal = (isOn: boolean, answers?: number) => {
    if (isOn) onDuty.add('1')
    else onDuty.delete('1')
    frameworks.unitsChanged()
    if (answers !== undefined) frameworks.answered(put[answers]?.id ?? '')
  }
  const kinds = () => put.map(({ kind }) => kind)
  return { fake, frameworks, saved, played, put, kinds, printed, portal, state, emitter }
}

const MAKERS: [string, string, Make][] = [
  ['es_extended', 'esx', (game) => fakeEsx(game)],
  ['qb-core', 'qbcore', (game) => fakeQb(game, 'qb-core')],
  ['qbx_core', 'qbox', (game) => fakeQb(game, 'qbx_core')],
  ['ox_core', 'ox', (game) => fakeOx(game)],
]

describe.each(MAKERS)('%s', (resource, name, make) => {
  test('is found as it starts, after this resource, and a character follows it: loaded, renamed, put down', () => {
    const { fake, frameworks, saved, played, printed } = start(make)
    frameworks.start()
    fake.load(1, JUNE)
    expect(saved, 'the framework has not started').toEqual([])
    fake.unload(1)
    fake.start()
    expect(printed).toEqual([`Characters and duty follow ${resource}.`])
    fake.load(1, JUNE)
    expect(saved).toEqual([expect.objectContaining({ externalId: '7', name: 'June Calder', bornOn: '1990-01-31', phone: '5550101' })])
    fake.rename(1, 'June', 'Marsh')
    expect(saved.at(-1)).toMatchObject({ externalId: '7', name: 'June Marsh' })
    fake.unload(1)
    fake.unload(1)
    fake.load(1, { ...JUNE, id: '8' })
    expect(played).toEqual([
      [1, '7'],
      [1, null],
      [1, '8'],
    ])
    expect(saved, 'each change once').toHaveLength(3)
  })

  test('with characters loaded before this resource started: they are read, once', () => {
    const { fake, frameworks, saved, played } = start(make)
    fake.start()
    fake.load(1, JUNE)
    frameworks.start()
    expect([saved.length, played]).toEqual([1, [[1, '7']]])
    fake.setJob(1, 'police')
    fake.start()
    expect([saved.length, played]).toEqual([1, [[1, '7']]])
  })

  test('duty goes both ways, without loops', () => {
    const { fake, frameworks, put, kinds, portal } = start(make)
    frameworks.start()
    fake.start()
    fake.load(1, JUNE)
    expect([kinds(), fake.dutyCalls()]).toEqual([[], 0])
    fake.setDuty(1, true)
    expect(put).toEqual([{ id: '0', kind: 'duty-on', payload: { departmentId: LSPD } }])
    portal(true, 0)
    fake.setDuty(1, false)
    expect(kinds()).toEqual(['duty-on', 'duty-off'])
    portal(false, 1)
    expect(fake.dutyCalls(), 'the game needed no telling').toBe(0)
    portal(true)
    expect([fake.isOnDuty(1), fake.dutyCalls()]).toEqual([true, 1])
    portal(false)
    expect([fake.isOnDuty(1), fake.dutyCalls()]).toEqual([false, 2])
    expect(kinds(), 'the portal hears nothing of its own words').toEqual(['duty-on', 'duty-off'])
  })

  test('who changes duty faster than the portal answers keeps the last word', () => {
    const { fake, frameworks, kinds, portal } = start(make)
    frameworks.start()
    fake.start()
    fake.load(1, JUNE)
    fake.setDuty(1, true)
    fake.setDuty(1, false)
    portal(true, 0)
    expect([fake.isOnDuty(1), fake.dutyCalls()], 'the answer to the first is old').toEqual([false, 0])
    portal(false, 1)
    expect([kinds(), fake.dutyCalls()]).toEqual([['duty-on', 'duty-off'], 0])
  })

  test('duty that the portal refuses stays as it is in the game, whatever else changes', () => {
    const { fake, frameworks, portal } = start(make)
    frameworks.start()
    fake.start()
    fake.load(1, JUNE)
    fake.setDuty(1, true)
    portal(false, 0)
    portal(false)
    expect([fake.isOnDuty(1), fake.dutyCalls()]).toEqual([true, 0])
  })

  test('a job without a department is nobody’s duty', () => {
    const { fake, frameworks, kinds, portal } = start(make, { jobs: {} })
    frameworks.start()
    fake.start()
    fake.load(1, { ...JUNE, isOnDuty: true })
    portal(true)
    portal(false)
    fake.unload(1)
    expect([kinds(), fake.dutyCalls(), fake.isOnDuty(1)]).toEqual([[], 0, false])
  })

  test('events of a player who has left, or is not known yet, change nothing', () => {
    const { fake, frameworks, saved, played } = start(make)
    frameworks.start()
    fake.start()
    fake.load(1, JUNE)
    frameworks.left(1)
    forget('1')
    fake.setJob(1, 'police', true)
    fake.rename(1, 'No', 'One')
    fake.unload(1)
    fake.load(2, JUNE)
    expect([saved.length, played]).toEqual([1, [[1, '7']]])
  })

  test('a player whose account is found later is handed in again, with their duty', () => {
    const { fake, frameworks, saved, played, kinds } = start(make)
    frameworks.start()
    fake.start()
    fake.load(1, { ...JUNE, isOnDuty: true })
    frameworks.answered('0')
    frameworks.linked(1)
    expect(saved).toHaveLength(2)
    expect(saved[1]).toEqual(saved[0])
    expect(played).toHaveLength(2)
    expect(kinds()).toEqual(['duty-on', 'duty-on'])
  })

  test('another can be chosen, and then this one is left alone', () => {
    const { fake, frameworks, saved, printed } = start(make, { use: name === 'esx' ? 'ox' : 'esx' })
    frameworks.start()
    fake.start()
    fake.load(1, JUNE)
    expect([saved, printed]).toEqual([[], []])
  })
})

test('qbx_core, which provides qb-core, is taken for itself', () => {
  const { fake, frameworks, printed, emitter } = start((game) => fakeQb(game, 'qbx_core'))
  fake.start()
  vi.stubGlobal('GetResourceState', (resource: string) => (['qbx_core', 'qb-core'].includes(resource) ? 'started' : 'missing'))
  frameworks.start()
  emitter.local('onResourceStart', ['qb-core'])
  expect(printed).toEqual(['Characters and duty follow qbx_core.'])
})

test('a character of es_extended without a name waits for esx_identity', () => {
  const { fake, frameworks, saved, played } = start((game) => fakeEsx(game))
  frameworks.start()
  fake.start()
  fake.load(1, { ...JUNE, first: '', last: '' })
  expect([saved, played]).toEqual([[], []])
  fake.rename(1, 'June', 'Calder')
  expect([saved.length, played]).toEqual([1, [[1, '7']]])
})

test('the ids of a named database carry its name, and the call sign of qb-core goes with the duty', () => {
  const { fake, frameworks, saved, played, put } = start((game) => fakeQb(game, 'qb-core'), { database: 'main' })
  frameworks.start()
  fake.start()
  fake.load(1, { ...JUNE, callSign: '4L12', isOnDuty: true })
  expect(saved).toEqual([expect.objectContaining({ externalId: 'main:7' })])
  expect(played).toEqual([[1, 'main:7']])
  expect(put[0]?.payload).toEqual({ departmentId: LSPD, identifier: '4L12' })
})

test('another job with a department is another duty, and one without ends it', () => {
  const { fake, frameworks, put, portal } = start((game) => fakeQb(game, 'qb-core'))
  frameworks.start()
  fake.start()
  fake.load(1, { ...JUNE, isOnDuty: true })
  portal(true, 0)
  fake.setJob(1, 'sheriff', true)
  portal(true, 1)
  fake.setJob(1, 'taxi', true)
  expect(put.map(({ kind, payload }) => [kind, payload])).toEqual([
    ['duty-on', { departmentId: LSPD }],
    ['duty-on', { departmentId: 4 }],
    ['duty-off', {}],
  ])
})

test('while duty of an earlier run waits for the portal, the portal’s does not count', () => {
  const { fake, frameworks, portal, state } = start((game) => fakeQb(game, 'qb-core'), {}, 2)
  frameworks.start()
  fake.start()
  fake.load(1, JUNE)
  portal(true)
  expect(fake.isOnDuty(1)).toBe(false)
  state.kept = 1
  portal(false)
  frameworks.answered('of an earlier run')
  portal(true)
  expect(fake.isOnDuty(1)).toBe(true)
})

test('a date of birth that can not be read is left out, and said once', () => {
  const { fake, frameworks, saved, printed } = start((game) => fakeQb(game, 'qb-core'))
  frameworks.start()
  fake.start()
  fake.load(1, { ...JUNE, born: '00-00-0000' })
  fake.rename(1, 'June', 'Marsh')
  expect(saved).toHaveLength(2)
  expect(saved[0]).not.toHaveProperty('bornOn')
  expect(printed.filter((line) => line.includes('00-00-0000'))).toEqual([
    'The date of birth of 7 is left out, since it can not be read: "00-00-0000"',
  ])
})

test.each([
  ['1990-01-31', '1990-01-31'],
  ['1990-01-31T00:00:00.000Z', '1990-01-31'],
  ['31/01/1990', '1990-01-31'],
  ['01/31/1990', '1990-01-31'],
  ['1.2.1990', '1990-02-01'],
  ['02-03-1990', '1990-03-02'],
  ['1990/1/31', '1990-01-31'],
  [633_744_000_000, '1990-01-31'],
  ['00-00-0000', undefined],
  ['31/02/1990', undefined],
  ['31/01/1790', undefined],
  ['2999-01-01', undefined],
  ['in spring', undefined],
  [Number.NaN, undefined],
  [1e300, undefined],
  [{}, undefined],
  [null, undefined],
])('the birth %j is %j', (value, expected) => {
  expect(readBirth(value)).toBe(expected)
})
