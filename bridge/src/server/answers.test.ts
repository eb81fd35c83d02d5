import type { PlateHits } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { ENGLISH } from '../texts.ts'
import { noticeOf } from './answers.ts'

const CLEAR: PlateHits = {
  plate: '46EEK572',
  isRegistered: true,
  model: 'Sultan',
  colour: 'Silver',
  owner: 'Jo Fox',
  flags: [],
  bolos: [],
}
const noticeFor = (hits: Partial<PlateHits> | undefined) =>
  noticeOf({ kind: 'plate-read' }, { ok: true, result: hits ? { hits: { ...CLEAR, ...hits } } : {} }, ENGLISH)

test('a plate without hits, and one that was not looked up, show no notice', () => {
  expect(noticeFor({})).toBeNull()
  expect(noticeFor(undefined)).toBeNull()
  expect(noticeFor({ isRegistered: false, model: '', colour: '', owner: null })).toBeNull()
})

test('a hit shows a notice with the reason, and a louder sound for more serious ones', () => {
  expect(noticeFor({ flags: ['Stolen', 'Not insured'] })).toEqual({
    title: '46EEK572: Stolen, Not insured',
    text: 'Silver Sultan, owner Jo Fox',
    tone: 'call',
  })
  expect(noticeFor({ flags: ['Warrant'] })?.tone).toBe('call')
  expect(noticeFor({ flags: ['Licence suspended'] })?.tone).toBe('ping')
  expect(noticeFor({ flags: ['Registration expired'] })?.tone).toBe('info')
  expect(noticeFor({ flags: ['constructor'] })?.tone).toBe('info')
})

test('a BOLO shows a notice with its reason, also for a plate that nobody has registered', () => {
  const bolos = [{ boloId: 1, reason: 'Armed robbery', description: 'Silver Sultan' }]
  expect(noticeFor({ isRegistered: false, model: '', colour: '', owner: null, bolos })).toEqual({
    title: '46EEK572: BOLO',
    text: 'BOLO: Armed robbery. Silver Sultan',
    tone: 'call',
  })
})
