import type { PatrolUnit } from '@tenfour/contract'
import type { ConfirmQuestion } from '../../../ui/confirm.tsx'
import type { BoardState } from './board-state.ts'

/** The confirmation to ask before units are sent to a call; undefined if none of them is on another. */
export function movingQuestion(
  { units, calls }: Pick<BoardState, 'units' | 'calls'>,
  userIds: readonly number[],
  callId: number,
): ConfirmQuestion | undefined {
  const busy = userIds.flatMap((userId) => units.get(userId) ?? []).filter((unit) => unit.callId !== null && unit.callId !== callId)
  if (busy.length === 0) return undefined
  const names = listed(busy.map(({ identifier }) => identifier))
  const where = (unit: PatrolUnit) => {
    const title = unit.callId === null ? undefined : calls.get(unit.callId)?.title
    return `${unit.identifier} is on call ${unit.callId}${title ? `, ${title}` : ''}.`
  }
  return { title: `Send ${names} to call ${callId}?`, body: busy.map(where).join(' '), confirmLabel: 'Send', cancelLabel: 'Leave there' }
}

const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('')
