import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BridgeConfig, parseConfig } from './config.ts'

test('an empty configuration has the same settings as the shipped one', () => {
  const shipped = parseConfig(readFileSync(new URL('../config.json', import.meta.url), 'utf8'))
  expect({ ...shipped, whitelist: { ...shipped.whitelist, refused: '' } }).toEqual({
    ...BridgeConfig.parse({}),
    whitelist: { ...BridgeConfig.parse({}).whitelist, refused: '' },
  })
})

test('commands can be renamed and switched off', () => {
  const { commands } = parseConfig('{ "commands": { "emergency": "call911", "panic": "" } }')
  expect(commands).toMatchObject({ emergency: 'call911', panic: '', nonEmergency: '311' })
})

test('validation errors name the setting', () => {
  expect(() => parseConfig('{ "positionsPerSecond": 40 }')).toThrow(/positionsPerSecond/)
  expect(() => parseConfig('{ "commands": { "panic": "two words" } }')).toThrow(/commands\.panic/)
})
