import type { CallLogEntry, CallUnit, TakeBackKind } from '@tenfour/contract'

export type LogLine = {
  readonly callLogId: number
  readonly at: string
  readonly kind: CallLogEntry['kind']
  /** Who the line is about or who wrote it: emphasised. */
  readonly lead: string | null
  readonly text: string
  /** Who did it, if the line does not already say so. */
  readonly by: string | null
  readonly authorId: number | null
  /** Added after the call was cleared. */
  readonly isLate: boolean
  /** The action that can be undone by this line, unless it was. */
  readonly takeBack: TakeBackKind | null
}

type People = {
  /** Everyone who was on the call, with the call signs they had then. */
  readonly units: readonly Pick<CallUnit, 'userId' | 'identifier'>[]
  /** Call signs of units on duty now, by user. */
  readonly signs: ReadonlyMap<number, string>
}

/** A log for display: newest first, with call signs instead of names where known. */
export function logLines(log: readonly CallLogEntry[], people: People): LogLine[] {
  const takenBack = new Set(log.map(({ takesBackId }) => takesBackId))
  return log
    .toSorted((a, b) => b.callLogId - a.callLogId)
    .map((entry) => lineOf(takenBack.has(entry.callLogId) ? { ...entry, takeBack: null } : entry, people))
}

function lineOf({ callLogId, at, kind, text, author, isLate = false, takeBack = null }: CallLogEntry, { units, signs }: People): LogLine {
  const writer = author && (signs.get(author.userId) ?? author.name)
  const entry = { callLogId, at, kind, authorId: author?.userId ?? null, isLate, takeBack }
  if (kind === 'note') return { ...entry, lead: writer, text, by: null }
  const about = units.find(({ identifier }) => text.startsWith(`${identifier} `))
  const isOwn = about !== undefined && about.userId === author?.userId
  return {
    ...entry,
    lead: about?.identifier ?? null,
    text: about ? text.slice(about.identifier.length + 1) : text,
    by: isOwn || (author && text.includes(author.name)) ? null : writer,
  }
}
