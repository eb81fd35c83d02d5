import { IMPORT_FILE_BYTES, type PageOf } from '@tenfour/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { importsOf, type ImportsOf } from '../../../testing/test-imports.ts'
import { startTestPortal, until, type Http, type TestPortal } from '../../../testing/test-portal.ts'

let t: TestPortal
let admin: Http
let imports: ImportsOf
beforeAll(async () => {
  t = await startTestPortal()
  admin = await t.as('admin')
  imports = await importsOf(t)
})
afterAll(() => t.close())
afterEach(() => imports.end())

const vehicle = (plate: string) => t.db.selectFrom('vehicles').selectAll().where('plate', '=', plate).executeTakeFirst()

describe('a file that is refused before it is read', () => {
  test.each(['staff', 'member', 'legal'] as const)('from a %s', async (role) => {
    expect((await imports.send('people', 'name,bornOn\n', 'csv', (await t.person(role)).token)).statusCode).toBe(403)
  })
  test.each([
    ['an empty file', '', 'csv', 400, 'file'],
    ['a file in another encoding', Buffer.from('name,bornOn\nJos\xe9,1990-01-31\n', 'latin1'), 'csv', 400, 'file'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa]), 'csv', 400, 'file'],
    ['JSON that is no list', '{"name":"Jane Doe"}', 'json', 400, 'file'],
    ['a byte too many', Buffer.alloc(IMPORT_FILE_BYTES + 1, 'a'), 'csv', 413, undefined],
  ] as const)('%s', async (_what, content, format, status, field) => {
    const response = await imports.send('people', content, format)
    expect([response.statusCode, response.json().field]).toEqual([status, field])
  })

  test('while another one is being received', async () => {
    const both = await Promise.all([1, 2].map(() => imports.send('people', Buffer.from(imports.people(3, 'Twin')))))
    expect(both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
    const refused = both.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json().message).toBe('Another file is being uploaded: try again in a moment')
  })
})

test.each([
  ['a wrong header', 'people', 'csv', 'first,second\nJane,Doe\n', 'the header lacks name, bornOn'],
  ['a header and nothing else', 'vehicles', 'csv', 'plate,model\n', 'it has no rows'],
  ['an open quote', 'people', 'csv', 'name,bornOn\n"Jane', 'Quote Not Closed'],
  ['an empty list', 'people', 'json', '[]', 'it has no rows'],
  ['JSON that is cut off', 'people', 'json', '[{"name": "Jane', 'ends in the middle of item 1'],
] as const)('%s fails the check and says why; nothing of it is kept', async (_what, kind, format, content, why) => {
  const failed = await imports.check(kind, content, format)
  expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining(why) })
  await until('it is gone', async () => (await t.db.selectFrom('import_chunks').selectAll().execute()).length === 0)
  expect((await admin.post(`/api/imports/${failed.importId}/start`)).statusCode).toBe(409)
})

