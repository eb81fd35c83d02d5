import type { Announcement } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { EVERYBODY, isNews } from './use-live-announcements.ts'

const NOW = new Date('2026-05-01T12:00:00Z')
const announcement = (announcementId: number, more: Partial<Announcement> = {}): Announcement => ({
  announcementId,
  title: 'Title',
  body: 'Text',
  department: null,
  author: { userId: 1, name: 'Root' },
  createdAt: '2026-05-01T10:00:00.000Z',
  expiresAt: null,
  version: 1,
  ...more,
})
const FIRE = { departmentId: 4, name: 'FIRE' }

test('a list that is as the audience has it is not asked for again', () => {
  const known = [announcement(1), announcement(2, { department: FIRE })]
  expect(isNews(known, [announcement(1)], EVERYBODY, NOW)).toBe(false)
  expect(isNews(known, [announcement(2, { department: FIRE })], FIRE.departmentId, NOW)).toBe(false)
  expect(isNews([], [], EVERYBODY, NOW)).toBe(false)
})

test('one announced, changed or taken back while the page was loading is news', () => {
  expect(isNews([announcement(1)], [announcement(1), announcement(2)], EVERYBODY, NOW)).toBe(true)
  expect(isNews([announcement(1)], [announcement(1, { version: 2 })], EVERYBODY, NOW)).toBe(true)
  expect(isNews([announcement(1)], [], EVERYBODY, NOW)).toBe(true)
  expect(isNews([announcement(1)], [announcement(2)], EVERYBODY, NOW)).toBe(true)
})

test('an announcement that has expired is no news', () => {
  expect(isNews([], [announcement(1, { expiresAt: '2026-05-01T11:59:59.000Z' })], EVERYBODY, NOW)).toBe(false)
})
