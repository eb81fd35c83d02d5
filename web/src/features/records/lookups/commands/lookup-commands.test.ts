import type { Offence, SearchRow } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import type { Command, CommandContext, Slot } from '../../../../panels/commands/command.ts'
import { match } from '../../../../panels/commands/match.ts'
import { DESKTOP_FEATURES } from '../../../../app/desktop-features.ts'
import { commandsOf, lateCommandsOf } from '../../../portal/cad/desktop-contents.ts'
import { lookupCommands } from './lookup-commands.ts'
import { createGate, createSearcher } from '../search/searcher.ts'
import { isPlate, meantRow, mustBePlate, ownLabels, type DeskKind } from '../search/search-rows.ts'
import { personRow, vehicleRow } from '../testing/build-records.ts'

const ALL: Readonly<Record<string, readonly SearchRow[]>> = {
  'person marlowe': [personRow(7, 'Dexter Marlowe'), personRow(8, 'Ada Marlowe', 2001)],
  'person dexter marlowe': [personRow(7, 'Dexter Marlowe'), personRow(9, 'Dexter Marlow')],
  'person brill': [personRow(11, 'Tess Brill')],
  'vehicle 46eek572': [vehicleRow(3, '46EEK572'), vehicleRow(4, '46EEX572')],
  'vehicle 46eek571': [vehicleRow(3, '46EEK572')],
  'vehicle 46e': [vehicleRow(3, '46EEK572'), vehicleRow(5, '46EEK118')],
  'patient brill': [personRow(11, 'Tess Brill')],
}
const officer = { own: { unitClass: 1 } } as CommandContext
const medic = { own: { unitClass: 3 } } as CommandContext

function setUp() {
  const done: string[] = []
  const search = createSearcher<DeskKind, SearchRow>('person', {
    search: (kind, q) => Promise.resolve(ALL[`${kind} ${q.toLowerCase()}`] ?? []),
    gate: createGate(0),
  })
  const offences = createSearcher<'offence', Offence>('offence', { search: () => Promise.resolve([]), gate: createGate(0) })
  const commands = lookupCommands({
    search,
    offences,
    begin: (label) => done.push(`begin ${label}`),
    abandon: () => done.push('abandon'),
    open: (kind, row) => done.push(`open ${kind} ${[...ownLabels([row]).keys()].join()}`),
    runPlate: (plate) => done.push(`run ${plate}`),
    showRows: (kind, typed) => done.push(`rows ${kind} ${typed}`),
    showOffences: (typed) => done.push(`offences ${typed}`),
  })
  const slotOf = (word: string): Slot<unknown> => {
    const slot = commands.find((each) => each.word === word)?.slots[0]?.slot
    if (!slot) throw new Error(`No command ${word}`)
    return slot
  }
  /** As Enter does. */
  const enter = async (word: string, typed: string, context = officer) => {
    const command = commands.find((each) => each.word === word)
    const read = slotOf(word).read([typed], context)
    if (!command || 'problem' in read) throw new Error('problem' in read ? read.problem : word)
    const [entry] = command.slots
    const step = command.build({ [entry?.key ?? '']: read.value }, context)
    if ('refusal' in step || step.intent.kind !== 'run') throw new Error('not run')
    await step.intent.run({ goTo: (panelId) => done.push(`go to ${panelId}`), report: (problem) => done.push(problem) })
    return { done, words: step.words }
  }
  return { search, slotOf, enter, done }
}

