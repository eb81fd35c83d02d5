import { expect, test } from 'vitest'
import { createStore } from '../../../../platform/storage/storage.ts'
import { buildCall } from '../../board/testing/build-board.ts'
import { createAlertHistory } from './alert-history.ts'
import { byUrgency, moreWords, wordsOfAlarm, wordsOfPing, wordsOfTone } from './alerts.ts'

test('panic is first, then 911, a status check, a tone and a ping', () => {
  const kinds = (['ping', 'tone', '911', 'panic', 'welfare', '911'] as const).map((kind) => ({ kind }))
  expect(byUrgency(kinds).map(({ kind }) => kind)).toEqual(['panic', '911', '911', 'welfare', 'tone', 'ping'])
})

test('an alert says what it is about, and who sent it', () => {
  const known = { units: new Map(), types: new Map() }
  const smoke = buildCall(1042, { source: '911', narrative: 'Smoke', caller: 'Milo', location: 'Alta St' })
  expect(wordsOfAlarm({ kind: '911', call: smoke }, known)).toMatchObject({
    headline: 'Call 1042',
    details: 'Call 1042 · Milo · Alta St · unclaimed',
  })
  const tone = { toneId: 1, serverId: 1, classes: [1, 3] as (1 | 3)[], message: '', callId: 1042, by: { userId: 9, name: 'Remy' }, at: '' }
  expect(wordsOfTone(tone)).toMatchObject({ headline: 'Police, Fire and medical', details: 'call 1042 · from Remy' })
  expect(wordsOfTone({ ...tone, message: 'Fire', callId: null })).toMatchObject({
    headline: 'Fire',
    details: 'for Police, Fire and medical · from Remy',
  })
  const ping = {
    pingId: 1,
    kind: 'ping' as const,
    from: { userId: 9, name: 'Remy', identifier: 'D-3' },
    message: '',
    at: '',
    deadline: null,
  }
  expect(wordsOfPing(ping)).toMatchObject({ headline: 'Show that you are there', details: 'from D-3 Remy' })
  expect(wordsOfPing({ ...ping, from: null, message: 'Call in' })).toMatchObject({ headline: 'Call in', details: 'from dispatch' })
  expect([moreWords(1), moreWords(2)]).toEqual(['1 more alert', '2 more alerts'])
})

test('earlier alerts are kept for the tab, newest first and up to a bound; nonsense in the store is no error', () => {
  const items = new Map<string, string>([['alert-history.v1.3', '{"broken']])
  const store = createStore(() => ({
    length: 0,
    clear: () => undefined,
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }))
  const tone = (toneId: number) => ({ id: `tone:${toneId}`, kind: 'tone' as const, headline: 'Fire', details: '', callId: null })
  const ids = (userId: number) =>
    createAlertHistory(userId, store)
      .get()
      .map(({ id }) => id)
  for (const toneId of [1, 2, 1]) createAlertHistory(3, store).add(tone(toneId), 'faded')
  expect(ids(3)).toEqual(['tone:1', 'tone:2'])
  expect(ids(4)).toEqual([])
  const history = createAlertHistory(4, store)
  for (let toneId = 1; toneId <= 40; toneId += 1) history.add(tone(toneId), 'dismissed')
  expect(ids(4)).toHaveLength(30)
  expect(history.get()[0]).toMatchObject({ id: 'tone:40', outcome: 'dismissed' })
})
