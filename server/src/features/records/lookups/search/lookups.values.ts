import {
  MAX_FIELD_MATCHES,
  REPORT_KINDS,
  ReportKind,
  reportNumber,
  type Field,
  type FieldAudience,
  type FieldMatch,
  type FieldValue,
} from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { findField, valueText } from '../../fields/fields.port.ts'
import type { Shown } from './lookups.search-log.ts'

/** More candidates than are shown, because returned reports are left out. */
const MAX_CANDIDATES = 10 * MAX_FIELD_MATCHES

/** A field by whose values a service may search: it must see the field, and may read records of its kind. */
export async function searchableField(db: Db, fieldId: number, service: Exclude<FieldAudience, 'owner'>): Promise<Field> {
  const field = await findField(db, fieldId)
  if (!field) throw new AppError('not_found', 'There is no such field')
  const kind = ReportKind.safeParse(field.of)
  const isReadable = !kind.success || REPORT_KINDS[kind.data].service === service
  if (!isReadable || !field.audience.includes(service)) throw new AppError('forbidden', 'You do not have access to perform that action')
  return field
}

type Found = { id: number; value: FieldValue; label: string; year: number; number: number }

/** The label of a row of each kind. Removed records are left out, and reports that are neither submitted nor final. */
const SUBJECTS = {
  character: sql`select s.id, s.fields, 0 as year, 0 as number, s.removed_at is null as is_shown,
    concat_ws(', ', s.name, extract(year from s.born_on)) as label from characters s`,
  vehicle: sql`select s.id, s.fields, 0 as year, 0 as number, s.removed_at is null as is_shown,
    trim(s.plate || ' ' || s.model) as label from vehicles s`,
  report: sql`select s.id, s.fields, s.year, s.number, s.state in ('submitted', 'final') as is_shown, s.about as label from reports s`,
} as const

/** Records with a value that begins with the typed text, as `field_key` compares them: one range of the index. */
export async function searchByValue(db: Db, { fieldId, of }: Field, typed: string): Promise<FieldMatch[]> {
  if (of === 'registration') return []
  const key = sql`field_key(to_jsonb(${typed}::text))`
  const { rows } = await sql<Found>`
    select s.id, s.label, s.year, s.number, s.fields -> ${String(fieldId)} as value
    from (select value, subject_id from field_values
      where field_id = ${fieldId} and value >= ${key} and value < ${key} || chr(1114111)
      order by value, subject_id limit ${MAX_CANDIDATES}) v
    join (${SUBJECTS[of === 'character' || of === 'vehicle' ? of : 'report']}) s on s.id = v.subject_id and s.is_shown
    order by v.value, v.subject_id limit ${MAX_FIELD_MATCHES}`.execute(db)
  return rows.map(({ id, label, year, number, value }) => ({
    of,
    id,
    label: of === 'character' || of === 'vehicle' ? label : [reportNumber(of, year, number), label].filter(Boolean).join(', '),
    value: valueText(value),
  }))
}

/** A row with its name in the log, and with the key by which it is recognized when it is opened. */
export const shownMatch = ({ of, id, label }: FieldMatch): Shown => ({ key: `${of === 'character' ? 'person' : of}:${id}`, label })
