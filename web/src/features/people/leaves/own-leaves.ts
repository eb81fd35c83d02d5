import type { Leave, LeaveRequest } from '@tenfour/contract'
import type { StatusTone } from '../../../ui/StatusBadge.tsx'
import { leaveState, type LeaveState } from '../members/members.port.ts'

export type OwnLeave = {
  readonly key: string
  readonly startsOn: string
  readonly endsOn: string
  readonly reason: string
  readonly tone: StatusTone
  readonly words: string
  /** 'L. Moreau: enjoy'. */
  readonly decision: string
  /** Still to come, under way or waiting. */
  readonly isOpen: boolean
  /** Of a request that can be withdrawn. */
  readonly requestId: number | null
}

const LEAVES: Readonly<Record<LeaveState, { tone: StatusTone; words: string }>> = {
  current: { tone: 'warning', words: 'Now' },
  upcoming: { tone: 'success', words: 'Granted' },
  past: { tone: 'off', words: 'Over' },
  ended: { tone: 'off', words: 'Ended early' },
}
const REQUESTS: Readonly<Record<Exclude<LeaveRequest['state'], 'granted'>, { tone: StatusTone; words: string }>> = {
  asked: { tone: 'info', words: 'Waiting' },
  declined: { tone: 'danger', words: 'Declined' },
  withdrawn: { tone: 'off', words: 'Withdrawn' },
}

/** Leave and requests as one list: what is open first, by day, then the rest, newest first. A request that was granted is a leave. */
export function ownLeaves(
  { leaves, requests }: { leaves: readonly Leave[]; requests: readonly LeaveRequest[] },
  today: string,
): OwnLeave[] {
  const all = [
    ...leaves.map((leave): OwnLeave => {
      const state = leaveState(leave, today)
      const { leaveId, startsOn, endsOn, reason, author } = leave
      const isOpen = state === 'current' || state === 'upcoming'
      return { key: `leave${leaveId}`, startsOn, endsOn, reason, ...LEAVES[state], decision: author.name, isOpen, requestId: null }
    }),
    ...requests.flatMap(({ requestId, startsOn, endsOn, reason, state, decided }): OwnLeave[] => {
      if (state === 'granted') return []
      const isOpen = state === 'asked'
      const decision = decided ? [decided.by.name, decided.note].filter(Boolean).join(': ') : ''
      return [
        {
          key: `request${requestId}`,
          startsOn,
          endsOn,
          reason,
          ...REQUESTS[state],
          decision,
          isOpen,
          requestId: isOpen ? requestId : null,
        },
      ]
    }),
  ]
  const byDay = (a: OwnLeave, b: OwnLeave) => (a.startsOn < b.startsOn ? -1 : a.startsOn > b.startsOn ? 1 : 0)
  return [...all.filter(({ isOpen }) => isOpen).toSorted(byDay), ...all.filter(({ isOpen }) => !isOpen).toSorted((a, b) => byDay(b, a))]
}
