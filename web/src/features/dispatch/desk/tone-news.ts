import { TONE_MINUTES, type Tone, type UnitClass } from '@tenfour/contract'

type Reader = {
  readonly userId: number
  readonly unitClass: UnitClass
  readonly dismissed: ReadonlySet<number>
  readonly openedAt: number
  readonly now: number
}

/** What sounded this long before the page was opened is no news to whoever opens it. */
const NEWS_MS = 60_000

/** The tones someone should still read: for their class, by someone else, not put away, and sounded while they could hear it. */
export const tonesFor = (tones: readonly Tone[], { userId, unitClass, dismissed, openedAt, now }: Reader): readonly Tone[] =>
  tones.filter(
    ({ toneId, classes, by, at }) =>
      by.userId !== userId &&
      !dismissed.has(toneId) &&
      classes.some((each) => each === unitClass) &&
      Date.parse(at) > openedAt - NEWS_MS &&
      now - Date.parse(at) < TONE_MINUTES * 60_000,
  )