describe('Enter', () => {
  test('on a plate goes to the record at once, then opens it', async () => {
    const { done } = await setUp().enter('v', '46eek572')
    expect(done).toEqual(['begin 46eek572', 'go to record', 'open vehicle 46EEK572'])
  })
  test('on a plate that only resembles another runs it as it was typed', async () => {
    expect((await setUp().enter('v', '46eek571')).done).toContain('run 46eek571')
  })
  test('on a plate that nobody has runs it', async () => {
    expect((await setUp().enter('v', 'ZZ 99')).done).toContain('run ZZ 99')
  })
  test('on the beginning of several plates shows them', async () => {
    expect((await setUp().enter('v', '46e')).done.slice(-3)).toEqual(['abandon', 'rows vehicle 46e', 'go to lookup'])
  })
  test('on a name opens the only one, or the one of exactly that name, else shows those found', async () => {
    expect((await setUp().enter('p', 'brill')).done).toContain('open person Tess Brill')
    expect((await setUp().enter('p', 'dexter marlowe')).done).toContain('open person Dexter Marlowe')
    expect((await setUp().enter('p', 'marlowe')).done).toContain('rows person marlowe')
    expect((await setUp().enter('p', 'nobody')).done).toContain('rows person nobody')
  })
  test('on a registered plate after p opens the vehicle', async () => {
    expect((await setUp().enter('p', '46eek572')).done).toContain('open vehicle 46EEK572')
  })
  test('of a fire unit opens a patient', async () => {
    expect((await setUp().enter('p', 'brill', medic)).done).toContain('open patient Tess Brill')
  })
})

describe('while typing', () => {
  test('suggestions come from the search, and the one that is taken is opened', async () => {
    const { search, slotOf, enter } = setUp()
    await search.now('person', 'marlowe')
    expect(slotOf('p').suggest('marlowe', officer)).toEqual([
      { insert: 'Dexter Marlowe', label: 'Dexter Marlowe', detail: 'born 1991' },
      { insert: 'Ada Marlowe', label: 'Ada Marlowe', detail: 'born 2001' },
    ])
    const { done, words } = await enter('p', 'Ada Marlowe')
    expect(words).toBe('Look up Ada Marlowe, logged with your name')
    expect(done).toContain('open person Ada Marlowe')
  })
  test('one character is too short to search', () => {
    expect(setUp().slotOf('v').read(['4'], officer)).toEqual({ problem: 'Type at least 2 characters' })
    expect(setUp().slotOf('v').suggest('4', officer)).toEqual([])
  })
})

test('two people of the same name are told apart by their year, and of the same year by their number', () => {
  const rows = [
    personRow(1, 'Tess Brill', 1990),
    personRow(2, 'Tess Brill', 1991),
    personRow(3, 'Al Senn', 1991),
    personRow(4, 'Al Senn', 1991),
  ]
  expect([...ownLabels(rows).keys()]).toEqual(['Tess Brill 1990', 'Tess Brill 1991', 'Al Senn 1991 #3', 'Al Senn 1991 #4'])
  expect(meantRow(rows, 'tess brill')).toBeUndefined()
  expect(meantRow(rows, 'tess brill 1991')).toMatchObject({ characterId: 2 })
})

test('a VIN is longer than a plate, and means the only row', () => {
  expect(isPlate('1TF46EEK572000001')).toBe(false)
  expect(meantRow([vehicleRow(3, '46EEK572')], '1TF46EEK572000001')).toMatchObject({ vehicleId: 3 })
})

test.each([
  ['46eek572', true],
  ['555-0142', false],
  ['Marlowe', false],
  ['4 Marlowe Street', false],
])('%s must be a plate: %s', (typed, expected) => expect(mustBePlate(typed)).toBe(expected))

describe('words that were there before', async () => {
  await Promise.all(lateCommandsOf(DESKTOP_FEATURES).map(({ load }) => load()))
  const NEW = ['p', 'v', 'w', 'pc', 'bolo', 'warn', 'cite', 'arrest', 'incident', 'write']
  const all = commandsOf(DESKTOP_FEATURES)
  const before = all.filter(({ word }) => !NEW.includes(word))
  const find = (commands: readonly Command[], typed: string) =>
    match(
      commands.map((value) => ({ value, names: [[value.word, value.long]] })),
      typed,
    )
  /** Several before: an error then, which a new word may take. */
  const beginnings = before.flatMap(({ word, long }) => [word, long].flatMap((name) => Array.from(name, (_, at) => name.slice(0, at + 1))))

  test.each([...new Set(beginnings)].filter((typed) => find(before, typed).kind === 'one'))('“%s” means what it meant', (typed) => {
    expect(find(all, typed)).toEqual(find(before, typed))
  })
  test('the lookup commands are found by their word', () => {
    expect(NEW.map((word) => find(all, word))).toMatchObject(NEW.map((word) => ({ kind: 'one', value: { word } })))
  })
})
