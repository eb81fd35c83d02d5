import { expect, test } from 'vitest'
import { trackNoticeWords } from './TrackNoticeCard.port.tsx'

test('a member is told for how long tracks are kept, or that none are', () => {
  expect(trackNoticeWords({ days: 0, mayReplayOwn: true })).toContain('keeps no tracks')
  expect(trackNoticeWords({ days: 1, mayReplayOwn: false })).toContain('kept for one day')
  expect(trackNoticeWords({ days: 7, mayReplayOwn: false })).not.toContain('play back your own patrols')
  expect(trackNoticeWords({ days: 7, mayReplayOwn: true })).toContain('kept for 7 days')
  expect(trackNoticeWords({ days: 7, mayReplayOwn: true })).toContain('play back your own patrols')
})
