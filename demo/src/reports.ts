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
  readPeople,
  valuesOf,
  writersOf,
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
  readonly decider: Writer
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
  const writers = { police: writersOf(members, 'police'), fire: writersOf(members, 'fire') }
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
      decider: random.pick(
        writers[service].filter(({ userId, departmentId }) => userId !== writer.userId && departmentId === writer.departmentId),
      ),
      content: contentOf(random, kind, at, { subject, offences, fields, writers: writers[service], writer }),
    }
  }
  const planned = Array.from({ length: COUNT }, (_, nth) => plan(nth)).sort((a, b) => a.at.getTime() - b.at.getTime())
  await insertAll(scene, planned)
  await insertDrafts(scene, [own.police, own.police, own.fire], people, offences)
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

/** In a few statements, however many there are. The tables are empty, so a report and its only version have the same id. */
async function insertAll(scene: Scene, planned: readonly Planned[]): Promise<void> {
  const { tx, random, now, serverId } = scene
  const numbers = new Map<string, { kind: ReportKind; year: number; last: number }>()
  const reports = planned.map((report, nth) => {
    const { kind, at, state, writer, content } = report
    const totals = totalsOf(kind, content.charges)
    const year = at.getUTCFullYear()
    const counter = numbers.get(`${kind} ${year}`) ?? { kind, year, last: 0 }
    counter.last += 1
    numbers.set(`${kind} ${year}`, counter)
    const decidedAt = new Date(Math.min(now.getTime(), at.getTime() + random.int(1, 40) * 600_000))
    const isSettled = state === 'final' || state === 'voided'
    const row = {
      kind,
      year,
      number: counter.last,
      state,
      revision_id: nth + 1,
      proposed_revision_id: state === 'submitted' ? nth + 1 : null,
      writer_id: writer.userId,
      writer_identifier: writer.identifier,
      department_id: writer.departmentId,
      server_id: serverId,
      subject_id: content.subject?.characterId ?? null,
      about: aboutOf(kind, content),
      fine: totals.fine,
      jail_minutes: totals.jailMinutes,
      points: totals.points,
      fields: JSON.stringify(content.fields),
      created_at: at,
      submitted_at: at,
      final_at: isSettled ? decidedAt : null,
      voided_at: state === 'voided' ? now : null,
    }
    return { ...report, reportId: nth + 1, decidedAt, isSettled, row }
  })
  const ids = await tx
    .insertInto('reports')
    .values(reports.map(({ row }) => row))
    .returning('id')
    .execute()
  if (ids.some(({ id }, nth) => id !== nth + 1)) throw new Error('the table of reports was not empty')
  await tx
    .insertInto('report_numbers')
    .values([...numbers.values()])
    .execute()
  await tx
    .insertInto('report_revisions')
    .values(
      reports.map(({ reportId, content, writer, at }) => ({
        report_id: reportId,
        content: JSON.stringify(content),
        by_user_id: writer.userId,
        by_identifier: writer.identifier,
        at,
      })),
    )
    .execute()
  await tx
    .insertInto('report_people')
    .values(
      reports.flatMap(({ reportId, kind, content }) => namedIn(kind, content).map((named) => ({ report_id: reportId, kind, ...named }))),
    )
    .execute()
  await tx
    .insertInto('report_events')
    .values(reports.flatMap((report) => eventsOf(scene, report)))
    .execute()
  const imposed = reports.filter(({ isSettled }) => isSettled)
  await tx
    .insertInto('fines')
    .values(imposed.flatMap((report) => finesOf(scene, report)))
    .execute()
  await tx
    .insertInto('jail_terms')
    .values(imposed.flatMap((report) => termsOf(scene, report)))
    .execute()
}

const namedIn = (kind: ReportKind, { subject, people }: ReportContent) => [
  ...(subject ? [{ character_id: subject.characterId, role: REPORT_KINDS[kind].service === 'fire' ? 'patient' : 'suspect' }] : []),
  ...people.map(({ characterId, role }) => ({ character_id: characterId, role })),
]

type Inserted = Planned & { readonly reportId: number; readonly decidedAt: Date }

function eventsOf({ random, now }: Scene, { state, writer, decider, at, reportId, decidedAt }: Inserted) {
  const event = {
    report_id: reportId,
    revision_id: reportId,
    text: '',
    reason: '',
    by_user_id: decider.userId,
    by_identifier: decider.identifier,
  }
  const decided = {
    submitted: [],
    returned: [{ ...event, title: 'Returned', reason: random.pick(REMARKS), at: decidedAt }],
    final: [{ ...event, title: 'Approved', at: decidedAt }],
    voided: [
      { ...event, title: 'Approved', at: decidedAt },
      { ...event, title: 'Voided', reason: random.pick(VOID_REASONS), at: now },
    ],
  }[state]
  return [{ ...event, title: 'Submitted', at, by_user_id: writer.userId, by_identifier: writer.identifier }, ...decided]
}

/** In every state. */
function finesOf({ random, now }: Scene, { kind, state, writer, content, reportId, decidedAt }: Inserted) {
  const { fine } = totalsOf(kind, content.charges)
  if (fine === 0 || !content.subject) return []
  const outcome = state === 'voided' ? 'voided' : random.pickWeighted(FINE_OUTCOMES)
  const isContested = ['contested', 'upheld', 'reduced', 'dropped'].includes(outcome)
  const decision = outcome === 'upheld' || outcome === 'reduced' || outcome === 'dropped' ? outcome : null
  const isDropped = outcome === 'dropped' || outcome === 'voided'
  return [
    {
      report_id: reportId,
      character_id: content.subject.characterId,
      department_id: writer.departmentId,
      original_amount: fine,
      amount: outcome === 'reduced' ? Math.ceil(fine / 2) : isDropped ? 0 : fine,
      state: outcome === 'paid' || outcome === 'contested' ? outcome : isDropped ? 'dropped' : 'unpaid',
      imposed_at: decidedAt,
      paid_at: outcome === 'paid' ? now : null,
      contest_reason: isContested ? random.pick(CONTEST_REASONS) : '',
      contested_at: isContested ? decidedAt : null,
      decision,
      decision_reason: decision ? random.pick(DECISIONS) : '',
      decided_at: decision ? now : null,
    },
  ]
}
const FINE_OUTCOMES: readonly (readonly ['unpaid' | 'paid' | 'contested' | 'upheld' | 'reduced' | 'dropped', number])[] = [
  ['paid', 50],
  ['unpaid', 25],
  ['contested', 10],
  ['upheld', 5],
  ['reduced', 5],
  ['dropped', 5],
]

/** Some have time left. */
function termsOf({ random, now, serverId }: Scene, { kind, state, content, reportId, decidedAt }: Inserted) {
  const { jailMinutes } = totalsOf(kind, content.charges)
  if (jailMinutes === 0 || !content.subject) return []
  const isInside = state === 'final' && random.chance(0.3)
  const from = isInside ? new Date(now.getTime() - random.int(0, Math.floor(jailMinutes / 2)) * 60_000) : decidedAt
  return [
    {
      report_id: reportId,
      character_id: content.subject.characterId,
      server_id: serverId,
      minutes: jailMinutes,
      from_at: from,
      until_at: new Date(from.getTime() + jailMinutes * 60_000),
      released_at: state === 'voided' ? now : null,
      release_reason: state === 'voided' ? 'Report voided' : null,
    },
  ]
}

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
