import type { ReviewItem } from '@tenfour/contract'
import { duration } from '../../../platform/format/durations.ts'

/** The item after the one that was decided, else the one before it. */
export function nextItem<Item extends { readonly patrolId: number }>(items: readonly Item[], patrolId: number): Item | undefined {
  const index = items.findIndex((item) => item.patrolId === patrolId)
  return index === -1 ? items[0] : (items[index + 1] ?? items[index - 1])
}

/** What waits, in a few words: 'Asks to change the end time', '18 min not in the game'. */
export function reviewWords({ asked, gapSeconds }: Pick<ReviewItem, 'asked' | 'gapSeconds'>): string {
  const gap = gapSeconds > 0 ? `${duration(gapSeconds / 60)} not in the game` : ''
  if (!asked) return gap
  const ends = [asked.startedAt && 'start', asked.endedAt && 'end'].filter(Boolean)
  const wishes = [
    ends.length > 0 && `to change the ${ends.join(' and ')} ${ends.length === 1 ? 'time' : 'times'}`,
    asked.countsGaps && 'to count absences',
  ]
  return [`Asks ${wishes.filter(Boolean).join(' and ')}`, gap].filter(Boolean).join('; ')
}
