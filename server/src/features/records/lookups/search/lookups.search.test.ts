import type { SearchRow } from '@tenfour/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Member } from '../../../../testing/test-dispatch.ts'
import { startTestPortal, type TestPortal } from '../../../../testing/test-portal.ts'
import { recordsOf, type Civilian } from '../../../../testing/test-records.ts'

let t: TestPortal
let r: ReturnType<typeof recordsOf>
let officer: Member
let owner: Civilian
beforeAll(async () => {
  t = await startTestPortal({ lookupLimits: { searchesASecond: 10_000, lookupsAnHour: 10_000 } })
  r = recordsOf(t)
  officer = await r.officer()
  owner = await r.civilian()
})
afterAll(() => t.close())

const search = async (kind: string, q: string, by: Member = officer): Promise<SearchRow[]> => {
  const response = await by.http.get(`/api/lookups/search?kind=${kind}&q=${encodeURIComponent(q)}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ rows: SearchRow[] }>().rows
}
const names = async (q: string) => (await search('person', q)).map((row) => (row.kind === 'person' ? row.name : ''))
const plates = async (q: string) => (await search('vehicle', q)).map((row) => (row.kind === 'vehicle' ? row.plate : ''))
const addVehicle = async (plate: string, over: { vin?: string; characterId?: number | null } = {}) => {
  const { rows } = await sql<{ id: number }>`
    insert into vehicles (plate, vin, model, colour, character_id, origin)
    values (${plate}, ${over.vin ?? ''}, 'Sultan', 'Silver', ${over.characterId ?? null}, ${over.characterId ? 'portal' : 'officer'})
    returning id`.execute(t.db)
  return rows[0]!.id
}

describe('a person is found', () => {
  beforeAll(async () => {
    for (const name of ['Dexter Marlowe', 'Åsa Lindström', "Conor O'Neil", 'Jean-Luc de la Cruz', 'Дмитрий Орлов', 'Cher'])
      await r.character(owner, { name })
  })
  test.each([
    ['Dexter Marlowe', 'Dexter Marlowe'],
    ['dexter', 'Dexter Marlowe'],
    ['dexter mar', 'Dexter Marlowe'],
    ['marlowe dexter', 'Dexter Marlowe'],
    ['MARLOWE, D', 'Dexter Marlowe'],
    ['asa lindstrom', 'Åsa Lindström'],
    ['ÅSA LINDSTRÖM', 'Åsa Lindström'],
    ['oneil', "Conor O'Neil"],
    ["conor o'n", "Conor O'Neil"],
    ['luc jean cruz', 'Jean-Luc de la Cruz'],
    ['cruz la jean', 'Jean-Luc de la Cruz'],
    ['ДМИТРИЙ орл', 'Дмитрий Орлов'],
    ['che', 'Cher'],
  ])('by %s', async (typed, name) => expect(await names(typed)).toEqual([name]))

  test.each([
    ['a letter missing', 'dexter marlwe'],
    ['a letter too many', 'dexterr marlowe'],
    ['another letter', 'dextar marlowe'],
    ['two swapped', 'dexter malrowe'],
    ['one in each word', 'dxeter marlowa'],
    ['words swapped too', 'marlwoe dexter'],
    ['only the beginning of the last one', 'dextre marl'],
    ['a misspelt beginning', 'dexter malro'],
    ['one misspelt word', 'marlowwe'],
    ['both unfinished', 'dex marl'],
  ])('with %s', async (_what, typed) => expect(await names(typed)).toEqual(['Dexter Marlowe']))

  test('not by words that are not in their name', async () => {
    for (const typed of ['dexter lindstrom', 'xyzzy', '--', '%%', 'dexter marlowe smith', "';"]) expect(await names(typed)).toEqual([])
  })

  test('by a former name, which the row says, unless the person was removed or merged', async () => {
    const characterId = await r.character(owner, { name: 'Olive Underhill' })
    await sql`update characters set name = 'Olive Brandt' where id = ${characterId}`.execute(t.db)
    expect(await names('underhill')).toEqual([])
    await sql`insert into character_names (character_id, name) values (${characterId}, 'Olive Underhill')`.execute(t.db)
    expect(await search('person', 'olive und')).toMatchObject([{ characterId, name: 'Olive Brandt', formerName: 'Olive Underhill' }])
    expect(await search('person', 'brandt')).toMatchObject([{ characterId, formerName: null }])
    await sql`update characters set removed_at = now() where id = ${characterId}`.execute(t.db)
    expect([await names('brandt'), await names('underhill')]).toEqual([[], []])
    await sql`update characters set removed_at = null where id = ${characterId}`.execute(t.db)
    expect(await names('underhill')).toEqual(['Olive Brandt'])
    await sql`update characters set merged_into_id = (select id from characters where name = 'Cher') where id = ${characterId}`.execute(
      t.db,
    )
    expect(await names('olive')).toEqual([])
  })

  test('by phone, from its beginning', async () => {
    const characterId = await r.character(owner, { name: 'Phone Owner', phone: '(555) 010-7788' })
    expect(await search('person', '555 0107')).toMatchObject([{ characterId }])
    expect(await search('person', '0107788')).toEqual([])
  })

  test('among at most 20, exact names before names that only begin alike', async () => {
    await sql`insert into characters (name) select 'Quentin Batch' || i from generate_series(1, 300) i`.execute(t.db)
    await r.character(owner, { name: 'Quentin Batch' })
    const found = await names('quentin batch')
    expect([found.length, found[0]]).toEqual([20, 'Quentin Batch'])
    await sql`update characters set name = replace(name, 'Quentin', 'Zebulon') where name like 'Quentin Batch_%'`.execute(t.db)
    expect([await names('quentin'), (await names('zebulon')).length]).toEqual([['Quentin Batch'], 20])
    await sql`delete from characters where name like 'Zebulon%'`.execute(t.db)
    const { rows } = await sql`select from name_words where word = 'zebulon' or other = 'zebulon'`.execute(t.db)
    expect(rows).toHaveLength(0)
  })
})

describe('a vehicle is found', () => {
  beforeAll(async () => {
    await addVehicle('46 EEK 572', { vin: 'VIN-0042', characterId: await r.character(owner, { name: 'Plate Owner' }) })
  })
  test.each([
    ['its plate', '46eek572'],
    ['its beginning', '46-ee'],
    ['its VIN', 'vin0042'],
    ['another letter', '46EEX572'],
    ['a letter missing', '46EK572'],
    ['one too many', '46EEEK572'],
    ['two swapped in the middle', '46EKE572'],
    ['a misspelt beginning', '46EEX5'],
  ])('by %s', async (_what, typed) => expect(await plates(typed)).toEqual(['46 EEK 572']))

  test('not by a plate with two errors, and by a short plate only without errors', async () => {
    expect([await plates('46XXK572'), await plates('47E')]).toEqual([[], []])
  })
})

test('a weapon is found by the beginning of its serial number', async () => {
  const characterId = await r.character(owner, { name: 'Weapon Owner' })
  await sql`insert into weapons (character_id, model, serial) values (${characterId}, 'Pistol', '4471-K')`.execute(t.db)
  expect(await search('weapon', '4471')).toMatchObject([{ serial: '4471-K', model: 'Pistol', ownerName: 'Weapon Owner' }])
  expect(await search('weapon', '471')).toEqual([])
})

test('flags are texts, the most important first', async () => {
  const characterId = await r.character(owner, { name: 'Flagged Person', isDeceased: true })
  await sql`insert into licences (character_id, type, state, expires_on, suspended_until) values
    (${characterId}, 'DRIVERS', 'granted', '2199-01-01', now() + interval '1 day'), (${characterId}, 'CCW', 'revoked', '2199-01-01', null),
    (${characterId}, 'CDL', 'granted', '2020-01-01', null)`.execute(t.db)
  await sql`insert into cautions (character_id, text, by_user_id, by_identifier) values (${characterId}, 'Violent', ${officer.userId}, '4L1')`.execute(
    t.db,
  )
  expect(await search('person', 'flagged')).toMatchObject([
    { flags: ['Caution', 'Licence revoked', 'Licence suspended', 'Licence expired', 'Deceased'] },
  ])
  const vehicleId = await addVehicle('FLAG 1', { characterId })
  await sql`update vehicles set registered_until = '2020-01-01', stolen_at = now(), stolen_note = 'x', is_stolen_by_owner = true
    where id = ${vehicleId}`.execute(t.db)
  expect(await search('vehicle', 'flag1')).toMatchObject([{ flags: ['Stolen', 'Registration expired', 'Not insured'] }])
  await addVehicle('NOTED 1')
  expect(await search('vehicle', 'noted')).toMatchObject([{ ownerName: null, flags: ['Noted'] }])
})

test('neither one letter nor a long text is searched for', async () => {
  for (const q of ['a', ' a ', 'x'.repeat(81)]) {
    const response = await officer.http.get(`/api/lookups/search?kind=person&q=${encodeURIComponent(q)}`)
    expect([response.statusCode, response.json().field]).toEqual([400, 'q'])
  }
})
