import {
  UNIT_TYPE,
  type LookupLogEntry,
  type LookupResult,
  type PageOf,
  type PersonRecord,
  type SearchRow,
  type VehicleRecord,
  type WarrantAlert,
} from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { dispatchOf, type Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { recordsOf } from '../../../../testing/test-records.ts'
import { castOf, confidential, warrantRowsOf, whoGets, type Cast } from '../../../../testing/test-warrant-cast.ts'
import { createPlateReads } from '../../../records/lookups/records/lookups.plates.ts'
import { alertsFor, wantedAmong } from '../warrants.port.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let rows: ReturnType<typeof warrantRowsOf>
let cast: Cast
let counter = 0
let characterId: number
let vehicleId: number
let weaponId: number
let plate: string
let serial: string
let name: string
beforeAll(async () => {
  t = await startTestPortal({ lookupLimits: { searchesASecond: 1000, lookupsAnHour: 10_000 } })
  r = recordsOf(t)
  rows = warrantRowsOf(t)
  cast = await castOf(t)
})
afterAll(() => t.close())

/** A person with a vehicle and a weapon. */
beforeEach(async () => {
  counter += 1
  const letters = String.fromCodePoint(97 + (counter % 26), 97 + Math.floor(counter / 26))
  name = `Zora Quill${letters}${letters}`
  ;[plate, serial] = [`ALERT${counter}X`, `SER-${counter}-Q`]
  characterId = await r.character(null, { name })
  const { rows: vehicles } = await sql<{ id: number }>`
    insert into vehicles (plate, vin, model, character_id, registered_until, insured_until)
    values (${plate}, ${`VIN${plate}`}, 'Sultan', ${characterId}, '2199-01-01', '2199-01-01') returning id`.execute(t.db)
  const { rows: weapons } = await sql<{ id: number }>`
    insert into weapons (character_id, model, serial) values (${characterId}, 'Pistol', ${serial}) returning id`.execute(t.db)
  ;[vehicleId, weaponId] = [vehicles[0]!.id, weapons[0]!.id]
})

const lookUp = async (by: Member, body: object): Promise<LookupResult> => {
  const response = await by.http.post('/api/lookups', body)
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json<LookupResult>()
}
const search = async (by: Member, kind: string, q: string): Promise<SearchRow[]> =>
  (await by.http.get(`/api/lookups/search?kind=${kind}&q=${encodeURIComponent(q)}`)).json<{ rows: SearchRow[] }>().rows
const open = () => ({ writerId: cast.writer.userId, signerId: cast.judge.userId, characterId, subjectName: name })

/** Members of the cast who are units on duty. */
const units = () => ({
  writer: cast.writer,
  unnamed: cast.unnamed,
  ofDepartment: cast.ofDepartment,
  named: cast.named,
  supervisor: cast.supervisor,
})
const KNOW = ['writer', 'ofDepartment', 'named']

describe('an active warrant', () => {
  test('is on the record of the person, of their vehicle and of their weapon, with a flag', async () => {
    const id = await rows.insert({ ...open(), about: '2x Theft' })
    const { record } = await lookUp(cast.unnamed, { by: 'character', characterId })
    const alert = { warrantId: id, number: rows.number(id), type: 'arrest', characterId, about: '2x Theft', signedBy: 'Judge Judith' }
    expect(record).toMatchObject({ warrants: [alert], flags: ['Warrant', 'Noted'] })
    const vehicle = (await lookUp(cast.unnamed, { by: 'plate', plate })).record as VehicleRecord
    expect(vehicle).toMatchObject({ warrants: [], flags: [], owner: { warrants: [alert], flags: ['Warrant', 'Noted'] } })
    const weapon = await lookUp(cast.unnamed, { by: 'weapon', weaponId })
    expect(weapon.record).toMatchObject({ flags: ['Warrant', 'Noted'], owner: { warrants: [alert] } })
  })

  test('for a search of a vehicle is on the record of the vehicle, not on its owner’s', async () => {
    const id = await rows.insert({ ...open(), type: 'search', characterId: null, vehicleId, subjectName: plate })
    const vehicle = (await lookUp(cast.unnamed, { by: 'vehicle', vehicleId })).record as VehicleRecord
    expect(vehicle).toMatchObject({ warrants: [{ warrantId: id, vehicleId }], flags: ['Warrant'], owner: { warrants: [] } })
    expect((await lookUp(cast.unnamed, { by: 'character', characterId })).record).toMatchObject({ warrants: [] })
    expect((await search(cast.unnamed, 'vehicle', plate))[0]).toMatchObject({ vehicleId, flags: ['Warrant'] })
  })

  test('is a flag in searches for persons and weapons', async () => {
    expect((await search(cast.unnamed, 'person', name))[0]!.flags).toEqual(['Noted'])
    await rows.insert(open())
    expect((await search(cast.unnamed, 'person', name))[0]!.flags).toEqual(['Warrant', 'Noted'])
    expect((await search(cast.unnamed, 'weapon', serial))[0]!.flags).toEqual(['Warrant', 'Noted'])
    expect((await search(cast.unnamed, 'vehicle', plate))[0]!.flags, 'the vehicle has no flag').toEqual([])
  })

  test.each(['submitted', 'returned', 'denied', 'served', 'recalled', 'expired'] as const)(
    'is not on the record when it is %s',
    async (state) => {
      await rows.insert({ ...open(), state })
      expect((await lookUp(cast.unnamed, { by: 'character', characterId })).record).toMatchObject({ warrants: [], flags: ['Noted'] })
      expect((await search(cast.unnamed, 'person', name))[0]!.flags).toEqual(['Noted'])
    },
  )

  test('is not on the record once it has expired, even before the job has ended it', async () => {
    await rows.insert({ ...open(), expiresAt: new Date(Date.now() - 1000) })
    expect((await lookUp(cast.unnamed, { by: 'character', characterId })).record).toMatchObject({ warrants: [], flags: ['Noted'] })
    expect((await search(cast.unnamed, 'person', name))[0]!.flags).toEqual(['Noted'])
  })

  test('against a noted person is on the record of the character that claimed them, and the other way round', async () => {
    const claimed = await r.character(null, { name: 'Claimed Character' })
    await rows.insert(open())
    await rows.insert({ ...open(), characterId: claimed })
    await sql`update characters set merged_into_id = ${claimed} where id = ${characterId}`.execute(t.db)
    for (const asked of [characterId, claimed]) {
      const { record } = await lookUp(cast.unnamed, { by: 'character', characterId: asked })
      expect((record as PersonRecord).warrants.map((alert) => alert.characterId)).toEqual([claimed, claimed])
    }
    const viewer = { userId: cast.unnamed.userId, maySign: false, isInGame: false }
    expect(await wantedAmong(t.db, { characterIds: [characterId], vehicleIds: [] }, viewer)).toEqual({
      characterIds: [claimed],
      vehicleIds: [],
    })
    expect(await alertsFor(t.db, { characterIds: [claimed], vehicleIds: [] }, viewer)).toHaveLength(2)
  })
})

describe('a confidential warrant', () => {
  const knowing = async (isSeen: (by: Member) => Promise<boolean>) => whoGets(units(), isSeen)
  const hasWarrant = ({ flags }: { readonly flags: readonly string[] }) => flags.includes('Warrant')

  test('is on records only for units that may know of it', async () => {
    await rows.insert({ ...confidential(cast), characterId })
    expect(
      await knowing(async (by) => {
        const { record } = await lookUp(by, { by: 'character', characterId })
        const { warrants } = record as PersonRecord
        expect(hasWarrant(record!)).toBe(warrants.length > 0)
        return warrants.length > 0
      }),
    ).toEqual(KNOW)
    expect(
      await knowing(async (by) => {
        const { owner } = (await lookUp(by, { by: 'plate', plate })).record as VehicleRecord
        expect(hasWarrant(owner!)).toBe(owner!.warrants.length > 0)
        return hasWarrant(owner!)
      }),
    ).toEqual(KNOW)
    expect(await knowing(async (by) => hasWarrant((await lookUp(by, { by: 'weapon', weaponId })).record!))).toEqual(KNOW)
  })

  test('is on the record of the vehicle only for these units', async () => {
    await rows.insert({ ...confidential(cast), type: 'search', vehicleId })
    expect(await knowing(async (by) => hasWarrant((await lookUp(by, { by: 'vehicle', vehicleId })).record!))).toEqual(KNOW)
    expect(await knowing(async (by) => hasWarrant((await search(by, 'vehicle', plate))[0]!))).toEqual(KNOW)
  })

  test('is a flag in a search only for these units', async () => {
    await rows.insert({ ...confidential(cast), characterId })
    expect(await knowing(async (by) => hasWarrant((await search(by, 'person', name))[0]!))).toEqual(KNOW)
    expect(await knowing(async (by) => hasWarrant((await search(by, 'weapon', serial))[0]!))).toEqual(KNOW)
  })

  test('is read again only by these units', async () => {
    await rows.insert({ ...confidential(cast), characterId })
    expect(
      await knowing(async (by) => {
        const { lookupId } = await lookUp(by, { by: 'character', characterId })
        const response = await by.http.get(`/api/lookups/${lookupId}/warrants`)
        return response.json<{ warrants: WarrantAlert[] }>().warrants.length > 0
      }),
    ).toEqual(KNOW)
  })

  test('is hit by plate reads only of these units', async () => {
    await rows.insert({ ...confidential(cast), characterId })
    const { runPlate } = createPlateReads({ db: t.db, publish: () => undefined, warrants: { alertsFor, wantedAmong } })
    const read = async (by: Member) => (await runPlate({ userId: by.userId, serverId: 1, plate }))!
    expect(await knowing(async (by) => hasWarrant(await read(by)))).toEqual(KNOW)
    expect((await runPlate({ userId: cast.unnamed.userId, serverId: 1, plate: `${plate} ` }))!.flags, 'cached').not.toContain('Warrant')
  })

  test('is not a flag in the log that supervisors read, while a warrant that is not confidential is', async () => {
    await rows.insert({ ...confidential(cast), characterId })
    const { runPlate } = createPlateReads({ db: t.db, publish: () => undefined, warrants: { alertsFor, wantedAmong } })
    const { lookupId } = await lookUp(cast.named, { by: 'character', characterId })
    await lookUp(cast.named, { by: 'plate', plate })
    await runPlate({ userId: cast.named.userId, serverId: 1, plate })
    const logged = async () => {
      const page = (await cast.supervisor.http.get(`/api/lookups/log/4?userId=${cast.named.userId}`)).json<PageOf<LookupLogEntry>>()
      return page.items
    }
    const before = await logged()
    expect(before.some((entry) => entry.lookupId === lookupId)).toBe(true)
    expect(before.flatMap(({ flags }) => flags)).not.toContain('Warrant')
    await rows.insert(open())
    const { lookupId: after } = await lookUp(cast.named, { by: 'character', characterId })
    expect((await logged()).find((entry) => entry.lookupId === after)!.flags).toEqual(['Warrant', 'Noted'])
  })

  test('is hit by everyone once it is no longer confidential', async () => {
    const id = await rows.insert({ ...confidential(cast), characterId })
    await sql`update warrants set is_confidential = false where id = ${id}`.execute(t.db)
    expect(await knowing(async (by) => hasWarrant((await search(by, 'person', name))[0]!))).toEqual(Object.keys(units()))
  })
})

describe('the warrants on a record that was opened', () => {
  test('are read again as they are now, by the unit that opened it, for twelve hours', async () => {
    const { lookupId } = await lookUp(cast.unnamed, { by: 'plate', plate })
    const get = (by: Member) => by.http.get(`/api/lookups/${lookupId}/warrants`)
    expect((await get(cast.unnamed)).json()).toEqual({ warrants: [] })
    const [own, ofVehicle] = [await rows.insert(open()), await rows.insert({ ...open(), type: 'search', characterId: null, vehicleId })]
    const { warrants } = (await get(cast.unnamed)).json<{ warrants: WarrantAlert[] }>()
    expect(new Set(warrants.map(({ warrantId }) => warrantId))).toEqual(new Set([own, ofVehicle]))
    expect((await get(cast.named)).statusCode).toBe(404)
    await sql`update lookups set at = now() - interval '12 hours 1 minute' where id = ${lookupId}`.execute(t.db)
    expect((await get(cast.unnamed)).statusCode).toBe(404)
  })

  test('are not read off duty, nor by a department that is no longer named', async () => {
    const officer = await r.officer({ also: [{ name: 'BCSO' }] })
    await rows.insert({ ...confidential(cast), characterId })
    const { lookupId } = await lookUp(officer, { by: 'character', characterId })
    const get = () => officer.http.get(`/api/lookups/${lookupId}/warrants`)
    expect((await get()).json<{ warrants: unknown[] }>().warrants).toHaveLength(1)
    const duty = { serverId: 1, departmentId: 3, identifier: officer.identifier, type: UNIT_TYPE.Patrol }
    expect((await dispatchOf(t).save(officer, duty)).statusCode).toBe(200)
    expect((await get()).json<{ warrants: unknown[] }>().warrants).toHaveLength(0)
    await dispatchOf(t).status(officer, officer, 1)
    expect((await get()).statusCode).toBe(403)
  })
})

describe('a plate read in the game', () => {
  afterEach(() => void vi.restoreAllMocks())
  const reads = () => createPlateReads({ db: t.db, publish: () => undefined, warrants: { alertsFor, wantedAmong } })

  test("hits on the owner's warrant and on a search warrant for the vehicle", async () => {
    const unit = await r.officer()
    const read = { userId: unit.userId, serverId: 1, plate }
    await rows.insert({ ...open(), type: 'search', characterId: null, vehicleId })
    expect((await reads().runPlate(read))!.flags).toEqual(['Warrant', 'Noted'])
    await sql`update warrants set state = 'recalled', closed_at = now() where vehicle_id = ${vehicleId}`.execute(t.db)
    expect((await reads().runPlate(read))!.flags).toEqual(['Noted'])
    await rows.insert(open())
    expect((await reads().runPlate(read))!.flags).toEqual(['Warrant', 'Noted'])
  })

  test('gets the same answer within a minute; a warrant signed meanwhile is hit afterwards', async () => {
    const unit = await r.officer()
    const read = { userId: unit.userId, serverId: 1, plate }
    const { runPlate } = reads()
    expect((await runPlate(read))!.flags).toEqual(['Noted'])
    await rows.insert(open())
    expect((await runPlate(read))!.flags).toEqual(['Noted'])
    const later = Date.now() + 61_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    expect((await runPlate(read))!.flags).toEqual(['Warrant', 'Noted'])
  })
})
