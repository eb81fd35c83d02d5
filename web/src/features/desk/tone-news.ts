import { TONE_MINUTES, type Tone, type UnitClass } from '@tenfour/contract'

/** The tones someone should still read: for their class, by someone else, not put away, and not older than what a board shows. */
export const tonesFor = (
  tones: readonly Tone[],
  { userId, unitClass, dismissed, now }: { userId: number; unitClass: UnitClass; dismissed: ReadonlySet<number>; now: number },
): readonly Tone[] =>
  tones.filter(
    ({ toneId, classes, by, at }) =>
      by.userId !== userId &&
      !dismissed.has(toneId) &&
      classes.some((each) => each === unitClass) &&
      now - Date.parse(at) < TONE_MINUTES * 60_000,
  )
