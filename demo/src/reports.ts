import { REPORT_KINDS, totalsOf, type Charge, type ReportContent, type ReportContentInput, type ReportKind } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../server/src/platform/database/database.ts'
import { PLACES } from './evening/places.ts'
import { DAY_MS } from './people.ts'
import {
  aboutOf,
  contentOf,
  insertFields,
  MEDICAL_NONE,
  readOffences,
  valuesOf,
  type KnownField,
  type Person,
  type Writer,
} from './report-content.ts'
import type { Random } from './random.ts'
import type { Resident } from './records.ts'
import { COMPLAINTS, CONTEST_REASONS, DECISIONS, NARRATIVES, REMARKS, VOID_REASONS } from './report-texts.ts'

type State = 'submitted' | 'returned' | 'final' | 'voided'
type Planned = {
  readonly kind: ReportKind
  readonly at: Date
  readonly state: State
  readonly writer: Writer
  readonly content: ReportContent
}
type Scene = { readonly tx: Tx; readonly random: Random; readonly now: Date; readonly serverId: number }

const COUNT = 190
const KINDS: readonly (readonly [ReportKind, number])[] = [
  ['warning', 24],
  ['citation', 38],
  ['arrest', 14],
  ['incident', 12],
  ['patient', 8],
  ['treatment', 6],
]
const STATES: readonly (readonly [State, number])[] = [
  ['final', 84],
  ['submitted', 8],
  ['returned', 4],
  ['voided', 4],
]
/** Who signs in as officer or firefighter finds something of their own; the civilian has reports to answer. */
const OWN_WRITERS = ['officer@demo.example', 'fire@demo.example']
const OWN_SUBJECT = 'Dexter Marlowe'

/** Reports of the last two months in every state, with fines, jail and drafts, and a few fields of the community's own. */
export async function insertReports(tx: Tx, random: Random, now: Date, members: readonly Resident[], serverId: number): Promise<void> {
  const scene = { tx, random, now, serverId }
  const fields = await insertFields(tx)
  const people = await readPeople(tx)
  await fillIn(scene, fields)
  const offences = await readOffences(tx)
  const writersOf = (service: 'police' | 'fire') => members.flatMap((member) => writerOf(member, service))
  const writers = { police: writersOf('police'), fire: writersOf('fire') }
  const own = { police: own1(members, writers.police, 0), fire: own1(members, writers.fire, 1) }

  const plan = (nth: number): Planned => {
    const kind = random.pickWeighted(KINDS)
    const { service } = REPORT_KINDS[kind]
    const at = new Date(now.getTime() - random.next() ** 2 * 60 * DAY_MS - 600_000)
    const isOwn = nth % 12 === 0
    const writer = isOwn ? own[service] : random.pick(writers[service])
    const subject = nth % 15 === 0 ? people.find(({ name }) => name === OWN_SUBJECT) : random.pick(people)
    // Everything recent, so that there is something to decide and to go on with.
    const state = isOwn && nth % 24 === 0 ? 'returned' : random.pickWeighted(STATES)
    return {
      kind,
      at,
      state,
      writer,
      content: contentOf(random, kind, at, { subject, offences, fields, writers: writers[service], writer }),
    }
  }
  const planned = Array.from({ length: COUNT }, (_, nth) => plan(nth)).sort((a, b) => a.at.getTime() - b.at.getTime())
  const numbers = new Map<string, number>()
  for (const report of planned) await insertReport(scene, report, numbers)
  for (const [key, last] of numbers) {
    const [kind = '', year = ''] = key.split(' ')
    await tx
      .insertInto('report_numbers')
      .values({ kind, year: Number(year), last })
      .execute()
  }
  await insertDrafts(scene, [own.police, own.police, own.fire], people, offences)
}

function writerOf(member: Resident, service: 'police' | 'fire'): Writer[] {
  const names = service === 'fire' ? ['FIRE'] : ['LSPD', 'BCSO', 'SAHP']
  return member.memberships
    .filter(({ department }) => names.includes(department.name))
    .map(({ department }) => ({
      userId: member.userId,
      name: member.name,
      identifier: `${(member.userId % 4) + 1}${department.name[0]}${10 + (member.userId % 50)}`,
      departmentId: department.departmentId,
    }))
}
function own1(members: readonly Resident[], writers: readonly Writer[], nth: number): Writer {
  const member = members.find(({ emailAddress }) => emailAddress === OWN_WRITERS[nth])
  const writer = writers.find(({ userId }) => userId === member?.userId) ?? writers[0]
  if (!writer) throw new Error('nobody writes reports')
  return writer
}

