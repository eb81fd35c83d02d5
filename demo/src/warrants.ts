import type { Charge, RecordActor, WarrantContent, WarrantReturn, WarrantState, WarrantType } from '@tenfour/contract'
import { addEntry } from '../../server/src/features/legal/warrants/warrants.port.ts'
import type { Tx } from '../../server/src/platform/database/database.ts'
import { PLACES } from './evening/places.ts'
import { DAY_MS } from './people.ts'
import type { Random } from './random.ts'
import type { Resident } from './records.ts'
import { readOffences, readPeople, writersOf, type Person, type Writer } from './report-content.ts'
import { AFFIDAVITS, DENIALS, RECALLS, RETURN_REMARKS, RETURNS, SEARCHED_FOR } from './warrant-texts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How far each one came. */
type Course = {
  readonly type: WarrantType
  readonly state: WarrantState
  readonly isReady?: boolean
  readonly isChanged?: boolean
  readonly isConfidential?: boolean
  /** Of the officer whose account is printed. */
  readonly isOwn?: boolean
  /** By Vera Oakes, who signs; otherwise by Otto Brandt. */
  readonly isWithSigner?: boolean
  /** Against the civilian whose account is printed. */
  readonly isAgainstOwn?: boolean
  readonly about?: 'vehicle' | 'place'
}
const several = (count: number, course: Course): Course[] => Array.from({ length: count }, () => course)
const COURSES: readonly Course[] = [
  ...several(2, { type: 'arrest', state: 'submitted' }),
  { type: 'search', state: 'submitted', about: 'place' },
  { type: 'arrest', state: 'submitted', isChanged: true, isOwn: true },
  { type: 'bench', state: 'submitted', isChanged: true },
  { type: 'arrest', state: 'review', isWithSigner: true },
  { type: 'search', state: 'review', about: 'vehicle' },
  { type: 'arrest', state: 'review', isReady: true },
  { type: 'search', state: 'review', isReady: true, about: 'place' },
  { type: 'arrest', state: 'returned', isOwn: true },
  { type: 'search', state: 'returned', about: 'place' },
  ...several(2, { type: 'arrest', state: 'denied' }),
  { type: 'search', state: 'denied', about: 'place', isOwn: true },
  { type: 'arrest', state: 'active', isAgainstOwn: true, isOwn: true },
  ...several(5, { type: 'arrest', state: 'active' }),
  ...several(2, { type: 'bench', state: 'active' }),
  { type: 'search', state: 'active', about: 'vehicle' },
  { type: 'search', state: 'active', about: 'place' },
  { type: 'arrest', state: 'active', isConfidential: true },
  ...several(3, { type: 'arrest', state: 'served' }),
  { type: 'search', state: 'served', about: 'place' },
  { type: 'bench', state: 'served' },
  { type: 'arrest', state: 'recalled' },
  { type: 'bench', state: 'recalled' },
  ...several(2, { type: 'arrest', state: 'expired' }),
  { type: 'search', state: 'expired', about: 'place' },
]
const DAYS: Readonly<Record<WarrantType, number>> = { arrest: 30, search: 10, bench: 90 }
const ENDED: readonly WarrantState[] = ['denied', 'served', 'recalled', 'expired']

type Scene = {
  readonly tx: Tx
  readonly key: Buffer
  readonly random: Random
  readonly now: Date
  readonly serverId: number
  readonly people: readonly Person[]
  readonly vehicles: readonly { id: number; plate: string; model: string; colour: string }[]
  readonly offences: readonly Charge[]
  readonly officers: readonly Writer[]
  readonly own: Writer
  readonly clerk: RecordActor
  readonly judge: RecordActor
}

/** Warrants in each state, with the history that led there, and two drafts. */
export async function insertWarrants(
  tx: Tx,
  key: Buffer,
  { random, now }: { random: Random; now: Date },
  members: readonly Resident[],
  serverId: number,
): Promise<void> {
  const officers = writersOf(members, 'police')
  const called = (emailAddress: string): RecordActor => {
    const { userId, name } = members.find((member) => member.emailAddress === emailAddress) ?? { userId: 0, name: '' }
    return { userId, name, identifier: '' }
  }
  const own = officers.find(({ userId }) => userId === called('officer@demo.example').userId) ?? officers[0]
  if (!own) throw new Error('nobody writes warrants')
  const scene: Scene = {
    tx,
    key,
    random,
    now,
    serverId,
    people: await readPeople(tx),
    vehicles: await tx
      .selectFrom('vehicles')
      .select(['id', 'plate', 'model', 'colour'])
      .where('removed_at', 'is', null)
      .orderBy('id')
      .execute(),
    offences: (await readOffences(tx)).filter(({ type }) => type !== 'Infraction'),
    officers: officers.filter(({ userId }) => userId !== own.userId),
    own,
    clerk: called('legal@demo.example'),
    judge: called('supervisor@demo.example'),
  }
  const numbers = random.shuffle(Array.from({ length: 9000 }, (_, index) => index + 100))
  for (const [nth, course] of COURSES.entries()) await insertWarrant(scene, course, numbers[nth] ?? nth + 1, random.int(1, 2_000_000_000))
  await insertDrafts(scene)
}

