import { sql } from 'kysely'
import type { Tx } from '../../server/src/platform/database/database.ts'
import { DAY_MS, type Membership } from './people.ts'
import type { Random } from './random.ts'
import type { Resident } from './records.ts'
import { CORRECTION_REASONS, DECISION_NOTES, LEAVE_REASONS } from './texts.ts'

const MINUTE = 60_000
const DAYS = 365
/** Presence is shown in the timeline of a patrol: older ones have their totals only. */
const PRESENCE_DAYS = 14
/** By weekday, Sunday first. */
const WEEKDAYS = [1.2, 0.7, 0.7, 0.9, 0.9, 1.5, 1.7] as const
/** Minutes a week. */
const QUOTAS = { LSPD: 240, BCSO: 240, SAHP: 180, FIRE: 180, COMM: 120 } as const
/** Absences up to this long count by the rule. */
const COUNTED_MINUTES = 20
/** Longer ones of the last days wait for a supervisor. */
const WAITING_DAYS = 7
const OUT_OF_GAME = new Set(['COMM'])

type Stretch = { readonly at: number; readonly status: number | null }
type Gap = { readonly from: number; readonly to: number }
type PastPatrol = {
  readonly userId: number
  readonly departmentId: number
  readonly serverId: number
  readonly kind: 'duty' | 'civilian'
  readonly identifier: string
  readonly from: number
  readonly to: number
  readonly stretches: readonly Stretch[]
  readonly isSilent: boolean
  readonly isWatched: boolean
  readonly gap: Gap | undefined
  readonly idleShare: number
}

type Setting = {
  readonly random: Random
  readonly now: Date
  readonly serverIds: readonly [number, number]
  readonly members: readonly Resident[]
  readonly staff: readonly Resident[]
}

/** A year of patrols, most of them on weekends, with what the game saw of them; quotas, corrections and leave that was asked for. */
export async function insertPatrols(tx: Tx, setting: Setting): Promise<void> {
  const past = setting.members.flatMap((member) => patrolsOf(member, setting))
  const ids = await insertRows(tx, past)
  const numbered = past.map((patrol, index) => ({ ...patrol, id: ids[index] ?? 0 }))
  await insertPresence(tx, numbered, setting)
  await insertGaps(tx, numbered, setting)
  await insertCorrections(tx, numbered, setting)
  await insertQuotas(tx)
  await insertLeaveRequests(tx, setting)
}

function patrolsOf({ userId, memberships, createdAt, lastSeenAt }: Resident, { random, now, serverIds }: Setting): PastPatrol[] {
  if (memberships.length === 0 || !lastSeenAt) return []
  const eagerness = random.next() ** 2 * 0.4
  return Array.from({ length: DAYS }, (_, ago) => ago + 1).flatMap((ago) => {
    const start = new Date(now.getTime() - ago * DAY_MS)
    start.setUTCHours(random.int(17, 21), random.int(0, 59), random.int(0, 59), 0)
    const isOut = random.chance(eagerness * (WEEKDAYS[start.getUTCDay()] ?? 1))
    if (!isOut || start < createdAt || start > lastSeenAt || start.getTime() > now.getTime() - 3 * MINUTE) return []
    const membership = random.pickWeighted(memberships.map((each) => [each, each.isPrimary ? 4 : 1] as const))
    const from = start.getTime()
    const to = Math.min(now.getTime() - 2 * MINUTE, from + random.int(25, 230) * MINUTE)
    const { departmentId, name } = membership.department
    const isCivilian = name === 'CIV' && random.chance(0.6)
    const serverId = random.chance(0.75) ? serverIds[0] : serverIds[1]
    const isWatched = serverId === serverIds[0] && !OUT_OF_GAME.has(name)
    return {
      userId,
      departmentId,
      serverId,
      kind: isCivilian ? ('civilian' as const) : ('duty' as const),
      identifier: isCivilian ? '' : callSign(membership, userId),
      from,
      to,
      stretches: isCivilian ? [{ at: from, status: null }] : stretchesOf(random, name, from, to),
      isSilent: !isCivilian && random.chance(0.015),
      isWatched,
      gap:
        isWatched && !isCivilian && random.chance(ago < WAITING_DAYS ? 0.6 : 0.06)
          ? gapIn(random, from, to, ago < WAITING_DAYS ? 0.3 : 0.7)
          : undefined,
      idleShare: random.next() * 0.2,
    }
  })
}