describe('people', () => {
  test('the dry run lists every problem by row and writes nothing; writing leaves those rows out', async () => {
    const { emailAddress, userId } = await t.addPerson()
    const header = 'External ID;First name;Last name;DOB;Address;medicalNotes;email;Shoe size'
    const rows = [
      `d1;Jane;Dryrun;1990-01-31;=HYPERLINK("x");Asthma;${emailAddress.toUpperCase()};38`,
      'd2;J;;not a day;;;;',
      'd1;Joe;Dryrun;1990-01-31;;;;',
      ';Same;Dryrun;1991-01-01;;;;',
      ';same;dryrun;1991-01-01;;;;',
      'd6;Ann;Dryrun;1990-01-31;;;nobody@example.com;',
    ]
    const checked = await imports.check('people', `\uFEFF${[header, ...rows].join('\r\n')}`)
    expect(checked).toMatchObject({
      state: 'ready',
      rows: 6,
      toAdd: 2,
      toChange: 0,
      problemRows: 4,
      problems: 5,
      ignoredColumns: ['Shoe size'],
    })
    expect(await imports.lines(checked)).toEqual([
      '3 name: Enter a first and last name',
      '3 bornOn: Enter a date, such as 1990-01-31',
      '4 externalId: Row 2 has the same externalId',
      '6 name: Row 5 has the same name and birth date',
      '7 email: There is no account with this address',
    ])
    const found = (await imports.problemsOf(checked)).items.map((problem) => problem.found)
    expect(found, 'the value in the file').toEqual(['J', 'not a day', 'd1', 'same dryrun', 'nobody@example.com'])
    expect(await imports.characters('%Dryrun')).toEqual([])

    expect(await imports.start(checked)).toMatchObject({ state: 'done', added: 2, changed: 0, problemRows: 4, percent: 100 })
    expect(await imports.characters('%Dryrun')).toMatchObject([
      { name: 'Jane Dryrun', user_id: userId, address: '=HYPERLINK("x")', medical_notes: 'Asthma', external_id: 'd1', origin: 'import' },
      { name: 'Same Dryrun', user_id: null, external_id: null },
    ])
    expect(
      JSON.stringify([await imports.get(checked.importId), await imports.problemsOf(checked)]),
      'notes for medics are not shown',
    ).not.toContain('Asthma')
    await until('what was read is gone', async () => (await t.db.selectFrom('import_rows').selectAll().execute()).length === 0)
  })

  test('a row with a known id changes the fields that the file gives, keeps the others and the old name, and tells the owner', async () => {
    const { emailAddress, userId } = await t.addPerson({ departments: [{ name: 'CIV', isPrimary: true }] })
    await imports.start(
      await imports.check(
        'people',
        `externalId,name,bornOn,address,phone,email\nc1,Old Changed,1990-01-31,Here,555,${emailAddress}\nc2,Stays Changed,1990-01-31,,,\n`,
      ),
    )
    const stream = () => t.db.selectFrom('streams').select('seq').where('key', '=', `own-records:${userId}`).executeTakeFirst()
    const before = (await stream())?.seq ?? 0
    const checked = await imports.check(
      'people',
      'externalId,name,bornOn,phone\nc1,New Changed,1990-01-31,\nc2,Stays Changed,1990-01-31,\n',
    )
    expect(checked).toMatchObject({ toAdd: 0, toChange: 1, unchanged: 1, problems: 0 })
    expect(await imports.start(checked)).toMatchObject({ added: 0, changed: 1 })
    const [changed, same] = await imports.characters('%Changed')
    expect(changed).toMatchObject({ name: 'New Changed', address: 'Here', phone: '', user_id: userId, version: 2 })
    expect(same).toMatchObject({ version: 1 })
    expect(await t.db.selectFrom('character_names').select('name').where('character_id', '=', changed!.id).execute()).toEqual([
      { name: 'Old Changed' },
    ])
    expect(await t.db.selectFrom('record_events').select(['title', 'text']).where('character_id', '=', changed!.id).execute()).toEqual([
      { title: 'Changed by an import', text: 'file.csv' },
    ])
    expect((await stream())?.seq).toBe(before + 1)
    expect(await imports.check('people', 'externalId,name,bornOn,phone\nc1,New Changed,1990-01-31,\n')).toMatchObject({
      toChange: 0,
      unchanged: 1,
    })
  })

  test('without an id, a person with the same name and birth date is a problem; a row with an id never takes a character from its member', async () => {
    const [owner, other] = [await t.addPerson(), await t.addPerson()]
    await t.db
      .insertInto('characters')
      .values({ name: 'Here Already', born_on: '1980-02-02', user_id: owner.userId, external_id: 'own-1' })
      .execute()
    const checked = await imports.check(
      'people',
      JSON.stringify([
        { name: 'HERE already', bornOn: '1980-02-02' },
        { externalId: 'own-1', name: 'Here Already', bornOn: '1980-02-02', email: other.emailAddress },
        { externalId: 'own-2', name: 'Here Already', bornOn: '1980-02-02', steamId: 'ffff' },
      ]),
      'json',
    )
    expect(await imports.lines(checked)).toEqual([
      '1 name: A person with this name and birth date exists already',
      '2 email: This person belongs to another member',
      '3 steamId: There is no account with this Steam hex',
    ])
    const refused = await admin.post(`/api/imports/${checked.importId}/start`)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'There is nothing to import'])
  })
})

