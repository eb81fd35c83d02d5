import type { AuditAction } from '@tenfour/contract'
import { DAY_MS, type DemoPerson } from './people.ts'
import type { Random } from './random.ts'
import { COMMENDATIONS, DEVICES, LEAVE_REASONS, NOTES, PROMOTION_REASONS, WARNINGS, WITHDRAWALS } from './texts.ts'

export type Resident = DemoPerson & { readonly userId: number }

const day = (at: Date) => at.toISOString().slice(0, 10)
const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)
/** Within the last `days`, but not before the member joined. */
const since = (random: Random, { createdAt }: Resident, now: Date, days: number) =>
  new Date(now.getTime() - Math.floor(random.next() * Math.min(days * DAY_MS, now.getTime() - createdAt.getTime())))
const some = <T>(random: Random, people: readonly T[], share: number): T[] => people.filter(() => random.chance(share))

/** Sign-ins from addresses reserved for documentation. */
export function signIns(random: Random, people: readonly Resident[]) {
  return people.flatMap(({ userId, createdAt, lastSeenAt }) => {
    if (!lastSeenAt) return []
    const homes = [`203.0.113.${random.int(2, 250)}`, `198.51.100.${random.int(2, 250)}`, `192.0.2.${random.int(2, 250)}`]
    const device = random.pick(DEVICES)
    const span = Math.min(lastSeenAt.getTime() - createdAt.getTime(), 60 * DAY_MS)
    const earlier = Array.from({ length: random.int(2, 9) }, () => new Date(lastSeenAt.getTime() - Math.floor(random.next() * span)))
    return [...earlier, lastSeenAt].map((at) => ({
      user_id: userId,
      address: random.pickWeighted([
        [homes[0] ?? '', 8],
        [homes[1] ?? '', 1],
        [homes[2] ?? '', 1],
      ] as const),
      user_agent: random.chance(0.85) ? device : random.pick(DEVICES),
      succeeded: at === lastSeenAt || random.chance(0.94),
      at,
    }))
  })
}

const FULL = 48
/** A week of a server that is full in the evening (now), nearly empty half a day earlier, and restarted then. */
export function playerCounts(random: Random, serverId: number, now: Date) {
  return Array.from({ length: (7 * DAY_MS) / COUNT_MS }, (_, steps) => steps + 1).flatMap((steps) => {
    const minute = new Date(Math.floor((now.getTime() - steps * COUNT_MS) / COUNT_MS) * COUNT_MS)
    const ofDay = ((steps * COUNT_MS) / DAY_MS) % 1
    if (ofDay > 0.5 && ofDay < 0.512) return []
    const expected = FULL * (0.52 + 0.48 * Math.cos(ofDay * 2 * Math.PI)) + random.int(-2, 2)
    return { server_id: serverId, minute, players: Math.round(Math.min(FULL, Math.max(0, expected))), max_players: FULL }
  })
}
const COUNT_MS = 5 * 60_000

export const notes = (random: Random, people: readonly Resident[], staff: readonly Resident[], now: Date) =>
  some(random, people, 0.3).flatMap((person) => {
    const author = authorFor(random, person, staff)
    return Array.from({ length: random.int(1, 2) }, () => ({
      user_id: person.userId,
      author_id: author.userId,
      text: random.pick(NOTES),
      created_at: since(random, person, now, 90),
    }))
  })

export function marks(random: Random, people: readonly Resident[], staff: readonly Resident[], now: Date) {
  const of = (person: Resident, kind: 'commendation' | 'warning', text: string, points: number, days: number) => ({
    user_id: person.userId,
    author_id: authorFor(random, person, staff).userId,
    kind,
    text,
    points,
    created_at: since(random, person, now, days),
    expires_at: null as Date | null,
    withdrawn_at: null as Date | null,
    withdrawn_by: null as number | null,
    withdrawn_reason: null as string | null,
  })
  const commended = some(random, people, 0.22).map((person) => of(person, 'commendation', random.pick(COMMENDATIONS), 0, 300))
  const warned = some(random, people, 0.14).map((person, index) => {
    const [text, points] = random.pick(WARNINGS)
    const mark = of(person, 'warning', text, points, 150)
    const expiring = { ...mark, expires_at: daysFrom(mark.created_at, 90) }
    if (index % 6 !== 5) return expiring
    return { ...expiring, withdrawn_at: now, withdrawn_by: mark.author_id, withdrawn_reason: random.pick(WITHDRAWALS) }
  })
  return [...commended, ...warned]
}

/** Days from now: current, past and future. No member has two that overlap. */
const LEAVES = [...Array.from({ length: 7 }, () => [-8, 12] as const), ...Array.from({ length: 11 }, () => [-80, -62] as const)]
const COMING = Array.from({ length: 5 }, () => [9, 24] as const)

export const leaves = (random: Random, people: readonly Resident[], staff: readonly Resident[], now: Date) =>
  random
    .shuffle(people.filter(({ memberships, createdAt }) => memberships.length > 0 && createdAt < daysFrom(now, -100)))
    .slice(0, LEAVES.length + COMING.length)
    .map((person, index) => {
      const [from, to] = [...LEAVES, ...COMING][index] ?? [0, 0]
      return {
        user_id: person.userId,
        author_id: authorFor(random, person, staff).userId,
        starts_on: day(daysFrom(now, from - random.int(0, 4))),
        ends_on: day(daysFrom(now, to + random.int(0, 6))),
        reason: random.pick(LEAVE_REASONS),
        ended_early_at: null,
      }
    })

/** How members reached their rank: up to three steps, one after the other. */
export const rankChanges = (random: Random, people: readonly Resident[], staff: readonly Resident[], now: Date) =>
  some(random, people, 0.6).flatMap((person) => {
    const [first] = person.memberships
    const ladder = first?.department.ranks.filter(({ isReserve }) => !isReserve) ?? []
    const place = ladder.findIndex(({ rankId }) => rankId === first?.rank.rankId)
    const steps = Math.min(place, 3)
    if (!first || steps < 1) return []
    const span = now.getTime() - person.createdAt.getTime()
    return Array.from({ length: steps }, (_, step) => ({
      user_id: person.userId,
      department_id: first.department.departmentId,
      from_rank_id: ladder[place - steps + step]?.rankId ?? null,
      to_rank_id: ladder[place - steps + step + 1]?.rankId ?? null,
      kind: 'promotion',
      author_id: authorFor(random, person, staff).userId,
      reason: random.pick(PROMOTION_REASONS),
      at: new Date(person.createdAt.getTime() + Math.floor((span * (step + 1)) / (steps + 1))),
    }))
  })

/** Nobody writes about themselves. */
const authorFor = (random: Random, person: Resident, staff: readonly Resident[]): Resident =>
  random.pick(staff.filter(({ userId }) => userId !== person.userId))

type AuditRow = {
  readonly at: Date
  readonly actor_id: number | null
  readonly action: AuditAction
  readonly userId: number
  readonly after: object
}

/** Audit entries as if all this had been done by hand. */
export const auditRows = (rows: readonly AuditRow[]) =>
  [...rows]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, actor_id, action, userId, after }) => ({
      at,
      actor_id,
      action,
      subject_type: 'user',
      subject_id: String(userId),
      after: JSON.stringify(after),
    }))
