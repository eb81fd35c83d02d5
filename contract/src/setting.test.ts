import { expect, test } from 'vitest'
import * as contract from './index.ts'
import { choiceSetting, FEATURE_SWITCHES, flagSetting, isSwitchedOn, numberSetting, SETTINGS, textSetting, type Setting } from './index.ts'

const isSetting = (value: unknown): value is Setting =>
  typeof value === 'object' && value !== null && 'fallback' in value && 'input' in value
const group = { key: 'test', title: 'Test', help: '' }
const words = { group, title: 'A title', help: 'Help' }

test('the list has every setting that a file of the contract declares, each with its own key', () => {
  const grouped = [contract.REPORT_APPROVAL, contract.WARRANT_DAYS].flatMap((settings) => Object.values<unknown>(settings))
  const declared = [...Object.values<unknown>(contract), ...grouped, ...contract.SOUND_SETTINGS].filter(isSetting)
  expect(new Set(SETTINGS)).toEqual(new Set(declared))
  expect(new Set(SETTINGS.map(({ key }) => key)).size).toBe(SETTINGS.length)
})

test('the default settings are valid, have texts, and share one heading per group', () => {
  for (const { key, title, help, fallback, schema } of SETTINGS) {
    expect(schema.safeParse(fallback).success, key).toBe(true)
    expect(key).toMatch(/^[a-z]+\.[a-z0-9-]+$/)
    expect(title && help, key).toBeTruthy()
  }
  const groups = new Set(SETTINGS.map((setting) => setting.group))
  expect(new Set([...groups].map(({ key }) => key)).size).toBe(groups.size)
})

test('every switch is on by default, as the specification needs, and describes the effect of switching it off', () => {
  for (const { key, fallback, offMessage, offEffect } of FEATURE_SWITCHES) {
    expect(fallback, key).toBe(true)
    expect(offMessage && offEffect, key).toBeTruthy()
  }
})

test('a feature without a switch is always on', () => {
  const [first] = FEATURE_SWITCHES
  expect(isSwitchedOn(undefined, [first!.key])).toBe(true)
  expect(isSwitchedOn(first, [])).toBe(true)
  expect(isSwitchedOn(first, [first!.key])).toBe(false)
})

test.each<[string, Setting, unknown, unknown]>([
  ['a number', numberSetting({ key: 'a.b', ...words, fallback: 5, min: 1, max: 9, unit: 'minutes' }), 9, 10],
  ['a flag', flagSetting({ key: 'a.b', ...words, fallback: false }), true, 'on'],
  ['a text', textSetting({ key: 'a.b', ...words, fallback: '', max: 3 }), 'abc', 'abcd'],
  ['a choice', choiceSetting({ key: 'a.b', ...words, fallback: 'red', options: { red: 'Red', blue: 'Blue' } }), 'blue', 'green'],
])('%s is accepted within its limits and refused beyond them', (_kind, { schema }, good, bad) => {
  expect(schema.safeParse(good).success).toBe(true)
  expect(schema.safeParse(bad).success).toBe(false)
})
