import {
  UNIT_STATUS,
  UNIT_STATUS_WORDS,
  UnitStatus,
  type Replay,
  type ReplayCall,
  type ReplayUnit,
  type UnitClass,
} from '@tenfour/contract'

/** On duty as this, from one change to the next. */
export type Duty = {
  readonly status: UnitStatus
  /** False where no status was recorded. */
  readonly isStatusKnown: boolean
  readonly identifier: string
  readonly unitClass: UnitClass
  readonly departmentName: string
}
type Phase = { readonly at: number; readonly duty: Duty | null }
type Assignment = { readonly at: number; readonly callId: number | null }

/** One person, whose patrols during the replay follow each other. */
export type ReplayMember = {
  readonly userId: number
  readonly name: string
  readonly phases: readonly Phase[]
  readonly assignments: readonly Assignment[]
}

export type TimelineCall = ReplayCall & { readonly start: number; readonly end: number }

export type LogLine = {
  readonly key: string
  readonly at: number
  readonly callId: number | null
  readonly author: string | null
  /** The call sign that the line begins with. */
  readonly unit: string
  readonly text: string
}

export type Timeline = {
  readonly from: number
  readonly to: number
  readonly members: readonly ReplayMember[]
  /** In order of their creation. */
  readonly calls: readonly TimelineCall[]
  readonly lines: readonly LogLine[]
}

/** The last index whose time is not after `moment`; -1 if there is none. Times are in order. */
export function lastIndex(count: number, timeAt: (index: number) => number, moment: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (timeAt(middle) <= moment) low = middle + 1
    else high = middle
  }
  return low - 1
}
const lastOf = <T extends { readonly at: number }>(list: readonly T[], moment: number): T | undefined =>
  list[lastIndex(list.length, (index) => list[index]?.at ?? Infinity, moment)]

/** Prepares a replay, so that its state at any moment is found quickly. */
export function createTimeline(replay: Replay): Timeline {
  const calls = replay.calls
    .map((call) => ({ ...call, start: Date.parse(call.createdAt), end: call.clearedAt === null ? Infinity : Date.parse(call.clearedAt) }))
    .toSorted((a, b) => a.start - b.start || a.callId - b.callId)
  const assignments = assignmentsOf(calls)
  const identifiers = new Map(calls.flatMap(({ units }) => units.map(({ userId, identifier }) => [userId, identifier] as const)))
  const members = [...Map.groupBy(replay.units, ({ userId }) => userId)].map(([userId, patrols]) => {
    const name = patrols[0]?.name ?? ''
    // Older patrols have no call sign of their own: it is the one they had on a call.
    const fallback = identifiers.get(userId) || name
    return { userId, name, phases: phasesOf(patrols, fallback), assignments: assignments.get(userId) ?? [] }
  })
  const [from, to] = [Date.parse(replay.from), Date.parse(replay.to)]
  return { from, to, members, calls, lines: linesOf({ from, to }, members, calls) }
}

function phasesOf(patrols: readonly ReplayUnit[], fallback: string): readonly Phase[] {
  const phases = patrols
    .toSorted((a, b) => startOf(a) - startOf(b))
    .flatMap(({ stretches, endedAt, unitClass, departmentName }): Phase[] => [
      ...stretches.map(({ at, status, identifier }) => {
        const known = UnitStatus.safeParse(status).data
        return {
          at: Date.parse(at),
          duty: {
            status: known ?? UNIT_STATUS.outOfService,
            isStatusKnown: known !== undefined,
            identifier: identifier || fallback,
            unitClass,
            departmentName,
          },
        }
      }),
      ...(endedAt === null ? [] : [{ at: Date.parse(endedAt), duty: null }]),
    ])
  // A patrol that starts as the last one ends comes after that end: sorting keeps the order of equal times.
  return phases.toSorted((a, b) => a.at - b.at)
}
const startOf = ({ stretches: [first] }: ReplayUnit): number => (first ? Date.parse(first.at) : Infinity)

function assignmentsOf(calls: readonly TimelineCall[]): ReadonlyMap<number, readonly Assignment[]> {
  const all = calls.flatMap(({ callId, units, end }) =>
    units.map(({ userId, assignedAt, clearedAt }) => ({
      userId,
      callId,
      at: Date.parse(assignedAt),
      until: clearedAt === null ? end : Date.parse(clearedAt),
    })),
  )
  return new Map(
    [...Map.groupBy(all, ({ userId }) => userId)].map(([userId, list]) => [
      userId,
      list
        .toSorted((a, b) => a.at - b.at)
        .flatMap(({ at, until, callId }, index, sorted): Assignment[] => {
          const next = sorted[index + 1]
          const isLeft = until !== Infinity && (!next || next.at > until)
          return [{ at, callId }, ...(isLeft ? [{ at: until, callId: null }] : [])]
        }),
    ]),
  )
}

