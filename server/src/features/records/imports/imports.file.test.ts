import type { ImportFormat, ImportKind } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { readRow } from './imports.fields.ts'
import { readFile } from './imports.file.ts'

/** Pieces of three bytes, so that everything is cut somewhere. */
async function* inPieces(text: string, size = 3) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function read(kind: ImportKind, format: ImportFormat, text: string, size?: number) {
  const { rows, ignored } = readFile(kind, format, inPieces(text, size ?? (format === 'json' ? 3 : 1000)))
  const found = []
  for await (const row of rows) found.push(row)
  return { rows: found, ignored: [...ignored] }
}
const fieldsOf = async (...args: Parameters<typeof read>) => (await read(...args)).rows.map(({ fields }) => fields)

describe('CSV', () => {
  test('byte order mark, quotes, line breaks in cells and empty lines: rows are numbered as a spreadsheet shows them', async () => {
    const { rows } = await read(
      'people',
      'csv',
      '\uFEFFName,Date of birth,description\r\n\r\n"Doe, Jane",1990-01-31,"two\nlines"\r\nJo,2000-01-01,"a ""b"""\r\n',
    )
    expect(rows).toEqual([
      { row: 3, fields: { name: 'Doe, Jane', bornOn: '1990-01-31', description: 'two\nlines' } },
      { row: 4, fields: { name: 'Jo', bornOn: '2000-01-01', description: 'a "b"' } },
    ])
  })

  test.each([';', '\t', ','])('the delimiter %j is found from the header', async (mark) => {
    const other = mark === ';' ? ',' : ';'
    const lines = [
      ['first_name', 'LASTNAME', 'dob', 'description'],
      ['Jane', 'Doe', '1990-01-31', `tall${other} blond`],
    ]
    expect(await fieldsOf('people', 'csv', lines.map((cells) => cells.join(mark)).join('\n'))).toEqual([
      { firstName: 'Jane', lastName: 'Doe', bornOn: '1990-01-31', description: `tall${other} blond` },
    ])
  })

  test('a height with an inch mark is text, and a formula that was exported loses its apostrophe', async () => {
    expect(await fieldsOf('people', 'csv', `name,bornOn,description,address\nJane Doe,1990-01-31,5'10" tall,'=1+1\n`)).toEqual([
      { name: 'Jane Doe', bornOn: '1990-01-31', description: `5'10" tall`, address: '=1+1' },
    ])
  })

  test('unknown columns are left out and listed; a row with too many cells is a problem', async () => {
    const { rows, ignored } = await read('vehicles', 'csv', 'plate,model,Wheels\nA 1,Asea,4\nA 2,Asea,4,more\n')
    expect(ignored).toEqual(['Wheels'])
    expect(rows).toMatchObject([
      { row: 2, fields: { plate: 'A 1', model: 'Asea' } },
      { row: 3, problem: expect.stringContaining('cells') },
    ])
  })

  test.each([
    ['no header', 'people', 'Jane Doe,1990-01-31\n', 'the header lacks name, bornOn'],
    ['half a name', 'people', 'firstName,bornOn\nJane,1990-01-31\n', 'the header lacks name'],
    ['a column twice', 'vehicles', 'plate,model,color,colour\n', 'the header names colour twice'],
    ['an open quote', 'people', 'name,bornOn\n"Jane,1990-01-31\n', 'Quote Not Closed'],
    ['a row without end', 'people', `name,bornOn\n"${'x'.repeat(200_000)}",1990-01-31\n`, 'Max Record Size'],
  ] as const)('%s is said', async (_what, kind, text, why) => {
    await expect(read(kind, 'csv', text)).rejects.toThrow(why)
  })
})

describe('JSON', () => {
  test('items are found wherever the pieces of the file are cut', async () => {
    const items = [
      { name: 'A "quoted\\" [name]', bornOn: '1990-01-31', postal: 1234 },
      { name: 'Größe }{', phone: null },
    ]
    for (const size of [1, 2, 3, 7, 1000]) {
      expect(await fieldsOf('people', 'json', `\uFEFF ${JSON.stringify(items, null, 2)}\n`, size)).toEqual([
        { name: 'A "quoted\\" [name]', bornOn: '1990-01-31', postal: 1234 },
        { name: 'Größe }{', phone: '' },
      ])
    }
    expect(await fieldsOf('people', 'json', '[ ]')).toEqual([])
  })

  test('an item that is not an object is a problem of its row', async () => {
    expect((await read('people', 'json', '[1, "two, three", [4], {}]')).rows.map(({ row, fields }) => [row, fields])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
      [4, {}],
    ])
  })

  test.each([
    ['an object', '{"name": "Jane"}', 'a JSON file is a list of objects'],
    ['cut off', '[{"name": "Jane"', 'it ends in the middle of item 1'],
    ['not JSON', '[{"name": Jane}]', 'item 1 is not JSON'],
    ['a comma too many', '[{},]', 'item 2 is missing'],
    ['two lists', '[{}] []', 'something follows the end of the list'],
    ['an item without end', `[{"name": "${'x'.repeat(200_000)}"}]`, 'item 1 is longer than'],
    ['empty', '', 'it is empty'],
  ])('%s is said', async (_what, text, why) => {
    await expect(read('people', 'json', text, 50_000)).rejects.toThrow(why)
  })
})

