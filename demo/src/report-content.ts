import {
  REPORT_KINDS,
  type Charge,
  type FieldOf,
  type FieldValues,
  type RecordActor,
  type ReportContent,
  type ReportKind,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Tx } from '../../server/src/platform/database/database.ts'
import { PLACES } from './evening/places.ts'
import type { Random } from './random.ts'
import type { Resident } from './records.ts'
import { COMPLAINTS, EVIDENCE, FINDINGS, NARRATIVES, OUTCOMES, TREATMENTS } from './report-texts.ts'

export type Person = { readonly id: number; readonly name: string; readonly born_on: string | null; readonly user_id: number | null }
export type Writer = RecordActor & { readonly departmentId: number }
export const MEDICAL_NONE = { complaint: '', findings: '', treatment: '', outcome: '', takenTo: '' }

export async function readOffences(tx: Tx): Promise<Charge[]> {
  const rows = await tx
    .selectFrom('offences')
    .innerJoin('offence_revisions as r', 'r.id', 'offences.revision_id')
    .select([
      'offences.id',
      'r.id as revisionId',
      'r.code',
      'r.title',
      'r.type',
      'r.fine_min',
      'r.fine_max',
      'r.jail_min',
      'r.jail_max',
      'r.points',
    ])
    .orderBy('offences.id')
    .execute()
  return rows.map((row) => ({
    offenceId: row.id,
    revisionId: row.revisionId,
    code: row.code,
    title: row.title,
    type: row.type as Charge['type'],
    counts: 1,
    fine: row.fine_min,
    jailMinutes: row.jail_min,
    fineMin: row.fine_min,
    fineMax: row.fine_max,
    jailMin: row.jail_min,
    jailMax: row.jail_max,
    points: row.points,
  }))
}

const FIELDS: readonly {
  readonly of: FieldOf
  readonly type: string
  readonly name: string
  readonly audience: readonly string[]
  readonly options?: readonly string[]
  readonly values: readonly (string | number | boolean)[]
}[] = [
  {
    of: 'character',
    type: 'choice',
    name: 'Eye colour',
    audience: ['owner', 'police'],
    options: ['Blue', 'Brown', 'Green', 'Grey'],
    values: ['Blue', 'Brown', 'Green', 'Grey'],
  },
  { of: 'character', type: 'text', name: 'Gang', audience: ['police'], values: ['Ballas', 'Vagos', 'The Lost'] },
  { of: 'vehicle', type: 'flag', name: 'Tinted windows', audience: ['owner', 'police'], values: [true, false] },
  {
    of: 'citation',
    type: 'choice',
    name: 'Weather',
    audience: ['owner', 'police'],
    options: ['Clear', 'Rain', 'Fog'],
    values: ['Clear', 'Rain', 'Fog'],
  },
  { of: 'citation', type: 'number', name: 'Speed measured', audience: ['owner', 'police'], values: [48, 62, 71, 96, 104] },
  { of: 'arrest', type: 'flag', name: 'Force used', audience: ['police'], values: [true, false] },
  { of: 'arrest', type: 'date', name: 'Court date', audience: ['owner', 'police'], values: ['2026-12-01', '2026-12-15', '2027-01-12'] },
  { of: 'patient', type: 'number', name: 'Pain, 0 to 10', audience: ['fire'], values: [2, 4, 6, 8] },
]
export type KnownField = (typeof FIELDS)[number] & { readonly fieldId: number }

export async function insertFields(tx: Tx): Promise<KnownField[]> {
  const inserted = await tx
    .insertInto('record_fields')
    .values(
      FIELDS.map(({ of, type, name, audience, options = [] }, position) => ({
        of,
        type,
        name,
        audience: [...audience],
        options: [...options],
        is_required: false,
        position: position + 1,
      })),
    )
    .returning(['id', 'of', 'name'])
    .execute()
  return FIELDS.map((field) => ({ ...field, fieldId: inserted.find(({ of, name }) => of === field.of && name === field.name)?.id ?? 0 }))
}

