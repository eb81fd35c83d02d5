import type { ReviewItem } from '@tenfour/contract'
import { duration } from '../../../platform/format/durations.ts'

/** The item after the one that was decided, else the one before it. */
export function nextItem<Item extends { readonly patrolId: number }>(items: readonly Item[], patrolId: number): Item | undefined {
  const index = items.findIndex((item) => item.patrolId === patrolId)
  return index === -1 ? items[0] : (items[index + 1] ?? items[index - 1])
}

/** What waits, in a few words: 'Asks for another end', '18 min not in the game'. */
export function reviewWords({ asked, gapSeconds }: Pick<ReviewItem, 'asked' | 'gapSeconds'>): string {
  const gap = gapSeconds > 0 ? `${duration(gapSeconds / 60)} not in the game` : ''
  if (!asked) return gap
  const times = [asked.startedAt && 'start', asked.endedAt && 'end'].filter(Boolean).join(' and ')
  const wish = times ? `another ${times}` : ''
  const absence = asked.countsGaps ? 'absences to count' : ''
  return [`Asks for ${[wish, absence].filter(Boolean).join(' and ')}`, gap].filter(Boolean).join('; ')
}
