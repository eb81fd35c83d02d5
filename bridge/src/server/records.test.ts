import type { PortalAnswer, ToPortal } from '@tenfour/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createArguments } from './arguments.ts'
import { recordExports } from './exports.records.ts'
import { createLimits } from './limits.ts'
import type { Portal } from './portal.ts'
import { createRecords } from './records.ts'

const STEAM = '110000112345678'
beforeEach(() => {
  vi.stubGlobal('getPlayers', () => ['1', '2'])
  vi.stubGlobal('getPlayerIdentifiers', (source: string) => [`steam:11000011234567${Number(source) + 7}`])
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Said = { readonly message: ToPortal; readonly payload: Record<string, unknown> }
type Answer = (message: ToPortal, payload: unknown) => object | undefined
const ANSWERS: Answer = (message) =>
  message === 'character.save'
    ? { ok: true, characterId: 7 }
    : message === 'vehicle.save'
      ? { ok: true, vehicleId: 9 }
      : message.startsWith('lookup')
        ? { ok: true, vehicle: { plate: 'ABC123' }, found: [], person: null }
        : { ok: true, character: null }

/** A portal that is reachable, away, or older than these messages. */
function start() {
  const said: Said[] = []
  const printed: string[] = []
  const portal = { state: 'here' as 'here' | 'away' | 'old', answer: ANSWERS }
  const records = createRecords({
    portal: {
      ask: (async (message: ToPortal, payload: Record<string, unknown>) => {
        if (portal.state !== 'here') return undefined
        said.push({ message, payload })
        await Promise.resolve()
        return portal.answer(message, payload) as PortalAnswer<ToPortal> | undefined
      }) as Portal['ask'],
      knows: () => (portal.state === 'away' ? undefined : portal.state === 'here'),
    },
    limits: createLimits(),
    print: (line) => void printed.push(line),
  })
  const { published, left } = recordExports({ records, args: createArguments({ print: (line) => void printed.push(line) }) })
  const heard: unknown[][] = []
  const done = (...answer: unknown[]) => void heard.push(answer)
  const told = (count: number) => vi.waitFor(() => expect(heard).toHaveLength(count))
  const names = () =>
    said.map(({ message, payload }) => {
      const { character, vehicle } = payload as Record<string, Record<string, string> | undefined>
      return `${message} ${vehicle?.['plate'] ?? character?.['name'] ?? character?.['externalId'] ?? '-'}`
    })
  return { portal, records, published, left, said, printed, heard, done, told, names }
}

test('a lookup is made for a player, and calls back with the result or with nil and the reason', async () => {
  const { portal, published, said, heard, done, told } = start()
  published.lookupPlate(1, 'ABC 123', done)
  await told(1)
  expect(said).toEqual([{ message: 'lookup.plate', payload: { identifiers: { steam: STEAM }, plate: 'ABC 123' } }])
  portal.answer = () => ({ ok: false, code: 'forbidden', message: 'You are not on duty', isFinal: true })
  published.lookupPerson(1, 'Jo Fox', done)
  published.lookupPerson(1, 42, done)
  published.getCharacter(2, done)
  await told(4)
  expect(heard).toEqual([[{ plate: 'ABC123' }, null], ...Array.from({ length: 3 }, () => [null, 'You are not on duty'])])
  expect(said.slice(1).map(({ payload }) => payload['by'])).toEqual([{ query: 'Jo Fox' }, { characterId: 42 }, undefined])
})

test.each<[string, (published: ReturnType<typeof start>['published'], done: () => void) => void, RegExp]>([
  ['nobody looks a plate up', ({ lookupPlate }, done) => lookupPlate(0, 'ABC', done), /lookupPlate: the first argument/],
  ['nobody looks a person up', ({ lookupPerson }, done) => lookupPerson(undefined, 'Jo', done), /lookupPerson: the first argument/],
  ['no plate', ({ lookupPlate }, done) => lookupPlate(1, undefined, done), /lookupPlate: plate/],
  ['a plate of any length', ({ lookupPlate }, done) => lookupPlate(1, 'x'.repeat(1e6), done), /lookupPlate: plate: At most 12/],
  ['one letter', ({ lookupPerson }, done) => lookupPerson(1, 'J', done), /lookupPerson: by/],
  ['no function', ({ lookupPlate }) => lookupPlate(1, 'ABC', undefined), /lookupPlate: the third argument is a function/],
  ['a function that is none', ({ saveCharacter }) => saveCharacter(1, {}, 'print'), /saveCharacter: the third argument is a function/],
  ['no function to read with', ({ getCharacter }) => getCharacter(1, {}), /getCharacter: the second argument is a function/],
  ['a character without a name', ({ saveCharacter }) => saveCharacter(1, { externalId: 'a' }), /saveCharacter: character.name/],
  ['a date of another form', ({ saveCharacter }) => saveCharacter(1, { ...JO, bornOn: '31/01/1990' }), /character.bornOn: Enter a date/],
  ['a vehicle as a text', ({ saveVehicle }) => saveVehicle(1, 'ABC123'), /saveVehicle: the second argument is a table/],
  ['a plate of signs', ({ saveVehicle }) => saveVehicle(1, { plate: '!!', model: 'Sultan' }), /vehicle.plate: A plate has letters/],
  ['a character that is none', ({ playCharacter }) => playCharacter(1, { name: 'Jo' }), /playCharacter: character/],
])('%s: it throws, and the portal is not asked', async (_name, call, message) => {
  const { published, said, records } = start()
  expect(() => call(published, () => {})).toThrow(message)
  expect([said, records.queued()]).toEqual([[], 0])
})
const JO = { externalId: 'char1:ab', name: 'Jo Fox' }

test('changes made while the portal is away are delivered when it is back: the latest of each, owners before vehicles', async () => {
  const { portal, published, records, heard, done, told, names } = start()
  portal.state = 'away'
  published.saveCharacter(1, JO, done)
  published.saveVehicle(1, { plate: 'ABC 123', model: 'Sultan', ownerExternalId: 'char1:ab' }, done)
  published.playCharacter(1, 'char0', done)
  published.saveCharacter(1, { ...JO, name: 'Joanna Fox' })
  published.saveVehicle(1, { plate: 'abc-123', model: 'Sultan RS', ownerExternalId: 'char1:ab' })
  published.playCharacter(1, 'char1:ab')
  await told(3)
  expect(heard).toEqual(Array.from({ length: 3 }, () => [null, expect.stringContaining('the change is sent when it is back')]))
  portal.state = 'here'
  records.deliver()
  await vi.waitFor(() => expect(names()).toEqual(['character.save Joanna Fox', 'vehicle.save abc-123', 'character.play char1:ab']))
  await vi.waitFor(() => expect(records.queued()).toBe(0))
})

test('a change that waited for the portal says for how long', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { portal, published, records, said } = start()
  portal.state = 'away'
  published.saveCharacter(1, JO)
  vi.setSystemTime(Date.now() + 90_000)
  portal.state = 'here'
  records.deliver()
  await vi.waitFor(() => expect(said.at(-1)?.payload).toMatchObject({ waitedSeconds: 90 }))
  vi.useRealTimers()
})

test('a finally refused change is reported and not sent again; one that failed temporarily is sent again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { portal, published, records, heard, done, said } = start()
  portal.answer = () => ({ ok: false, code: 'conflict', message: 'ABC123 is registered to someone else', isFinal: true })
  published.saveVehicle(1, { plate: 'ABC123', model: 'Sultan' }, done)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([heard, said.length, records.queued()]).toEqual([[[null, 'ABC123 is registered to someone else']], 1, 0])

  portal.answer = () => ({ ok: false, code: 'unavailable', message: 'Too much at once', isFinal: false })
  published.saveCharacter(1, JO, done)
  await vi.advanceTimersByTimeAsync(0)
  portal.answer = ANSWERS
  await vi.advanceTimersByTimeAsync(10_000)
  expect([heard.at(-1), said.length, records.queued()]).toEqual([[null, 'Too much at once'], 3, 0])
})