/** Fields of characters and vehicles. */
async function fillIn({ tx, random }: Scene, fields: readonly KnownField[]): Promise<void> {
  for (const [of, table] of [
    ['character', 'characters'],
    ['vehicle', 'vehicles'],
  ] as const) {
    const rows = await tx.selectFrom(table).select('id').orderBy('id').execute()
    const values = rows.map(({ id }) => ({ id, fields: valuesOf(random, fields, of) }))
    await sql`update ${sql.table(table)} r set fields = v.fields
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v (id int, fields jsonb) where v.id = r.id`.execute(tx)
  }
}

async function readPeople(tx: Tx): Promise<Person[]> {
  const rows = await tx
    .selectFrom('characters')
    .select(['id', 'name', 'born_on', 'user_id'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, born_on: row.born_on === null ? null : String(row.born_on) }))
}

async function insertReport({ tx, random, now, serverId }: Scene, report: Planned, numbers: Map<string, number>): Promise<void> {
  const { kind, at, state, writer, content } = report
  const totals = totalsOf(kind, content.charges)
  const year = at.getUTCFullYear()
  const number = (numbers.get(`${kind} ${year}`) ?? 0) + 1
  numbers.set(`${kind} ${year}`, number)
  const decidedAt = new Date(Math.min(now.getTime(), at.getTime() + random.int(1, 40) * 600_000))
  const isSettled = state === 'final' || state === 'voided'
  const { rows } = await sql<{ id: number; revision_id: number }>`
    insert into reports (kind, year, number, state, revision_id, proposed_revision_id, writer_id, writer_identifier, department_id, server_id,
      subject_id, about, fine, jail_minutes, points, fields, created_at, submitted_at, final_at, voided_at)
    select ${kind}, ${year}, ${number}, ${state}, next.id, ${state === 'submitted' ? sql`next.id` : null}, ${writer.userId}, ${writer.identifier},
      ${writer.departmentId}, ${serverId}, ${content.subject?.characterId ?? null}, ${aboutOf(kind, content)}, ${totals.fine},
      ${totals.jailMinutes}, ${totals.points}, ${JSON.stringify(content.fields)}::jsonb, ${at}::timestamptz, ${at}::timestamptz,
      ${isSettled ? decidedAt : null}::timestamptz, ${state === 'voided' ? now : null}::timestamptz
    from (select nextval(pg_get_serial_sequence('report_revisions', 'id'))::int as id) next
    returning id, revision_id`.execute(tx)
  const [inserted] = rows
  if (!inserted) throw new Error('a report was not inserted')
  const { id: reportId, revision_id: revisionId } = inserted
  const by = { by_user_id: writer.userId, by_identifier: writer.identifier }
  await sql`insert into report_revisions (id, report_id, content, by_user_id, by_identifier, at) overriding system value
    values (${revisionId}, ${reportId}, ${JSON.stringify(content)}::jsonb, ${by.by_user_id}, ${by.by_identifier}, ${at})`.execute(tx)
  await insertEvents({ tx, random, now, serverId }, report, { reportId, revisionId, decidedAt })
  const named = [
    ...(content.subject
      ? [{ characterId: content.subject.characterId, role: REPORT_KINDS[kind].service === 'fire' ? 'patient' : 'suspect' }]
      : []),
    ...content.people,
  ]
  const people = named.map(({ characterId, role }) => ({ report_id: reportId, character_id: characterId, kind, role }))
  if (people.length > 0) await tx.insertInto('report_people').values(people).execute()
  if (isSettled && content.subject) {
    await impose({ tx, random, now, serverId }, report, { reportId, characterId: content.subject.characterId, at: decidedAt })
  }
}

type At = { readonly reportId: number; readonly revisionId: number; readonly decidedAt: Date }

async function insertEvents(
  { tx, random, now }: Scene,
  { state, writer, at }: Planned,
  { reportId, revisionId, decidedAt }: At,
): Promise<void> {
  const by = { by_user_id: writer.userId, by_identifier: writer.identifier }
  const event = { report_id: reportId, revision_id: revisionId, text: '', reason: '' }
  const decided = {
    submitted: [],
    returned: [{ ...event, title: 'Returned', reason: random.pick(REMARKS), at: decidedAt }],
    final: [{ ...event, title: 'Approved', at: decidedAt }],
    voided: [
      { ...event, title: 'Approved', at: decidedAt },
      { ...event, title: 'Voided', reason: random.pick(VOID_REASONS), at: now },
    ],
  }[state]
  await tx
    .insertInto('report_events')
    .values([{ ...event, title: 'Submitted', at, ...by }, ...decided])
    .execute()
}