/** The times of the steps that a warrant goes through. */
function timesOf({ random, now }: Scene, { state, type, isChanged }: Course) {
  const isOpen = ['submitted', 'review', 'returned'].includes(state)
  const ago =
    state === 'expired'
      ? (DAYS[type] + random.int(2, 20)) * DAY_MS
      : state === 'active'
        ? random.int(1, DAYS[type] - 3) * DAY_MS
        : isOpen
          ? random.int(2, 30) * HOUR
          : random.int(4, 40) * DAY_MS
  const drafted = new Date(now.getTime() - ago)
  const step = isOpen ? ago / 8 : 20 * MINUTE
  const after = (steps: number) => new Date(drafted.getTime() + steps * step)
  const submitted = after(isChanged ? 3 : 1)
  const signed = after(5)
  const expires = new Date(signed.getTime() + DAYS[type] * DAY_MS)
  const ended =
    state === 'expired'
      ? expires
      : state === 'denied'
        ? signed
        : new Date(Math.min(signed.getTime() + random.int(3, 70) * HOUR, now.getTime()))
  return { drafted, firstSubmitted: after(1), returned: after(2), submitted, taken: after(4), ready: after(4.5), signed, expires, ended }
}

function contentOf({ random, people, vehicles, offences }: Scene, { type, about, isAgainstOwn, isConfidential }: Course): WarrantContent {
  const person = isAgainstOwn ? people.find(({ name }) => name === 'Dexter Marlowe') : random.pick(people)
  const vehicle = random.pick(vehicles)
  const place = random.pick(PLACES)
  const charges = random
    .shuffle(offences)
    .slice(0, about ? 1 : random.int(1, 3))
    .map(({ revisionId, offenceId, code, title, type: kind }) => ({
      revisionId,
      offenceId,
      code,
      title,
      type: kind,
      counts: random.chance(0.7) ? 1 : 2,
    }))
  return {
    type,
    subject:
      about === 'vehicle'
        ? { kind: 'vehicle', vehicleId: vehicle.id, plate: vehicle.plate, model: vehicle.model, colour: vehicle.colour }
        : about === 'place'
          ? { kind: 'place', place: `${random.int(100, 7999)} ${place.location}`, postal: place.postal }
          : { kind: 'person', characterId: person?.id ?? 0, name: person?.name ?? '', bornOn: person?.born_on ?? null },
    charges,
    searchFor: type === 'search' ? random.pick(SEARCHED_FOR) : '',
    affidavit: random.pick(AFFIDAVITS[type]),
    callId: null,
    callTitle: null,
    reports: [],
    evidence: [],
    bail: type === 'search' ? null : random.int(1, 30) * 1000,
    days: null,
    isConfidential: isConfidential ?? false,
  }
}

function subjectOf({ subject }: WarrantContent) {
  switch (subject?.kind) {
    case 'person':
      return { subject_kind: 'person', character_id: subject.characterId, vehicle_id: null, subject_name: subject.name }
    case 'vehicle':
      return {
        subject_kind: 'vehicle',
        character_id: null,
        vehicle_id: subject.vehicleId,
        subject_name: [subject.plate, subject.model].filter(Boolean).join(' '),
      }
    default:
      return {
        subject_kind: 'place',
        character_id: null,
        vehicle_id: null,
        subject_name: subject ? `${subject.place}, ${subject.postal}` : '',
      }
  }
}

const aboutOf = ({ type, searchFor, charges }: WarrantContent): string =>
  type === 'search' && searchFor
    ? searchFor
    : charges.map(({ code, title, counts }) => `${code} ${title}${counts > 1 ? ` × ${counts}` : ''}`).join(', ')

