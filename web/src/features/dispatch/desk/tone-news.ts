import { TONE_MINUTES, type Tone, type UnitClass } from '@tenfour/contract'

type Reader = {
  readonly userId: number
  readonly unitClass: UnitClass
  readonly dismissed: ReadonlySet<number>
  readonly openedAt: number
  readonly now: number
}

/** Tones older than this when the page is opened are not shown. */
const NEWS_MS = 60_000

/** The unread tones for a user: for their class, by someone else, not dismissed, and recent enough. */
export const tonesFor = (tones: readonly Tone[], { userId, unitClass, dismissed, openedAt, now }: Reader): readonly Tone[] =>
  tones.filter(
    ({ toneId, classes, by, at }) =>
      by.userId !== userId &&
      !dismissed.has(toneId) &&
      classes.some((each) => each === unitClass) &&
      Date.parse(at) > openedAt - NEWS_MS &&
      now - Date.parse(at) < TONE_MINUTES * 60_000,
  )