type Imposed = { readonly reportId: number; readonly characterId: number; readonly at: Date }

/** Fines in every state, and jail: the newest arrests have some time left. */
async function impose({ tx, random, now, serverId }: Scene, report: Planned, { reportId, characterId, at }: Imposed): Promise<void> {
  const { kind, state, writer, content } = report
  const { fine, jailMinutes } = totalsOf(kind, content.charges)
  if (fine > 0) {
    const outcome = state === 'voided' ? 'voided' : random.pickWeighted(FINE_OUTCOMES)
    await tx
      .insertInto('fines')
      .values({
        report_id: reportId,
        character_id: characterId,
        department_id: writer.departmentId,
        original_amount: fine,
        amount: outcome === 'reduced' ? Math.ceil(fine / 2) : outcome === 'dropped' || outcome === 'voided' ? 0 : fine,
        state:
          outcome === 'paid' || outcome === 'contested' ? outcome : outcome === 'dropped' || outcome === 'voided' ? 'dropped' : 'unpaid',
        imposed_at: at,
        paid_at: outcome === 'paid' ? now : null,
        ...(['contested', 'upheld', 'reduced', 'dropped'].includes(outcome) && {
          contest_reason: random.pick(CONTEST_REASONS),
          contested_at: at,
        }),
        ...((outcome === 'upheld' || outcome === 'reduced' || outcome === 'dropped') && {
          decision: outcome,
          decision_reason: random.pick(DECISIONS),
          decided_at: now,
        }),
      })
      .execute()
  }
  if (jailMinutes > 0) {
    const isInside = state === 'final' && random.chance(0.25)
    const from = isInside ? new Date(now.getTime() - random.int(0, Math.max(0, jailMinutes - 1)) * 60_000) : at
    await tx
      .insertInto('jail_terms')
      .values({
        report_id: reportId,
        character_id: characterId,
        server_id: serverId,
        minutes: jailMinutes,
        from_at: from,
        until_at: new Date(from.getTime() + jailMinutes * 60_000),
        ...(state === 'voided' && { released_at: now, release_reason: 'Report voided' }),
      })
      .execute()
  }
}
const FINE_OUTCOMES: readonly (readonly ['unpaid' | 'paid' | 'contested' | 'upheld' | 'reduced' | 'dropped', number])[] = [
  ['paid', 50],
  ['unpaid', 25],
  ['contested', 10],
  ['upheld', 5],
  ['reduced', 5],
  ['dropped', 5],
]

/** One hardly begun, one nearly done. */
async function insertDrafts(
  { tx, random, now, serverId }: Scene,
  writers: readonly Writer[],
  people: readonly Person[],
  offences: readonly Charge[],
): Promise<void> {
  const rows = writers.map((writer, nth) => {
    const kind: ReportKind = nth === 2 ? 'patient' : nth === 1 ? 'arrest' : 'citation'
    const { revisionId, fine, jailMinutes } = random.pick(
      offences.filter(({ type }) => type === (kind === 'arrest' ? 'Felony' : 'Infraction')),
    )
    const place = random.pick(PLACES)
    const content: ReportContentInput = {
      callId: null,
      occurredAt: new Date(now.getTime() - 40 * 60_000).toISOString(),
      location: place.location,
      postal: place.postal,
      subjectId: random.pick(people).id,
      charges: kind === 'patient' ? [] : [{ revisionId, counts: 1, fine, jailMinutes }],
      narrative: kind === 'arrest' ? random.pick(NARRATIVES.arrest) : '',
      people: [],
      vehicles: [],
      officers: [],
      evidence: [],
      medical: kind === 'patient' ? { ...MEDICAL_NONE, complaint: random.pick(COMPLAINTS) } : MEDICAL_NONE,
      fields: {},
    }
    return {
      kind,
      writer_id: writer.userId,
      writer_identifier: writer.identifier,
      department_id: writer.departmentId,
      server_id: serverId,
      content: JSON.stringify(content),
      created_at: new Date(now.getTime() - 30 * 60_000),
      saved_at: new Date(now.getTime() - (nth + 2) * 60_000),
    }
  })
  await tx.insertInto('report_drafts').values(rows).execute()
}
