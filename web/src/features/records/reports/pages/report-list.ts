import { Day, REPORT_KINDS, ReportFilter, ReportKind, ReportState, type Field, type ReportSummary } from '@tenfour/contract'
import type { TableFilter } from '../../../../ui/table-columns.ts'
import type { TableState } from '../../../../ui/table-state.ts'
import { STATE_WORDS } from '../report.labels.ts'

/** `field` and `value` are the community's field that is searched and what it begins with. */
export const REPORT_TABLE = { sort: null, sortable: [], filterable: ['kind', 'state', 'from', 'to', 'field', 'value'] } as const

const MAX_TERM = 80
const day = (value: string | undefined) => Day.safeParse(value).data
const dayAt = (value: string | undefined, time: string) => value && new Date(`${value}T${time}`).toISOString()

/** The request for the state in the address. Invalid values are dropped; days are those of the reader. */
export function reportFilter({ page, size, q, filters }: TableState): ReportFilter {
  const fieldId = ReportFilter.shape.fieldId.safeParse(filters['field']).data
  const fieldValue = filters['value']?.trim().slice(0, MAX_TERM) || undefined
  return {
    page,
    pageSize: size,
    q: q.trim().slice(0, MAX_TERM) || undefined,
    kind: ReportKind.safeParse(filters['kind']).data,
    state: ReportState.safeParse(filters['state']).data,
    from: dayAt(day(filters['from']), '00:00:00.000'),
    to: dayAt(day(filters['to']), '23:59:59.999'),
    // A field without a value, or a value without a field, is not searched.
    ...(fieldId !== undefined && fieldValue !== undefined && { fieldId, fieldValue }),
  }
}

const KIND_FILTER: TableFilter = {
  id: 'kind',
  label: 'Kind',
  filter: { options: ReportKind.options.map((value) => ({ value, label: REPORT_KINDS[value].title })) },
}
const STATE_FILTER: TableFilter = {
  id: 'state',
  label: 'State',
  filter: { options: ReportState.options.map((value) => ({ value, label: STATE_WORDS[value] })) },
}

/** With the community's fields of reports, of the chosen kind if one is chosen. */
export function reportFilters(fields: readonly Field[], filters: TableState['filters']): readonly TableFilter[] {
  const kind = ReportKind.safeParse(filters['kind']).data
  const options = fields.flatMap(({ fieldId, of, name }) => {
    const ofKind = ReportKind.safeParse(of).data
    if (!ofKind || (kind && kind !== ofKind)) return []
    return [{ value: String(fieldId), label: kind ? name : `${name} (${REPORT_KINDS[ofKind].title.toLowerCase()})` }]
  })
  if (options.length === 0) return [KIND_FILTER, STATE_FILTER]
  const isChosen = options.some(({ value }) => value === filters['field'])
  return [
    KIND_FILTER,
    STATE_FILTER,
    { id: 'field', label: 'Field', filter: { options } },
    ...(isChosen ? [{ id: 'value', label: 'Begins with', filter: 'text' as const }] : []),
  ]
}

type Queued = Pick<ReportSummary, 'reportId' | 'writer'>

/** The report to decide after this one: the next in the queue, or else the first. Nobody decides their own report. */
export function nextInQueue<R extends Queued>(queue: readonly R[], reportId: number, userId: number): R | undefined {
  const at = queue.findIndex((each) => each.reportId === reportId)
  return [...queue.slice(at + 1), ...queue.slice(0, Math.max(at, 0))].find(
    (each) => each.reportId !== reportId && each.writer.userId !== userId,
  )
}