describe('a row', () => {
  const check = (kind: ImportKind, fields: Record<string, unknown>) => readRow(kind, { row: 7, fields })

  test('keeps the fields that the file gives and no others', () => {
    expect(
      check('people', { firstName: 'Jane ', lastName: 'Doe', bornOn: '1990-01-31T00:00:00Z', postal: 1234, address: '', externalId: '' }),
    ).toEqual({
      row: 7,
      input: { name: 'Jane Doe', bornOn: '1990-01-31', postal: '1234', address: '' },
    })
    expect(
      check('vehicles', { plate: ' ab-1 ', model: 'Asea', vin: '', registeredUntil: '', stolen: 'Yes', ownerName: '', ownerBornOn: '' }),
    ).toEqual({
      row: 7,
      input: { plate: 'ab-1', model: 'Asea', registeredUntil: null, stolen: true },
    })
    expect(
      check('offences', {
        code: 'T-1',
        title: 'T',
        type: 'Felony',
        category: 'C',
        fineMin: '$1,000',
        fineMax: 2000,
        jailMin: '',
        jailMax: '',
        points: '',
      }),
    ).toEqual({
      row: 7,
      input: { code: 'T-1', title: 'T', type: 'Felony', category: 'C', fineMin: 1000, fineMax: 2000, jailMin: 0, jailMax: 0, points: 0 },
    })
  })

  test('with several problems names each field once, and repeats no value', () => {
    expect(check('people', { name: 'J', bornOn: '31.1.1990', medicalNotes: 'secret'.repeat(200) })).toEqual([
      { row: 7, field: 'name', message: 'Enter a first and last name', found: 'J' },
      { row: 7, field: 'bornOn', message: 'Enter a date, such as 1990-01-31', found: '31.1.1990' },
      { row: 7, field: 'medicalNotes', message: 'A medical note has at most 1,000 characters' },
    ])
    expect(check('vehicles', { plate: '!', model: '', stolen: 'maybe' })).toMatchObject([
      { field: 'plate' },
      { field: 'model' },
      { field: 'stolen', message: 'Enter yes or no' },
    ])
    expect(check('vehicles', { plate: 'A1', model: 'Asea', ownerName: 'Jane Doe' })).toMatchObject([{ field: 'ownerBornOn' }])
  })
})

describe('a malicious file', () => {
  test('with tens of thousands of empty lines does not block other work', async () => {
    let turns = 0
    const count = () => {
      turns += 1
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    await read('people', 'csv', `name,bornOn\n${'\n'.repeat(30_000)}`, 65_536)
    clearImmediate(timer)
    expect(turns).toBeGreaterThan(30)
  })

  test('is refused if it has too many empty lines', async () => {
    const { rows } = readFile('people', 'csv', inPieces(`name,bornOn\n${'\n,\n'.repeat(10)}`), { maxLines: 20 })
    await expect(rows[Symbol.asyncIterator]().next()).rejects.toThrow('it has more than 20 lines')
  })

  test.each([
    ['a list within a list, and so on', `${'['.repeat(40_000)}${']'.repeat(40_000)}`],
    ['an object that is no text', '{"toString": 1, "valueOf": 1}'],
    ['nothing', 'null'],
  ])('a cell that is %s is a problem of its row', async (what, json) => {
    const { rows } = await read('vehicles', 'json', `[{"plate": "46EEK572", "model": "Sultan", "stolen": ${json}}]`, 65_536)
    const [first] = rows
    expect(first && readRow('vehicles', first)).toEqual(
      what === 'nothing' ? { row: 1, input: expect.objectContaining({ stolen: false }) } : [expect.objectContaining({ field: 'stolen' })],
    )
  })
})
