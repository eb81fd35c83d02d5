import type { getTrackNotice, ResponseOf } from '@tenfour/contract'

export function trackNoticeWords({ days, mayReplayOwn }: ResponseOf<typeof getTrackNotice>): string {
  if (days === 0) return 'This community keeps no tracks: where your unit goes is shown on the live map and not stored.'
  const time = days === 1 ? 'one day' : `${days} days`
  const kept = `While you are on duty in the game, where your unit goes is kept for ${time}, so that staff can play an evening back.`
  const civilian = 'Civilians are not tracked.'
  return mayReplayOwn ? `${kept} ${civilian} You can play back your own patrols: open one of them.` : `${kept} ${civilian}`
}
