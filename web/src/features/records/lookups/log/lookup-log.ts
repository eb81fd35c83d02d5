import { Day, LookupLogEntry, LookupLogFilter, type CurrentUser } from '@tenfour/contract'
import { csvTime, toCsv } from '../../../../platform/download/csv-export.ts'
import { heldDepartments, type HeldDepartment } from '../../../../platform/session/held-departments.ts'
import type { TableState } from '../../../../ui/table-state.ts'

export const LOOKUP_LOG_TABLE = { sort: null, sortable: [], filterable: ['kind', 'call', 'who', 'whom', 'from', 'to'], size: 50 } as const

export const KIND_WORDS: Readonly<Record<LookupLogEntry['kind'], string>> = {
  lookup: 'Lookup',
  search: 'Search',
  patient: 'Patient',
  'plate-read': 'Plate read',
}
export const KINDS = LookupLogEntry.shape.kind.options

const MAX_TERM = 80
const day = (value: string | undefined) => Day.safeParse(value).data
const dayAt = (value: string | undefined, time: string) => value && new Date(`${value}T${time}`).toISOString()
const numberOf = (value: string | undefined) => (/^#?\d{1,9}$/u.test(value?.trim() ?? '') ? Number(value?.replace('#', '')) : undefined)

/** The request for the state in the address. Invalid values are dropped; days are those of the reader. */
export function lookupLogFilter({ page, size, q, filters }: TableState): LookupLogFilter {
  return {
    page,
    pageSize: size,
    q: q.trim().slice(0, MAX_TERM) || undefined,
    kind: LookupLogFilter.shape.kind.safeParse(filters['kind']).data,
    callId: numberOf(filters['call']) || undefined,
    userId: numberOf(filters['who']) || undefined,
    characterId: numberOf(filters['whom']) || undefined,
    from: dayAt(day(filters['from']), '00:00:00.000'),
    to: dayAt(day(filters['to']), '23:59:59.999'),
  }
}

export type LogDepartment = HeldDepartment

/** The departments whose log the user may see: those in which their rank says so. */
export const logDepartments = (user: Pick<CurrentUser, 'userDepartments'>): readonly LogDepartment[] => heldDepartments(user, 'seeLookups')

export const lookupCsv = (entries: readonly LookupLogEntry[], serverName: (serverId: number) => string): string =>
  toCsv(
    ['Time', 'Call sign', 'Name', 'Kind', 'Typed or run', 'Found', 'Hits', 'Call', 'Server', 'Department'],
    entries.map(({ at, by, department, kind, query, found, flags, callId, serverId }) => [
      csvTime(at),
      by.identifier,
      by.name,
      KIND_WORDS[kind],
      query,
      found.join('; '),
      flags.join('; '),
      callId,
      serverName(serverId),
      department.name,
    ]),
  )
