import type { CorrectionInput } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import type { LockedPatrol, NewTimes } from './corrections.repo.ts'

const MAX_AGE_DAYS = 90
const MAX_LONGER_HOURS = 24
const HOUR_MS = 3_600_000

type Times = { readonly startedAt: Date; readonly endedAt: Date }
type Field = 'startedAt' | 'endedAt'
const invalid = (message: string, field: Field) => new AppError('invalid_input', message, field)

/** The times of a patrol that a correction can be asked for. */
export function assertCorrectable({ startedAt, endedAt }: LockedPatrol, now: number): Times {
  if (!endedAt) throw new AppError('conflict', 'This patrol is still under way: end it first')
  if (endedAt.getTime() < now - MAX_AGE_DAYS * 24 * HOUR_MS) {
    throw new AppError('conflict', `This patrol ended more than ${MAX_AGE_DAYS} days ago: its times stay as they are`)
  }
  return { startedAt, endedAt }
}

/** The times asked for, without those that stay as they are. */
export function askedTimes(was: Times, input: Pick<CorrectionInput, Field>): NewTimes {
  const differing = (asked: string | null, is: Date) => (asked === null || Date.parse(asked) === is.getTime() ? null : new Date(asked))
  return { startedAt: differing(input.startedAt, was.startedAt), endedAt: differing(input.endedAt, was.endedAt) }
}

/** Refuses times that no correction may give. */
export function assertPossible(was: Times, asked: NewTimes, now: number): void {
  const [start, end] = [(asked.startedAt ?? was.startedAt).getTime(), (asked.endedAt ?? was.endedAt).getTime()]
  const changed: Field = asked.endedAt ? 'endedAt' : 'startedAt'
  if (asked.startedAt && start > now) throw invalid('The start is in the future', 'startedAt')
  if (asked.endedAt && end > now) throw invalid('The end is in the future', 'endedAt')
  if (end === start) throw invalid('The patrol would be empty', changed)
  if (end < start) throw invalid('The patrol would end before it starts', changed)
  if (start >= was.endedAt.getTime()) throw invalid('The new start is after the patrol ended', 'startedAt')
  if (end <= was.startedAt.getTime()) throw invalid('The new end is before the patrol started', 'endedAt')
  const longer = end - start - (was.endedAt.getTime() - was.startedAt.getTime())
  if (longer > MAX_LONGER_HOURS * HOUR_MS) throw invalid(`At most ${MAX_LONGER_HOURS} hours longer than it was`, changed)
}