/** Some of them are left empty. */
export const valuesOf = (random: Random, fields: readonly KnownField[], kind: FieldOf): FieldValues =>
  Object.fromEntries(
    fields.filter(({ of }) => of === kind && random.chance(0.7)).map(({ fieldId, values }) => [String(fieldId), random.pick(values)]),
  )

type About = {
  readonly subject: Person | undefined
  readonly offences: readonly Charge[]
  readonly fields: readonly KnownField[]
  readonly writers: readonly Writer[]
  readonly writer: Writer
}

export function contentOf(
  random: Random,
  kind: ReportKind,
  at: Date,
  { subject, offences, fields, writers, writer }: About,
): ReportContent {
  const rule = REPORT_KINDS[kind]
  const place = random.pick(PLACES)
  const fits = offences.filter(({ type }) => (kind === 'arrest' ? type !== 'Infraction' : kind === 'incident' || type === 'Infraction'))
  const charges = rule.hasOffences
    ? [
        ...new Set(
          Array.from(
            {
              length: random.pickWeighted([
                [1, 6],
                [2, 3],
                [3, 1],
              ] as const),
            },
            () => random.pick(fits),
          ),
        ),
      ].map((charge) => charged(random, charge))
    : []
  const other = random.pick(writers)
  const [outcome, takenTo] = random.pick(OUTCOMES)
  return {
    callId: null,
    callTitle: null,
    occurredAt: new Date(at.getTime() - random.int(10, 90) * 60_000).toISOString(),
    location: place.location,
    postal: place.postal,
    subject: rule.hasSubject && subject ? { characterId: subject.id, name: subject.name, bornOn: subject.born_on } : null,
    charges,
    narrative: random.pick(NARRATIVES[kind]),
    people:
      kind === 'incident' && subject
        ? [{ characterId: subject.id, role: random.pick(['victim', 'witness', 'suspect'] as const), name: subject.name }]
        : [],
    vehicles: [],
    officers:
      random.chance(0.3) && other.userId !== writer.userId
        ? [{ userId: other.userId, name: other.name, identifier: other.identifier }]
        : [],
    evidence:
      kind === 'arrest' || kind === 'incident'
        ? random
            .shuffle(EVIDENCE)
            .slice(0, random.int(0, 2))
            .map(([text, holder]) => ({ text, holder, heldSince: at.toISOString(), pictureIds: [] }))
        : [],
    medical:
      rule.service === 'fire'
        ? { complaint: random.pick(COMPLAINTS), findings: random.pick(FINDINGS), treatment: random.pick(TREATMENTS), outcome, takenTo }
        : MEDICAL_NONE,
    fields: valuesOf(random, fields, kind),
  }
}

function charged(random: Random, charge: Charge): Charge {
  const counts = random.chance(0.12) ? 2 : 1
  const within = (low: number, high: number) => Math.round((low + random.next() * (high - low)) / 5) * 5 * counts
  const clamp = (value: number, low: number, high: number) => Math.min(high * counts, Math.max(low * counts, value))
  return {
    ...charge,
    counts,
    fine: clamp(within(charge.fineMin, charge.fineMax), charge.fineMin, charge.fineMax),
    jailMinutes: clamp(within(charge.jailMin, charge.jailMax), charge.jailMin, charge.jailMax),
  }
}

export const aboutOf = (kind: ReportKind, { charges, medical, location }: ReportContent): string =>
  charges.map(({ code, title, counts }) => `${code} ${title}${counts > 1 ? ` x${counts}` : ''}`).join(', ') ||
  (kind === 'treatment' ? medical.treatment : medical.complaint) ||
  location

export const readPeople = (tx: Tx): Promise<Person[]> =>
  tx
    .selectFrom('characters')
    .select(['id', 'name', sql<string | null>`born_on::text`.as('born_on'), 'user_id'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()

export const writersOf = (members: readonly Resident[], service: 'police' | 'fire'): Writer[] =>
  members.flatMap((member) => writerOf(member, service))
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
