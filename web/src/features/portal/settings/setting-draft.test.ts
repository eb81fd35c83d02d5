import { choiceSetting, flagSetting, numberSetting, textSetting, type SettingState } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { entryWords, isOutdated, onto, parseEntry, shownInput, valueWords, withEdit, type Entry } from './setting-draft.ts'

const words = { group: { key: 'test', title: 'Test', help: '' }, title: 'A title', help: 'Help' }
const minutes = numberSetting({ key: 'a.minutes', ...words, fallback: 60, min: 0, max: 90, unit: 'minutes' })
const flag = flagSetting({ key: 'a.flag', ...words, fallback: false })
const colour = choiceSetting({ key: 'a.colour', ...words, fallback: 'red', options: { red: 'Red', blue: 'Deep blue' } })
const name = textSetting({ key: 'a.name', ...words, fallback: '', max: 5 })

const shipped: SettingState = { key: minutes.key, value: 60, source: 'default', version: 0, changedAt: null, changedBy: null }
const chosen: SettingState = { ...shipped, value: 30, source: 'portal', version: 7 }
const typed = (input: string | boolean): Entry => ({ kind: 'value', input })

test('a number is taken as typed, with spaces around it, and anything else is refused in words', () => {
  expect(parseEntry(minutes, typed(' 15 '))).toEqual({ value: 15, error: null })
  for (const text of ['', 'soon', '1.5', '1e3', '١٥']) {
    const { error } = parseEntry(minutes, typed(text))
    expect({ text, error }).toEqual({ text, error: 'Enter a whole number' })
  }
  expect(parseEntry(minutes, typed('91')).error).toBe('Enter 90 or less')
  expect(parseEntry(name, typed('abcdef')).error).toBe('Enter at most 5 characters')
})

test('an edit that changes nothing counts as no edit: typed back, or equal to the current state', () => {
  const edits = withEdit({}, minutes, chosen, typed('31'))
  expect(Object.keys(edits)).toEqual([minutes.key])
  expect(withEdit(edits, minutes, chosen, typed('30'))).toEqual({})
  expect(withEdit({}, minutes, shipped, { kind: 'default' })).toEqual({})
  expect(Object.keys(withEdit({}, minutes, shipped, typed('soon'))), 'what is wrong stays until it is put right').toEqual([minutes.key])
})

test('back to the default shows the default until it is saved', () => {
  const edits = withEdit({}, minutes, chosen, { kind: 'default' })
  expect(shownInput(minutes, chosen, edits[minutes.key])).toBe('60')
  expect(shownInput(minutes, chosen, undefined)).toBe('30')
})

test('an edit remembers what it was made on: a change by someone else outdates it, until it is kept on purpose', () => {
  const edit = withEdit(withEdit({}, minutes, chosen, typed('3')), minutes, chosen, typed('31'))[minutes.key]!
  const now = { ...chosen, value: 45, version: 9 }
  expect(isOutdated(chosen, edit)).toBe(false)
  expect(isOutdated(now, edit)).toBe(true)
  const later = withEdit({ [minutes.key]: edit }, minutes, now, typed('32'))[minutes.key]!
  expect(isOutdated(now, later), 'typing on does not hide it').toBe(true)
  expect(isOutdated(now, onto(later, now))).toBe(false)
})

test('values are said in words', () => {
  expect([valueWords(minutes, 1), valueWords(minutes, 60)]).toEqual(['1 minute', '60 minutes'])
  expect([valueWords(flag, true), valueWords(flag, false)]).toEqual(['On', 'Off'])
  expect([valueWords(colour, 'blue'), valueWords(name, ''), valueWords(name, 'Jo')]).toEqual(['Deep blue', 'empty', '“Jo”'])
  expect([entryWords(minutes, typed('31')), entryWords(minutes, typed('soon')), entryWords(minutes, { kind: 'default' })]).toEqual([
    '31 minutes',
    '“soon”',
    '60 minutes',
  ])
})