describe('vehicles', () => {
  beforeAll(async () => {
    await t.db
      .insertInto('characters')
      .values([
        { name: 'Vera Owner', born_on: '1980-01-01', external_id: 'v-owner' },
        { name: 'Twin Owner', born_on: '1980-01-01' },
        { name: 'Twin Owner', born_on: '1980-01-01' },
      ])
      .execute()
    await t.db.insertInto('vehicles').values({ plate: 'TAKEN 1', vin: 'VINTAKEN', model: 'Asea' }).execute()
  })

  test('plates, VINs and owners are checked against the file and the database', async () => {
    const checked = await imports.check(
      'vehicles',
      [
        'plate,vin,model,color,registeredUntil,insuredUntil,stolen,ownerExternalId,ownerName,ownerBornOn',
        'IMP 1,,Asea,Red,2027-01-31,,yes,v-owner,,',
        'imp-1,,Asea,,,,,,,',
        'taken1,,Asea,,,,,,,',
        'IMP 2,vin-taken,Asea,,,,,,,',
        'IMP 3,VIN3,Asea,,,,,,vera owner,1980-01-01',
        'IMP 4,vin 3,Asea,,,,,nobody,,',
        'IMP 5,,Asea,,,,,,Twin Owner,1980-01-01',
        'IMP 6,,Asea,,,,,,Vera Owner,1999-01-01',
        'IMP 7,,Asea,,31.1.2027,,,,,',
        'IMP 8,,Asea,,,,,,,',
      ].join('\n'),
    )
    expect(checked).toMatchObject({ toAdd: 3, problemRows: 7 })
    expect(await imports.lines(checked)).toEqual([
      '3 plate: Row 2 has the same plate',
      '4 plate: A vehicle with this plate is registered already',
      '5 vin: A vehicle with this VIN is registered already',
      '7 vin: Row 6 has the same VIN',
      '8 ownerName: Several persons have this name and birth date: give ownerExternalId',
      '9 ownerName: There is no person with this name and birth date',
      '10 registeredUntil: Enter a date, such as 2026-01-31',
    ])
    expect(await imports.start(checked)).toMatchObject({ added: 3 })
    const owner = await t.db.selectFrom('characters').select('id').where('external_id', '=', 'v-owner').executeTakeFirstOrThrow()
    expect(await vehicle('IMP 1')).toMatchObject({
      character_id: owner.id,
      colour: 'Red',
      insured_until: null,
      stolen_note: 'Imported as stolen',
      is_stolen_by_owner: false,
      vin: expect.stringMatching(/^[0-9A-F]{17}$/),
    })
    expect(await vehicle('IMP 3')).toMatchObject({ character_id: owner.id, vin: 'VIN3', stolen_at: null })
    expect(await vehicle('IMP 8')).toMatchObject({ character_id: null })
  })

  test('a vehicle is found by its id and gets another plate', async () => {
    await imports.start(await imports.check('vehicles', 'externalId,plate,model,stolen,vin\nx1,CHG 1,Asea,yes,\n'))
    const before = await vehicle('CHG 1')
    const checked = await imports.check('vehicles', 'externalId,plate,model,stolen,vin\nx1,CHG 2,Asea,no,\nx2,CHG 1,Asea,,\n')
    expect(await imports.lines(checked), 'the plate is in use until the change is written').toEqual([
      '3 plate: A vehicle with this plate is registered already',
    ])
    expect(await imports.start(checked)).toMatchObject({ added: 0, changed: 1 })
    expect(await vehicle('CHG 2')).toMatchObject({ id: before?.id, vin: before?.vin, stolen_at: null, stolen_note: null })
  })

  test('a plate that is registered between the check and the import becomes a problem, and does not stop other rows', async () => {
    const checked = await imports.check('vehicles', 'plate,model\nRACE 1,Asea\nRACE 2,Asea\nRACE 3,Asea\n')
    expect(checked).toMatchObject({ toAdd: 3, problems: 0 })
    await t.db.insertInto('vehicles').values({ plate: 'race-2', vin: 'RACE2', model: 'Other' }).execute()
    const done = await imports.start(checked)
    expect(done).toMatchObject({ state: 'done', added: 2, problemRows: 1 })
    expect(await imports.lines(done)).toEqual(['3 plate: A vehicle with this plate is registered already'])
  })
})

describe('offences', () => {
  const HEADER = 'Code,Title,Type,Category,Description,Fine min,Fine max,Jail min,Jail max,Points'
  const find = async (q: string) =>
    (await admin.get(`/api/offences?q=${q}`)).json<PageOf<{ code: string; title: string; offenceId: number }>>().items

  test('are added and changed by code, each with a new wording', async () => {
    const content = [
      HEADER,
      't-101,Speeding a little,Infraction,Traffic,,75,150,0,0,1',
      'CSV-2,"Two, quoted",Felony,Test,"With ""quotes""","$1,000",2000,,10,',
    ].join('\n')
    const checked = await imports.check('offences', content)
    expect(checked).toMatchObject({ toAdd: 1, toChange: 1, unchanged: 0, problems: 0 })
    expect(await find('CSV-2')).toEqual([])
    expect(await imports.start(checked)).toMatchObject({ state: 'done', added: 1, changed: 1 })
    expect(await find('CSV-2')).toMatchObject([
      { title: 'Two, quoted', description: 'With "quotes"', fineMin: 1000, jailMin: 0, points: 0, version: 1 },
    ])
    const [changed] = await find('Speeding%20a%20little')
    const revisions = (await admin.get(`/api/offences/${changed?.offenceId}/revisions`)).json<{ title: string; changedBy: unknown }[]>()
    expect(revisions).toMatchObject([
      { title: 'Speeding a little', changedBy: { name: 'The admin' } },
      { title: 'Speeding, up to 15 over' },
    ])
    expect(await imports.check('offences', content)).toMatchObject({ toAdd: 0, toChange: 0, unchanged: 2 })
  })

  test('without a description column the description stays', async () => {
    const checked = await imports.check(
      'offences',
      `${HEADER.replace('Description,', '')}\nT-102,Other words,Infraction,Traffic,150,300,0,0,2\n`,
    )
    await imports.start(checked)
    expect(await find('Other%20words')).toMatchObject([{ code: 'T-102', description: 'Driving 16 to 30 over the posted limit.' }])
  })

  test('are all imported, or none of them', async () => {
    const checked = await imports.check(
      'offences',
      [HEADER, 'BAD-1,Good,Felony,Test,,0,0,0,0,0', 'BAD-2,,Crime,Test,,x,0,0,0,0', 'bad-1,Twice,Felony,Test,,0,0,0,0,0'].join('\n'),
    )
    expect((await imports.lines(checked)).map((line) => line.split(':')[0])).toEqual(['3 title', '3 type', '3 fineMin', '4 code'])
    expect((await admin.post(`/api/imports/${checked.importId}/start`)).json().message).toContain('all or none')
    expect(await find('BAD-1')).toEqual([])
  })
})