test('a portal that predates these messages is not asked, and the console reports it once', async () => {
  const { portal, published, said, printed, heard, done, told, records } = start()
  portal.state = 'old'
  published.lookupPlate(1, 'ABC123', done)
  published.saveCharacter(1, JO, done)
  published.getCharacter(1, done)
  await told(3)
  expect(heard).toEqual(Array.from({ length: 3 }, () => [null, expect.stringContaining('older than this resource')]))
  expect(said).toEqual([])
  expect(records.queued()).toBe(0)
  expect(printed).toEqual([expect.stringContaining('The portal does not know lookup.plate')])
})

test('changes that waited for a portal that turns out to be older are dropped', async () => {
  const { portal, published, records, said } = start()
  portal.state = 'away'
  published.saveCharacter(1, JO)
  portal.state = 'old'
  records.deliver()
  await vi.waitFor(() => expect(records.queued()).toBe(0))
  expect(said).toEqual([])
})

test('a script in a loop is refused, and keeps no more than the limit', async () => {
  // The limits refill with the clock, and a busy machine takes more than a second for the loop.
  vi.useFakeTimers({ toFake: ['Date'] })
  const { portal, published, records, printed, heard, done } = start()
  for (let each = 0; each < 100; each += 1) published.lookupPlate(1, `P${each}`, done)
  await vi.waitFor(() => expect(heard).toHaveLength(100))
  expect(heard.filter(([, reason]) => String(reason).startsWith('Too many requests')).length).toBe(90)
  portal.state = 'away'
  for (const source of [1, 2])
    for (let each = 0; each < 400; each += 1) published.saveVehicle(source, { plate: `V${source}X${each}`, model: 'Asea' })
  expect(records.queued()).toBe(500)
  expect(printed).toEqual([])
})

test('when a player leaves, their account no longer plays a character', async () => {
  const { published, left, said } = start()
  published.playCharacter(1, 12)
  left(1)
  left(2)
  left(1)
  await vi.waitFor(() => expect(said.at(-1)?.payload).toEqual({ identifiers: { steam: STEAM }, character: null }))
  expect(said.map(({ message }) => message).filter((message) => message !== 'character.play')).toEqual([])
  expect(said.length).toBeLessThanOrEqual(2)
})

test('a failing callback is reported, and nothing else is lost', async () => {
  const { published, printed, done, told } = start()
  published.lookupPlate(1, 'ABC123', () => {
    throw new Error('Error in nested ref call.')
  })
  published.lookupPlate(1, 'ABC123', done)
  await told(1)
  expect(printed).toEqual(['The function that lookupPlate calls with the answer failed: Error in nested ref call.'])
})

test('numbers and null from scripts become texts and missing values', async () => {
  const { published, said, done, told } = start()
  published.saveCharacter(1, { ...JO, phone: 5_550_101, postal: 301, address: null }, done)
  await told(1)
  expect(said[0]?.payload['character']).toEqual({ ...JO, phone: '5550101', postal: '301' })
  published.saveVehicle(1, { plate: 'ABC123', model: 'Sultan', insuredUntil: false, vin: null }, done)
  await told(2)
  expect(said[1]?.payload['vehicle']).toEqual({ plate: 'ABC123', model: 'Sultan', insuredUntil: null })
})
