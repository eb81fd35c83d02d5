import type { LookupResult } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { withDeceased, withEvent, withFlag, withLicence, withoutFlag, withVehicle } from './records/change-result.ts'
import { createRecordDesk, type LookupRequest } from './record-desk.ts'
import { aFlag, aLicence, aPerson, aResult, aVehicle } from './testing/build-records.ts'

function setUp() {
  const asked: { request: LookupRequest; answer: (result: LookupResult) => void; fail: (error: unknown) => void }[] = []
  const heard: LookupResult[] = []
  const desk = createRecordDesk({
    lookUp: (request) => {
      const { promise, resolve, reject } = Promise.withResolvers<LookupResult>()
      asked.push({ request, answer: resolve, fail: reject })
      return promise
    },
    lookUpPatient: () => Promise.reject(new Error('not asked')),
    onResult: (result) => heard.push(result),
  })
  const open = (plate: string) => desk.open({ kind: 'lookup', request: { by: 'plate', plate }, label: plate })
  return { desk, asked, heard, open }
}

describe('opening', () => {
  test('a record is looked up once and told once', async () => {
    const { desk, asked, heard, open } = setUp()
    const opened = open('46eek572')
    expect(desk.get()).toEqual({ kind: 'loading', label: '46eek572' })
    asked[0]?.answer(aResult(aVehicle()))
    await opened
    expect(desk.get()).toMatchObject({ kind: 'lookup', label: '46EEK572' })
    expect([asked.length, heard.length]).toEqual([1, 1])
  })

  test('the latest wins: an answer that comes late is neither shown nor heard', async () => {
    const { desk, asked, heard, open } = setUp()
    const first = open('1')
    const second = open('2')
    asked[1]?.answer(aResult(aVehicle({ plate: 'TWO' })))
    await second
    asked[0]?.answer(aResult(aVehicle({ plate: 'ONE' })))
    await first
    expect(desk.get()).toMatchObject({ label: 'TWO' })
    expect(heard).toHaveLength(1)
  })

  test('a lookup that is given up leaves the record that was open', async () => {
    const { desk, asked, open } = setUp()
    const opened = open('46E')
    asked[0]?.answer(aResult(aVehicle()))
    await opened
    desk.begin('marl')
    expect(desk.get()).toEqual({ kind: 'loading', label: 'marl' })
    desk.abandon()
    expect(desk.get()).toMatchObject({ kind: 'lookup', label: '46EEK572' })
  })

  test('a failure says why, and what to try again', async () => {
    const { desk, asked, open } = setUp()
    const opened = open('46E')
    asked[0]?.fail(new Error('Too many lookups'))
    await opened
    expect(desk.get()).toMatchObject({ kind: 'failed', label: '46E', problem: 'Too many lookups' })
  })

  test('a key pressed before the answer waits for it', async () => {
    const { desk, asked, open } = setUp()
    void open('46E')
    const settled = desk.settled()
    asked[0]?.answer(aResult(aVehicle()))
    await expect(settled).resolves.toMatchObject({ kind: 'lookup' })
  })
})

describe('an act changes what is shown', () => {
  test('a key pressed before the answer does not act on a record that was opened since', async () => {
    const { desk, asked, open } = setUp()
    const opened = open('46E')
    asked[0]?.answer(aResult(aVehicle(), { lookupId: 5 }))
    await opened
    const { kind: _, owner: _owner, isNoted: _noted, record: _record, flags: _flags, ...vehicle } = aVehicle()
    const stolen = { at: '2026-05-01T10:00:00.000Z', note: 'Gone', isByOwner: false }
    desk.change(4, withVehicle({ ...vehicle, stolen }))
    expect(desk.get()).toMatchObject({ result: { record: { stolen: null } } })
    desk.change(5, withVehicle({ ...vehicle, stolen }))
    expect(desk.get()).toMatchObject({ result: { record: { stolen: { note: 'Gone' }, owner: { name: 'Dexter Marlowe' } } } })
  })

  test('a licence, on its holder and on what the holder owns', () => {
    const suspended = aLicence({ status: 'suspended', version: 2 })
    const person = withLicence(suspended)(aResult(aPerson({ licences: [aLicence(), aLicence({ licenceId: 2, type: 'CCW' })] })))
    expect(person.record).toMatchObject({ licences: [{ status: 'suspended', version: 2 }, { status: 'valid' }] })
    const owner = { characterId: 7, name: 'D', birthYear: null, licences: [aLicence()], warrants: [], flags: [], recordFlags: [] }
    expect(withLicence(suspended)(aResult(aVehicle({ owner }))).record).toMatchObject({ owner: { licences: [{ status: 'suspended' }] } })
    expect(withLicence(suspended)(aResult(aVehicle({ owner: null }))).record).toMatchObject({ owner: null })
  })

  test('flags on whatever is shown, and death on a person', () => {
    const warned = withFlag(aFlag({ flagId: 9 }))(aResult(aPerson({ recordFlags: [aFlag()] })))
    expect(warned.record).toMatchObject({ recordFlags: [{ flagId: 9 }, { flagId: 1 }] })
    expect(withoutFlag(9)(warned).record).toMatchObject({ recordFlags: [{ flagId: 1 }] })
    expect(withFlag(aFlag())(aResult(aVehicle())).record).toMatchObject({ recordFlags: [{ name: 'Armed and dangerous' }] })
    expect(withDeceased({ at: '2026-05-01T10:00:00.000Z', cause: 'Fall' })(warned).record).toMatchObject({ deceased: { cause: 'Fall' } })
  })

  test('an event is added at the top of the record, with a number of its own', () => {
    const act = {
      title: 'Impounded',
      text: 'Davis lot',
      reason: 'Evidence',
      by: { userId: 1, name: 'A', identifier: '1A1' },
      at: new Date(0),
    }
    const twice = withEvent(act)(withEvent({ ...act, title: 'Reported stolen' })(aResult(aVehicle())))
    expect(twice.record).toMatchObject({
      record: [
        { title: 'Impounded', eventId: -2 },
        { title: 'Reported stolen', eventId: -1 },
      ],
    })
  })
})
