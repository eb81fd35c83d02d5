import { expect, test } from 'vitest'
import { clockIn, matchingZones, nowWords, offsetWords, proposedZone } from './zone-words.port.ts'

const NOW = new Date('2026-11-18T04:41:30Z')
const ZONES = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Europe/Berlin', 'Europe/Paris']

test.each([
  ['UTC', 'UTC', '04:41'],
  ['Europe/Berlin', 'UTC+1', '05:41'],
  ['America/New_York', 'UTC−5', '23:41'],
  ['Asia/Kolkata', 'UTC+5:30', '10:11'],
  ['America/St_Johns', 'UTC−3:30', '01:11'],
  ['Pacific/Kiritimati', 'UTC+14', '18:41'],
])('%s is at %s, where it is %s', (zone, offset, time) => {
  expect([offsetWords(zone, NOW), clockIn(zone, NOW)]).toEqual([offset, time])
})

test('a zone says the day and time there, and half a name says nothing', () => {
  expect(nowWords('America/New_York', NOW)).toBe('It is 23:41 on 17 Nov 2026 there, UTC−5')
  expect(nowWords('America/New', NOW)).toBe('')
})

test('a zone is found by any part of its name; beside a whole name are the others of its area', () => {
  expect(matchingZones(ZONES, 'new york')).toEqual(['America/New_York'])
  expect(matchingZones(ZONES, 'BER')).toEqual(['Europe/Berlin'])
  expect(matchingZones(ZONES, 'Europe/Paris')).toEqual(['Europe/Paris', 'Europe/Berlin'])
  expect(matchingZones(ZONES, '')).toEqual(ZONES)
  expect(matchingZones(ZONES, 'mars')).toEqual([])
})

test('the zone of the browser is proposed, by its newer name where only that is known, and UTC where neither is', () => {
  expect(proposedZone(ZONES, 'Europe/Paris')).toBe('Europe/Paris')
  expect(proposedZone(['UTC', 'Asia/Kolkata'], 'Asia/Calcutta')).toBe('Asia/Kolkata')
  expect(proposedZone(ZONES, 'Pacific/Apia')).toBe('UTC')
  expect(proposedZone(ZONES, 'Mars/Olympus')).toBe('UTC')
})
