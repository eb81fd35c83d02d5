import type { Call } from '@tenfour/contract'
import type { Author, Draft } from '../board/board.port.ts'

export type Note = { readonly author: Author | null; readonly text: string }

/** Loses nothing of the duplicate: its units move over as they are, and its narrative and notes are copied to the other log. */
export function mergeCalls(draft: Draft, callId: number, intoId: number, notes: readonly Note[]): void {
  const duplicate = draft.openCall(callId)
  const into = draft.openCall(intoId)
  // The primary unit moves first, so that it stays primary if the other call has no units.
  const moved = draft.onCall(callId).toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
  const changesBy = draft.track(
    moved.map(({ userId }) => userId),
    [callId, intoId],
  )
  const mergedLine = draft.log(intoId, `Call ${callId} merged into this one: ${placeWords(duplicate)}`)
  const entries = duplicate.narrative ? [{ author: duplicate.createdBy, text: duplicate.narrative }, ...notes] : notes
  for (const { author, text } of entries) draft.log(intoId, `From call ${callId}: ${text}`, 'note', { author })

  for (const { userId } of moved) draft.carryOver(userId, intoId)
  if (duplicate.priority < into.priority) {
    draft.log(intoId, `Priority ${into.priority} to ${duplicate.priority}`)
    Object.assign(into, { priority: duplicate.priority, version: into.version + 1 })
  }
  into.classes = [...new Set([...into.classes, ...duplicate.classes])]
  into.handlerUserId ??= duplicate.handlerUserId

  const disposition = `Merged into call ${intoId}`
  draft.close(callId, disposition)
  duplicate.mergedIntoId = intoId
  draft.log(callId, disposition)
  mergedLine.takeBack = changesBy('merge')
  draft.audit('call.merged', {
    subjectType: 'call',
    subjectId: callId,
    before: { mergedInto: null },
    after: { mergedInto: intoId, units: moved.map(({ identifier }) => identifier) },
  })
}

const placeWords = ({ title, location, postal }: Call) => [title, location, postal].filter(Boolean).join(', ')
