import { IdParam, LongIdParam, MemberPatrolsOnly, type listMemberPatrols, type QueryOf } from '@tenfour/contract'
import { z } from 'zod'
import type { TableDefaults, TableState } from '../../../ui/table-state.ts'
import { periodOf, PERIOD_KINDS, type Period } from './period.ts'

const Id = IdParam.optional().catch(undefined)
const ViewerSearch = z.object({
  period: z.enum(PERIOD_KINDS).catch('week'),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  department: Id,
  rank: Id,
  /** Whether the chart shows the period before as well. */
  compare: z.literal('yes').optional().catch(undefined),
  /** The panel beside the lists: a patrol, a member's patrols, or the members on patrol now. */
  patrol: LongIdParam.optional().catch(undefined),
  member: Id,
  show: z.literal('now').optional().catch(undefined),
})
export type ViewerSearch = z.infer<typeof ViewerSearch>

/**
 * The state in the address besides the table. Invalid values count as not given, and so do departments that the user does not see;
 * `seen` is undefined for users who see all.
 */
export function parseViewer(search: Readonly<Record<string, unknown>>, seen?: readonly number[]): ViewerSearch {
  const parsed = ViewerSearch.parse(search)
  const isSeen = parsed.department === undefined || seen === undefined || seen.includes(parsed.department)
  return isSeen ? parsed : { ...parsed, department: undefined }
}

export const viewedPeriod = ({ period, from, to }: ViewerSearch, today: string): Period => periodOf({ kind: period, from, to }, today)

/** A period as part of the address: nothing for the current week. */
export function periodSearch(period: Period, today: string): { period?: string; from?: string; to?: string } {
  const isCurrent = period.kind !== 'custom' && period.from <= today && today <= period.to
  return {
    period: period.kind === 'week' ? undefined : period.kind,
    from: isCurrent ? undefined : period.from,
    to: period.kind === 'custom' ? period.to : undefined,
  }
}

export type Scope = {
  readonly from: string
  readonly to: string
  readonly departmentId?: number | undefined
  readonly rankId?: number | undefined
}
export const scopeOf = (period: Period, { department, rank }: Pick<ViewerSearch, 'department' | 'rank'>): Scope => ({
  from: period.from,
  to: period.to,
  departmentId: department,
  // A rank belongs to a department.
  rankId: department === undefined ? undefined : rank,
})

const SORTS = ['name', 'rank', 'hours', 'quota', 'seen', 'calls', 'lastPatrolAt'] as const
export const MEMBER_TABLE: TableDefaults = {
  sort: { id: 'hours', desc: true },
  sortable: SORTS,
  filterable: ['only', 'days'],
}
export type MemberFilter = QueryOf<typeof listMemberPatrols>
/** Choices for members without a patrol; the community's own number is the first. */
export const INACTIVE_DAYS = [7, 14, 30, 60, 90] as const

export function memberFilter({ page, size, sort, q, filters }: TableState, scope: Scope): Partial<MemberFilter> {
  const only = MemberPatrolsOnly.safeParse(filters['only']).data
  const days = z.coerce.number().pipe(z.int().min(1).max(3650)).safeParse(filters['days']).data
  return {
    ...scope,
    page,
    pageSize: size,
    q: q.trim().slice(0, 100) || undefined,
    only,
    inactiveDays: only === 'inactive' ? days : undefined,
    sort: SORTS.find((each) => each === sort?.id),
    direction: sort ? (sort.desc ? 'desc' : 'asc') : undefined,
  }
}
