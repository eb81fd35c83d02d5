import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartupError } from '../errors.ts'
import { readConfig } from './config.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenfour-config-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (environment: Record<string, string>) => readConfig(environment, folder)

test('without any setting there are defaults', () => {
  expect(read({})).toEqual({
    port: 3000,
    host: '0.0.0.0',
    portalUrl: undefined,
    dataDir: join(folder, 'data'),
    databaseUrl: undefined,
    redisUrl: undefined,
    apiKey: undefined,
    historyKey: undefined,
    secretsKey: undefined,
    discord: {
      token: undefined,
      clientId: undefined,
      clientSecret: undefined,
      apiUrl: 'https://discord.com/api',
      siteUrl: 'https://discord.com',
    },
    runsBot: true,
    rootAccount: undefined,
    frameOrigins: ['https://cfx-nui-*'],
    trustProxy: false,
    settingOverrides: {},
    apiLogDays: 14,
    backsUpUpgrades: true,
    logLevel: 'info',
  })
})

test('an empty value counts as not set', () => {
  const names = [
    'PORT',
    'HOST',
    'PORTAL_URL',
    'PORTAL_DATA_DIR',
    'DATABASE_URL',
    'REDIS_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'PORTAL_API_KEY',
    'PORTAL_HISTORY_KEY',
    'PORTAL_SECRETS_KEY',
    'DISCORD_BOT_TOKEN',
    'DISCORD_CLIENT_ID',
    'DISCORD_CLIENT_SECRET',
    'DISCORD_API_URL',
    'DISCORD_SITE_URL',
    'PORTAL_BOT',
    'TRUST_PROXY',
    'LOG_LEVEL',
  ]
  expect(read(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(read({}))
})

test('the environment wins over .env, and .env over the defaults', () => {
  const file = join(folder, '.env')
  writeFileSync(file, 'PORT=4000\nHOST=127.0.0.1\n# a comment\nPORTAL_URL="https://portal.example"\n')
  try {
    expect(read({ PORT: '5000' })).toMatchObject({ port: 5000, host: '127.0.0.1', portalUrl: 'https://portal.example' })
  } finally {
    rmSync(file)
  }
})

test.each([
  ['true', true],
  ['false', false],
  ['2', 2],
  ['loopback', 'loopback'],
  ['10.0.0.1, 10.1.0.0/16, ::1, fe80::/10', '10.0.0.1, 10.1.0.0/16, ::1, fe80::/10'],
])('TRUST_PROXY %s is %j', (value, expected) => {
  expect(read({ TRUST_PROXY: value }).trustProxy).toEqual(expected)
})

test('several frame origins are separated by commas or spaces', () => {
  expect(read({ PORTAL_FRAME_ORIGINS: 'https://a.example, http://localhost:5173 https://cfx-nui-*' }).frameOrigins).toEqual([
    'https://a.example',
    'http://localhost:5173',
    'https://cfx-nui-*',
  ])
})

test('a page of an older resource of the game is accepted too', () => {
  expect(read({ PORTAL_FRAME_ORIGINS: 'nui://old_tablet' }).frameOrigins).toEqual(['nui://old_tablet'])
})

test('the silence after which a unit is asked can be changed and switched off', () => {
  const both = read({ UNIT_SILENCE_MINUTES: '90', UNIT_SILENCE_GRACE_MINUTES: '5' })
  expect(both.settingOverrides).toEqual({ 'welfare.silence-minutes': 90, 'welfare.grace-minutes': 5 })
  expect(read({ UNIT_SILENCE_MINUTES: '0', UNIT_SILENCE_GRACE_MINUTES: '' }).settingOverrides).toEqual({ 'welfare.silence-minutes': 0 })
  expect(() => read({ UNIT_SILENCE_GRACE_MINUTES: '0' })).toThrow('must be between 1 and')
})

test('the connection to Discord can be set, and the bot can be left to another node', () => {
  const token = 'x'.repeat(70)
  const env = { DISCORD_BOT_TOKEN: token, DISCORD_CLIENT_ID: '1234', DISCORD_API_URL: 'http://proxy.example/api/', PORTAL_BOT: 'off' }
  expect(read(env)).toMatchObject({ discord: { token, clientId: '1234', apiUrl: 'http://proxy.example/api' }, runsBot: false })
})

test('a slash at the end of an address is ignored', () => {
  expect(read({ PORTAL_URL: 'https://portal.example/' }).portalUrl).toBe('https://portal.example')
})

test.each([
  ['PORT', 'http'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['HOST', 'not a host'],
  ['PORTAL_URL', 'portal.example'],
  ['PORTAL_URL', 'ftp://portal.example'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost'],
  ['REDIS_URL', 'http://localhost'],
  ['SMTP_URL', 'mail.example.org'],
  ['SMTP_URL', 'http://mail.example.org'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://someone:100%@mail.example.org'],
  ['MAIL_FROM', 'Portal <portal@example.org>'],
  ['PORTAL_API_KEY', 'too-short'],
  ['PORTAL_API_KEY', 'long enough but with spaces in it'],
  ['PORTAL_HISTORY_KEY', 'shorter than thirty-two'],
  ['PORTAL_HISTORY_KEY', 'x'.repeat(201)],
  ['PORTAL_HISTORY_KEY', 'long enough to be a key but with spaces'],
  ['PORTAL_SECRETS_KEY', 'shorter than thirty-two'],
  ['DISCORD_BOT_TOKEN', 'too short'],
  ['DISCORD_BOT_TOKEN', 'x'.repeat(201)],
  ['DISCORD_CLIENT_ID', 'my application'],
  ['DISCORD_CLIENT_SECRET', 'short'],
  ['DISCORD_API_URL', 'discord.com/api'],
  ['DISCORD_SITE_URL', 'discord.com'],
  ['PORTAL_BOT', 'yes'],
  ['PORTAL_ROOT_EMAIL', 'nobody'],
  ['PORTAL_ROOT_PASSWORD', 'short'],
  ['PORTAL_FRAME_ORIGINS', 'https://a.example/path'],
  ['PORTAL_FRAME_ORIGINS', "'none'; script-src *"],
  ['PORTAL_FRAME_ORIGINS', 'nui://*'],
  ['PORTAL_FRAME_ORIGINS', 'nui://tenfour/tablet'],
  ['PORTAL_FRAME_ORIGINS', 'file://tenfour'],
  ['TRUST_PROXY', 'maybe'],
  ['TRUST_PROXY', 'face'],
  ['TRUST_PROXY', '10.0.0'],
  ['TRUST_PROXY', '10.0.0.1/64'],
  ['UNIT_SILENCE_MINUTES', 'soon'],
  ['UNIT_SILENCE_MINUTES', '20000'],
  ['UNIT_SILENCE_GRACE_MINUTES', '-5'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused in one line with its name and without the value', (name, value) => {
  const refused = (() => {
    try {
      read({ [name]: value })
    } catch (error) {
      return error
    }
    return undefined
  })()
  expect(refused).toBeInstanceOf(StartupError)
  const { message } = refused as StartupError
  expect(message).toMatch(new RegExp(`^${name} must `))
  expect(message).not.toContain('\n')
  expect(message).not.toContain(value)
})

test('the unattended Root account needs both its settings', () => {
  expect(() => read({ PORTAL_ROOT_EMAIL: 'a@example.com' })).toThrow('go together')
  expect(() => read({ PORTAL_ROOT_PASSWORD: 'long enough 1' })).toThrow('go together')
  expect(read({ PORTAL_ROOT_EMAIL: 'a@example.com', PORTAL_ROOT_PASSWORD: 'long enough 1' }).rootAccount).toEqual({
    email: 'a@example.com',
    password: 'long enough 1',
  })
})
