import {
  FEATURE_SWITCHES,
  FEATURES,
  flagSetting,
  isFeatureSwitch,
  portal911,
  SETTINGS,
  unitSilenceGraceMinutes,
  unitSilenceMinutes,
  type SettingState,
} from '@tenfour/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertEverySettingHasAFeature } from '../../../platform/settings/settings.ts'
import { joinRoom, startTestPortal, until, type Http, type TestPortal } from '../../../testing/test-portal.ts'
import { watchRoom } from '../../../testing/test-room.ts'

let t: TestPortal
let admin: Http
beforeAll(async () => {
  t = await startTestPortal({ settingOverrides: {} })
  admin = await t.as('admin')
})
afterAll(() => t.close())

const PATH = `/api/settings/${unitSilenceGraceMinutes.key}`
const stateIn = async (http: Http, { key } = unitSilenceGraceMinutes): Promise<SettingState> =>
  (await http.get('/api/settings')).json<SettingState[]>().find((state) => state.key === key)!
const save = async (value: unknown, version?: number) => admin.put(PATH, { value, version: version ?? (await stateIn(admin)).version })

test('a setting has its default until an admin chooses a value, which applies at once, with actor and time, and is audited', async () => {
  expect(await stateIn(admin)).toMatchObject({ value: 10, source: 'default', version: 0, changedBy: null })
  const saved = await save(15)
  expect(saved.json()).toMatchObject({ value: 15, source: 'portal', changedBy: { userId: expect.any(Number) } })
  expect(saved.json<SettingState>().version).toBeGreaterThan(0)
  expect(await stateIn(admin)).toEqual(saved.json())
  const [entry] = await t.db.selectFrom('audit').selectAll().where('action', '=', 'setting.changed').execute()
  expect(entry).toMatchObject({
    subject_type: 'setting',
    subject_id: unitSilenceGraceMinutes.key,
    before: { value: 10 },
    after: { value: 15 },
  })
})

test('the same value again changes nothing, and back to the default is one call', async () => {
  const before = (await save(20)).json<SettingState>()
  expect((await save(20)).json()).toEqual(before)
  const reset = await admin.delete(`${PATH}?version=${before.version}`)
  expect(reset.json()).toMatchObject({ value: 10, source: 'default', version: 0 })
})

test('of two who change a setting at once, one gets a conflict, whether or not it had a value before', async () => {
  for (const value of [30, 31]) {
    const { version } = await stateIn(admin)
    const both = await Promise.all([save(value, version), save(value + 10, version)])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
  expect((await save(50, 0)).json()).toMatchObject({ code: 'conflict' })
})

test('a setting that was reset and chosen again since it was opened is a conflict', async () => {
  const opened = (await save(21)).json<SettingState>()
  await admin.delete(`${PATH}?version=${opened.version}`)
  await save(22)
  expect((await save(23, opened.version)).statusCode).toBe(409)
  expect(await stateIn(admin)).toMatchObject({ value: 22 })
})

test('admins with the page open are told each change and who made it, from any node, or by hand in the database', async () => {
  const other = await startTestPortal({ database: t.database, settingOverrides: {} })
  try {
    const { token } = await t.person('admin')
    const [here, there] = [await watchRoom(t, token, 'settings', {}), await watchRoom(other, token, 'settings', {})]
    expect(here.snapshot).toEqual((await admin.get('/api/settings')).json())
    const saved = (await save(24)).json<SettingState>()
    for (const each of [here, there]) expect(await each.received()).toEqual([{ event: 'settings.changed', payload: [saved] }])
    await t.db.deleteFrom('settings').where('key', '=', unitSilenceGraceMinutes.key).execute()
    for (const each of [here, there]) {
      expect(await each.received()).toMatchObject([{ event: 'settings.changed', payload: [{ value: 10, source: 'default', version: 0 }] }])
    }
  } finally {
    await other.close()
  }
})

test('only admins can join the room of settings', async () => {
  expect(await joinRoom(await t.connect((await t.person('staff')).token), 'settings', {})).toMatchObject({ ok: false, code: 'forbidden' })
})

test.each([
  ['a text', 'soon', 'Enter a whole number'],
  ['a fraction', 1.5, undefined],
  ['too little', 0, 'Enter 1 or more'],
  ['too much', 20_000, 'Enter 10080 or less'],
])('%s is refused at its field and changes nothing', async (_what, value, message) => {
  const before = await stateIn(admin)
  const response = await save(value)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toMatchObject({ code: 'invalid_input', field: 'value', ...(message === undefined ? {} : { message }) })
  expect(await stateIn(admin)).toEqual(before)
})

test('a setting that does not exist is not found', async () => {
  expect((await admin.put('/api/settings/welfare.nonsense', { value: 1, version: 0 })).statusCode).toBe(404)
})

test('another node follows, and a value from the environment wins and can’t be changed on the portal', async () => {
  const other = await startTestPortal({ database: t.database, settingOverrides: { [unitSilenceMinutes.key]: 0 } })
  try {
    const there = t.http((await t.addPerson({ roles: ['Admin'] })).token)
    const { version } = (await save(25)).json<SettingState>()
    const onOther = other.http(await other.openSession((await t.addPerson({ roles: ['Admin'] })).userId))
    await until('the other node knows', async () => (await stateIn(onOther)).value === 25)
    expect(await stateIn(onOther, unitSilenceMinutes)).toMatchObject({ value: 0, source: 'environment' })
    const refused = await onOther.put(`/api/settings/${unitSilenceMinutes.key}`, { value: 5, version: 0 })
    expect(refused.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('UNIT_SILENCE_MINUTES') })
    expect(await stateIn(there), 'and here nothing decides for us').toMatchObject({ value: 25, version })
  } finally {
    await other.close()
  }
})

test('a stored value that is no longer valid counts as not chosen', async () => {
  await t.db
    .insertInto('settings')
    .values({ key: unitSilenceMinutes.key, value: JSON.stringify('often') })
    .execute()
  await until('read', async () => (await stateIn(admin, unitSilenceMinutes)).version > 0)
  expect(await stateIn(admin, unitSilenceMinutes)).toMatchObject({ value: 60, source: 'default' })
})

test('the portal does not start with a setting that has no feature, two of them, or none in the contract', () => {
  const extra = flagSetting({ key: 'x.y', group: FEATURES, title: 'X', help: 'Y', fallback: true })
  expect(() => assertEverySettingHasAFeature([])).toThrow('welfare.silence-minutes')
  const settings = SETTINGS.filter((setting) => !isFeatureSwitch(setting))
  const switches = FEATURE_SWITCHES.map((featureSwitch) => ({ featureSwitch, open: async () => [] }))
  expect(() => assertEverySettingHasAFeature([{ settings, switches }])).not.toThrow()
  expect(() => assertEverySettingHasAFeature([{ settings: SETTINGS }])).toThrow(`with their open items: ${portal911.key}`)
  expect(() => assertEverySettingHasAFeature([{ settings }])).toThrow(`No feature declares the setting ${portal911.key}`)
  expect(() => assertEverySettingHasAFeature([{ settings: [...settings, extra], switches }])).toThrow('of the contract: x.y')
  expect(() => assertEverySettingHasAFeature([{ settings, switches }, { switches }])).toThrow('Declared twice')
})
