// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { setPortalConfig, setMeasures } from '../platform/config/config.ts'
import { money } from '../platform/format/text.ts'
import { distanceWords } from './distance.ts'

const CONFIG = { apiKey: 'key', communityName: 'Our Town', version: '1', build: '', providerUrl: '', frameOrigins: [], switchedOff: [] }
afterEach(() => setPortalConfig(CONFIG))

test('distances and amounts are as the community writes them, from its change on', () => {
  setPortalConfig(CONFIG)
  expect([40, 1600].map(distanceWords)).toEqual(['under 100 m', '1.6 km'])
  expect(money(1200)).toBe('$1,200')
  setMeasures({ money: '# €', distances: 'miles' })
  expect([40, 1600, 8000].map(distanceWords)).toEqual(['under 0.1 mi', '1.0 mi', '5.0 mi'])
  expect(money(1200)).toBe('1,200 €')
})
