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
import { findField, wordsOf } from '../../fields/fields.port.ts'
import type { Shown } from './lookups.search-log.ts'

/** More than are shown, because reports that were returned are left out. */
const MAX_CANDIDATES = 10 * MAX_FIELD_MATCHES

/** A field by whose values a service may search: one that it sees, of what it may read. */
export async function searchableField(db: Db, fieldId: number, service: Exclude<FieldAudience, 'owner'>): Promise<Field> {
  const field = await findField(db, fieldId)
  if (!field) throw new AppError('not_found', 'There is no such field')
  const kind = ReportKind.safeParse(field.of)
  const isReadable = !kind.success || REPORT_KINDS[kind.data].service === service
  if (!isReadable || !field.audience.includes(service)) throw new AppError('forbidden', 'You do not have access to perform that action')
  return field
}

type Found = { id: number; value: FieldValue; label: string; year: number; number: number }

/** What each kind is called in a row, as `label`. Nothing that was removed, and of reports those that wait or are final. */
const SUBJECTS = {
  character: sql`select s.id, s.fields, 0 as year, 0 as number, s.removed_at is null as is_shown,
    concat_ws(', ', s.name, extract(year from s.born_on)) as label from characters s`,
  vehicle: sql`select s.id, s.fields, 0 as year, 0 as number, s.removed_at is null as is_shown,
    trim(s.plate || ' ' || s.model) as label from vehicles s`,
  report: sql`select s.id, s.fields, s.year, s.number, s.state in ('submitted', 'final') as is_shown, s.about as label from reports s`,
} as const

/** What has a value that begins with the text typed, as `field_key` compares them: one range of the index. */
export async function searchByValue(db: Db, { fieldId, of }: Field, typed: string): Promise<FieldMatch[]> {
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
    value: wordsOf(value),
  }))
}

/** A row as the log calls it; `key` is the same when it is opened. */
export const shownMatch = ({ of, id, label }: FieldMatch): Shown => ({ key: `${of === 'character' ? 'person' : of}:${id}`, label })