function callSign({ department: { name } }: Membership, userId: number): string {
  const number = String(userId % 100).padStart(2, '0')
  const signs: Readonly<Record<string, string>> = { LSPD: `${1 + (userId % 6)}L${number}`, BCSO: `2S${number}`, SAHP: `1H${number}` }
  return signs[name] ?? `${name[0] ?? 'U'}-${number}`
}

/** In service between calls: en route, on scene, sometimes someone in custody. */
function stretchesOf(random: Random, department: string, from: number, to: number): Stretch[] {
  const all: Stretch[] = []
  let at = from
  const add = (status: number, least: number, most: number) => {
    if (at < to) all.push({ at, status })
    at += random.int(least * 60, most * 60) * 1000
  }
  while (at < to) {
    add(3, 8, 35)
    if (department === 'COMM' || department === 'CIV') {
      if (random.chance(0.4)) add(4, 3, 12)
      continue
    }
    add(5, 2, 8)
    add(6, 6, 28)
    if (department !== 'FIRE' && random.chance(0.3)) add(7, 8, 20)
    else if (random.chance(0.15)) add(4, 5, 15)
  }
  return all
}

function gapIn(random: Random, from: number, to: number, shortShare: number): Gap | undefined {
  const length = (random.chance(shortShare) ? random.int(3, 18) : random.int(22, 55)) * MINUTE
  if (to - from < length + 10 * MINUTE) return undefined
  const start = from + random.int(5 * MINUTE, to - from - length - 4 * MINUTE)
  return { from: start, to: start + length }
}

type Numbered = PastPatrol & { readonly id: number }
const iso = (ms: number) => new Date(ms).toISOString()
const seconds = (ms: number) => Math.round(ms / 1000)
const callsIn = ({ stretches }: PastPatrol) => stretches.filter(({ status }) => status === 6).length

