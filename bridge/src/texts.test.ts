import { expect, test } from 'vitest'
import { clientTexts, createTexts, readTexts } from './texts.ts'

function read(language: string, file: string | null) {
  const printed: string[] = []
  const texts = readTexts({ language, read: () => file, print: (line) => void printed.push(line) })
  return { texts: createTexts(texts), printed, all: texts }
}

test('a translation is used where it has a text, and English where it lacks one or names another value', () => {
  const { texts, printed } = read('de', JSON.stringify({ 'call.cleared': 'Erledigt.', 'call.title': 'Ruf {nummer}', 'call.colour': 'Rot' }))
  expect([texts('call.cleared'), texts('call.title', { call: 7 }), texts('duty.off')]).toEqual(['Erledigt.', 'Call 7', 'Off duty'])
  expect(printed).toEqual([
    'locales/de.json: call.title has another placeholder than call. It is shown in English.',
    'locales/de.json: call.colour is no text of this version.',
  ])
})

test.each([
  ['is missing', null, 'there is no such file'],
  ['is no JSON', '{', 'JSON'],
  ['has something else in it', '{ "call.cleared": 7 }', 'expected string'],
])('players see English while the file %s, and the console says why', (_what, file, why) => {
  const { texts, printed } = read('de', file)
  expect(texts('call.cleared')).toBe('Cleared.')
  expect(printed).toEqual([expect.stringContaining(why)])
})

test('values of players are put in as they are', () => {
  const { texts, all } = read('en', null)
  expect(texts('call.titled', { call: 7, title: '{call} $& {title}' })).toBe('Call 7: {call} $& {title}')
  expect(Object.keys(clientTexts(all)).every((key) => /^(key|help)\./.test(key))).toBe(true)
})