export const dutyAt = ({ phases }: ReplayMember, moment: number): Duty | null => lastOf(phases, moment)?.duty ?? null
export const callIdAt = ({ assignments }: ReplayMember, moment: number): number | null => lastOf(assignments, moment)?.callId ?? null

/** Pending without a unit on it, as on the board; null before it was created and once it is cleared. */
export function callStateAt(call: TimelineCall, moment: number): 'pending' | 'active' | null {
  if (moment < call.start || moment >= call.end) return null
  const isOn = call.units.some(
    ({ assignedAt, clearedAt }) => Date.parse(assignedAt) <= moment && (clearedAt === null || Date.parse(clearedAt) > moment),
  )
  return isOn ? 'active' : 'pending'
}

const LEAD_MS = 5000

const OFF_DUTY = 'off duty'

/**
 * Shortly before anything is to be seen: a call, a unit that comes on duty or one that moves. An evening may begin with an hour of nothing, in
 * which those of before go home.
 */
export function firstMoment({ from, lines }: Pick<Timeline, 'from' | 'lines'>, tracksFrom: number | null): number {
  const first = lines.find(({ at, callId, text }) => at >= from && (callId !== null || text !== OFF_DUTY))
  const at = Math.min(first?.at ?? Infinity, tracksFrom ?? Infinity)
  return at === Infinity ? from : Math.max(from, at - LEAD_MS)
}

/** The line that is current at this moment; -1 before the first. */
export const lineAt = (lines: readonly LogLine[], moment: number): number =>
  lastIndex(lines.length, (index) => lines[index]?.at ?? Infinity, moment)

/** The lines that are not about a call: units coming on duty and leaving, and for a single unit each change of status. */
function dutyLines({ userId, phases }: ReplayMember, isAlone: boolean): LogLine[] {
  return phases.flatMap(({ at, duty }, index): LogLine[] => {
    const before = phases[index - 1]?.duty ?? null
    const line = (unit: string, text: string) => [{ key: `unit-${userId}-${index}`, at, callId: null, author: null, unit, text }]
    if (!duty) {
      const next = phases[index + 1]
      return before && next?.at !== at ? line(before.identifier, OFF_DUTY) : []
    }
    if (!before) return line(duty.identifier, `on duty, ${duty.departmentName}`)
    if (duty.identifier !== before.identifier) return line(before.identifier, `is now ${duty.identifier}`)
    return isAlone && duty.status !== before.status && duty.isStatusKnown ? line(duty.identifier, UNIT_STATUS_WORDS[duty.status]) : []
  })
}

function callLines(call: TimelineCall, identifiers: ReadonlySet<string>): LogLine[] {
  return call.log.map(({ at, author, text }, index) => {
    const [first = ''] = text.split(' ', 1)
    const unit = identifiers.has(first) ? first : ''
    return {
      key: `call-${call.callId}-${index}`,
      at: Date.parse(at),
      callId: call.callId,
      // A line that names them already does not need its author in front.
      author: unit !== '' || author === null || text.includes(author) ? null : author,
      unit,
      text: unit === '' ? text : text.slice(unit.length + 1),
    }
  })
}

function linesOf(
  { from, to }: { from: number; to: number },
  members: readonly ReplayMember[],
  calls: readonly TimelineCall[],
): readonly LogLine[] {
  const identifiers = new Set([
    ...members.flatMap(({ phases }) => phases.flatMap(({ duty }) => (duty?.identifier ? [duty.identifier] : []))),
    ...calls.flatMap(({ units }) => units.map(({ identifier }) => identifier)),
  ])
  const aboutUnits = members.flatMap((member) => dutyLines(member, members.length === 1)).filter(({ at }) => at > from && at <= to)
  return [...calls.flatMap((call) => callLines(call, identifiers)), ...aboutUnits].toSorted((a, b) => a.at - b.at)
}

export type CallTimes = {
  /** From its creation, in milliseconds; null if it did not happen. */
  readonly answered: number | null
  readonly sent: number | null
  readonly onScene: number | null
}

/** An entry that follows at once belongs to the creation of the call. */
const AT_ONCE_MS = 1000

/** How quickly a call was worked. It is answered when someone first does something about it. */
export function callTimes({ start, log, units }: TimelineCall): CallTimes {
  const first = (times: readonly (string | null)[]): number | null => {
    const known = times.flatMap((time) => (time === null ? [] : [Date.parse(time)])).filter((time) => time >= start)
    return known.length === 0 ? null : Math.min(...known) - start
  }
  return {
    answered: first(log.filter(({ at, author }) => author !== null && Date.parse(at) - start >= AT_ONCE_MS).map(({ at }) => at)),
    sent: first(units.map(({ assignedAt }) => assignedAt)),
    onScene: first(units.map(({ onSceneAt }) => onSceneAt)),
  }
}