async function insertWarrant(scene: Scene, course: Course, number: number, id: number): Promise<void> {
  const { tx, key, random, serverId, officers, own, clerk, judge } = scene
  const { type, state, isReady = false, isChanged = false, isConfidential = false } = course
  const writer = course.isOwn ? own : random.pick(officers)
  const officer = random.pick(officers.filter(({ userId }) => userId !== writer.userId))
  const reviewer = course.isWithSigner ? judge : clerk
  const times = timesOf(scene, course)
  const content = contentOf(scene, course)
  const isSigned = ['active', 'served', 'recalled', 'expired'].includes(state)
  const reason = {
    submitted: '',
    review: '',
    active: '',
    served: '',
    expired: '',
    returned: random.pick(RETURN_REMARKS),
    denied: random.pick(DENIALS),
    recalled: random.pick(RECALLS),
  }[state]
  const place = random.pick(PLACES)
  const served: WarrantReturn | null =
    state === 'served'
      ? {
          servedAt: times.ended.toISOString(),
          location: place.location,
          postal: place.postal,
          by: actorOf(officer),
          officers: [],
          isArrested: type !== 'search',
          text: type === 'search' ? (RETURNS[2] ?? '') : random.pick(RETURNS.slice(0, 2)),
        }
      : null
  const since = { submitted: times.submitted, review: isReady ? times.ready : times.taken, returned: times.signed, active: times.signed }[
    state as 'submitted'
  ]
  await tx
    .insertInto('warrants')
    .values({
      id,
      type,
      state,
      year: times.submitted.getUTCFullYear(),
      number,
      writer_id: writer.userId,
      writer_identifier: writer.identifier,
      department_id: writer.departmentId,
      server_id: serverId,
      content: JSON.stringify(content),
      ...subjectOf(content),
      about: aboutOf(content),
      submissions: isChanged ? 2 : 1,
      reviewer_id: state === 'submitted' || state === 'returned' ? null : reviewer.userId,
      is_ready: isReady,
      signer_id: isSigned ? judge.userId : null,
      signed_at: isSigned ? times.signed : null,
      bail: isSigned ? content.bail : null,
      expires_at: isSigned ? times.expires : null,
      is_confidential: isConfidential,
      reason,
      served_return: served && JSON.stringify(served),
      created_at: times.drafted,
      submitted_at: times.submitted,
      since: since ?? times.ended,
      closed_at: ENDED.includes(state) ? times.ended : null,
      version: 3,
    })
    .execute()
  if (state !== 'submitted') await tx.insertInto('warrant_reviewers').values({ warrant_id: id, user_id: reviewer.userId }).execute()
  if (isConfidential) await tx.insertInto('warrant_servers').values({ warrant_id: id, department_id: officer.departmentId }).execute()

  const add = (title: string, by: RecordActor | null, at: Date, more: { text?: string; reason?: string; content?: WarrantContent } = {}) =>
    addEntry(tx, key, { warrantId: id, title, by, at, text: '', reason: '', changes: [], ...more })
  await add('Drafted', actorOf(writer), times.drafted)
  await add('Submitted', actorOf(writer), times.firstSubmitted, { content })
  if (isChanged) {
    await add('Returned', clerk, times.returned, { reason: random.pick(RETURN_REMARKS) })
    await add('Submitted again', actorOf(writer), times.submitted, { content })
  }
  if (state !== 'submitted') await add('Under review', reviewer, times.taken)
  if (isReady || isSigned) await add('Passed to a judge', reviewer, times.ready)
  if (state === 'returned') await add('Returned', reviewer, times.signed, { reason })
  if (state === 'denied') await add('Denied', judge, times.signed, { reason })
  if (isSigned) await add('Signed', judge, times.signed)
  if (served) await add('Served', served.by, times.ended, { text: served.text })
  if (state === 'recalled') await add('Recalled', judge, times.ended, { reason })
  if (state === 'expired') await add('Expired', null, times.ended)
}

const actorOf = ({ userId, name, identifier }: RecordActor): RecordActor => ({ userId, name, identifier })

/** One of the officer's, one of the clerk's. */
async function insertDrafts({ tx, random, now, serverId, people, offences, own, clerk }: Scene): Promise<void> {
  const rows = [
    { writer: own, departmentId: own.departmentId, type: 'arrest' as const },
    { writer: clerk, departmentId: null, type: 'bench' as const },
  ].map(({ writer, departmentId, type }) => ({
    writer_id: writer.userId,
    writer_identifier: writer.identifier,
    department_id: departmentId,
    server_id: departmentId === null ? null : serverId,
    content: JSON.stringify({
      type,
      subject: { kind: 'person', characterId: random.pick(people).id },
      charges: [{ revisionId: random.pick(offences).revisionId, counts: 1 }],
      searchFor: '',
      affidavit: random.pick(AFFIDAVITS[type]),
      callId: null,
      reportIds: [],
      evidence: [],
      bail: 5000,
      days: null,
      isConfidential: false,
    }),
    created_at: new Date(now.getTime() - HOUR),
    saved_at: new Date(now.getTime() - 20 * MINUTE),
  }))
  await tx.insertInto('warrant_drafts').values(rows).execute()
}