/** The ids, in the order of the patrols. */
async function insertRows(tx: Tx, past: readonly PastPatrol[]): Promise<number[]> {
  const { rows: numbers } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('patrols', 'id'))::integer as id from generate_series(1, ${past.length})`.execute(tx)
  const ids = numbers.map(({ id }) => id)
  const patrols = past.map((patrol, index) => {
    const { from, to, gap, isWatched, idleShare } = patrol
    const seen = seconds(to - from - (gap ? gap.to - gap.from : 0))
    return {
      id: ids[index],
      user_id: patrol.userId,
      department_id: patrol.departmentId,
      server_id: patrol.serverId,
      kind: patrol.kind,
      started_at: iso(from),
      ended_at: iso(to),
      end_reason: patrol.isSilent ? 'silence' : null,
      settled_at: iso(to + 2 * MINUTE),
      calls: callsIn(patrol),
      watched_seconds: isWatched ? seconds(to - from) : null,
      seen_seconds: isWatched ? seen : null,
      idle_seconds: isWatched ? Math.round(seen * idleShare) : null,
    }
  })
  await sql`insert into patrols (id, user_id, department_id, server_id, kind, started_at, ended_at, end_reason, settled_at, calls,
      watched_seconds, seen_seconds, idle_seconds)
    select * from jsonb_to_recordset(${JSON.stringify(patrols)}::jsonb) as x (id bigint, user_id integer, department_id integer,
      server_id integer, kind text, started_at timestamptz, ended_at timestamptz, end_reason text, settled_at timestamptz, calls integer,
      watched_seconds integer, seen_seconds integer, idle_seconds integer)`.execute(tx)
  const stretches = past.flatMap(({ stretches: own, identifier }, index) =>
    own.map(({ at, status }) => ({ patrol_id: ids[index], at: iso(at), status, identifier })),
  )
  await sql`insert into patrol_stretches (patrol_id, at, status, identifier)
    select * from jsonb_to_recordset(${JSON.stringify(stretches)}::jsonb) as x (patrol_id bigint, at timestamptz, status smallint,
      identifier text)`.execute(tx)
  return ids
}

async function insertPresence(tx: Tx, past: readonly Numbered[], { random, now, serverIds }: Setting): Promise<void> {
  const shown = past.filter(({ isWatched, from }) => isWatched && from > now.getTime() - PRESENCE_DAYS * DAY_MS)
  const rows = shown.flatMap(({ userId, serverId, from, to, gap }) =>
    (gap
      ? [
          [from, gap.from],
          [gap.to, to],
        ]
      : [[from, to]]
    ).flatMap(([start = 0, end = 0]) => movement(random, userId, serverId, start, end)),
  )
  await sql`insert into presence (user_id, server_id, started_at, ended_at, state)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (user_id integer, server_id integer, started_at timestamptz,
      ended_at timestamptz, state text)`.execute(tx)
  await tx
    .insertInto('server_watches')
    .values({ server_id: serverIds[0], started_at: new Date(now.getTime() - DAYS * DAY_MS), ended_at: now })
    .execute()
}

/** Moving, with a rest now and then. */
export function movement(random: Random, userId: number, serverId: number, from: number, to: number) {
  const rows: { user_id: number; server_id: number; started_at: string; ended_at: string; state: 'moving' | 'idle' }[] = []
  for (let at = from, isIdle = false; at < to; isIdle = !isIdle) {
    const end = Math.min(to, at + random.int(isIdle ? 3 : 12, isIdle ? 9 : 40) * MINUTE)
    rows.push({ user_id: userId, server_id: serverId, started_at: iso(at), ended_at: iso(end), state: isIdle ? 'idle' : 'moving' })
    at = end
  }
  return rows
}

/** Long absences of the last days wait for a supervisor, older ones were decided on. */
async function insertGaps(tx: Tx, past: readonly Numbered[], { random, now, staff }: Setting): Promise<void> {
  const rows = past.flatMap(({ id, userId, gap, to }) => {
    if (!gap) return []
    const isByRule = gap.to - gap.from <= COUNTED_MINUTES * MINUTE
    const isWaiting = to > now.getTime() - WAITING_DAYS * DAY_MS
    const by = isByRule || isWaiting ? null : random.pick(staff.filter((each) => each.userId !== userId)).userId
    return {
      patrol_id: id,
      started_at: new Date(gap.from),
      ended_at: new Date(gap.to),
      is_counted: isByRule || (by !== null && random.chance(0.6)),
      decided_by: by,
      decided_at: by === null ? null : new Date(to + random.int(60, 1500) * MINUTE),
      note: by === null ? '' : random.pick(DECISION_NOTES),
    }
  })
  if (rows.length > 0) await tx.insertInto('patrol_gaps').values(rows).execute()
}

async function insertCorrections(tx: Tx, past: readonly Numbered[], { random, now, staff }: Setting): Promise<void> {
  const ago = (days: number) => now.getTime() - days * DAY_MS
  const fitting = past.filter(({ kind, to, from }) => kind === 'duty' && to > ago(80) && to - from > 60 * MINUTE)
  const recent = fitting.filter(({ to }) => to > ago(WAITING_DAYS))
  const older = fitting.filter(({ to }) => to < ago(8))
  const asked = [...recent.filter(({ gap }) => gap).slice(0, 2), ...recent.filter(({ gap }) => !gap).slice(0, 1)]
  const decided = random.shuffle(older).slice(0, 9)
  const rows = [...asked, ...decided].map((patrol, index) => {
    const by = index < asked.length ? null : random.pick(staff.filter(({ userId }) => userId !== patrol.userId)).userId
    const isAccepted = by !== null && index % 3 !== 0
    const askedAt = patrol.to + random.int(10, 90) * MINUTE
    const wasEnded = isAccepted ? patrol.to + 12 * MINUTE : patrol.to
    return {
      patrol_id: patrol.id,
      asked_by: patrol.userId,
      asked_at: new Date(Math.min(askedAt, now.getTime() - MINUTE)),
      reason: random.pick(patrol.gap ? CORRECTION_REASONS.gap : CORRECTION_REASONS.end),
      started_at: null,
      ended_at: patrol.gap ? null : new Date(isAccepted ? patrol.to : patrol.to - 10 * MINUTE),
      counts_gaps: patrol.gap !== undefined,
      was_started_at: new Date(patrol.from),
      was_ended_at: new Date(patrol.gap ? patrol.to : wasEnded),
      state: by === null ? 'asked' : isAccepted ? 'accepted' : 'declined',
      decided_by: by,
      decided_at: by === null ? null : new Date(askedAt + random.int(30, 900) * MINUTE),
      note: by === null || isAccepted ? '' : 'The log shows you on a call until the end.',
    }
  })
  if (rows.length > 0) await tx.insertInto('patrol_corrections').values(rows).execute()
}

async function insertQuotas(tx: Tx): Promise<void> {
  const departments = await tx.selectFrom('departments').select(['id', 'name']).execute()
  const reserves = await tx.selectFrom('ranks').select(['id', 'department_id']).where('is_reserve', '=', true).execute()
  const quotas = departments.flatMap(({ id, name }) => {
    const minutes = QUOTAS[name as keyof typeof QUOTAS]
    if (minutes === undefined) return []
    const ofReserves = reserves.filter((rank) => rank.department_id === id)
    return [
      { department_id: id, rank_id: null, minutes },
      ...ofReserves.map((rank) => ({ department_id: id, rank_id: rank.id, minutes: minutes / 4 })),
    ]
  })
  await tx.insertInto('patrol_quotas').values(quotas).execute()
}

/** Some of the leave there is was asked for; three more requests wait. After the leave itself. */
async function insertLeaveRequests(tx: Tx, { random, now, members }: Setting): Promise<void> {
  const leaves = await tx
    .selectFrom('leaves')
    .select(['id', 'user_id', 'author_id', 'reason'])
    .select(sql<string>`starts_on::text`.as('starts_on'))
    .select(sql<string>`ends_on::text`.as('ends_on'))
    .select(sql<Date>`starts_on - interval '4 days'`.as('asked_at'))
    .select(sql<Date>`starts_on - interval '3 days'`.as('decided_at'))
    .where(sql<boolean>`starts_on < ${now}::date`)
    .execute()
  const granted = leaves.filter(({ user_id, author_id }, index) => index % 2 === 0 && user_id !== author_id)
  const day = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
  const away = new Set((await tx.selectFrom('leaves').select('user_id').execute()).map(({ user_id }) => user_id))
  const asking = members.filter(({ userId, memberships, role }) => memberships.length > 0 && role === undefined && !away.has(userId))
  const requests = [
    ...granted.map(({ id, author_id, ...row }) => ({ ...row, state: 'granted', decided_by: author_id, leave_id: id })),
    ...random
      .shuffle(asking)
      .slice(0, 3)
      .map(({ userId }, index) => ({
        user_id: userId,
        starts_on: day(3 + index * 4),
        ends_on: day(9 + index * 6),
        reason: random.pick(LEAVE_REASONS),
        state: 'asked',
        asked_at: new Date(now.getTime() - random.int(60, 4000) * MINUTE),
      })),
  ]
  for (const request of requests) await tx.insertInto('leave_requests').values(request).execute()
}
