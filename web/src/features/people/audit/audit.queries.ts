import { infiniteQueryOptions } from '@tanstack/react-query'
import { listAudit, listUserAudit, type AuditFilter } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'

const PAGE = 50
type Page = { items: { auditId: number }[]; hasMore: boolean }
/** The log grows at the top, so paging continues from the last id seen. */
const olderThan = ({ items, hasMore }: Page): number | undefined => (hasMore ? items.at(-1)?.auditId : undefined)

export const auditQuery = (filter: Partial<Omit<AuditFilter, 'before' | 'limit'>>, limit = PAGE) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'all', filter, limit],
    queryFn: ({ pageParam, signal }) => call(listAudit, { query: { ...filter, before: pageParam, limit }, signal, quiet: true }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: olderThan,
    staleTime: 0,
    meta: { handled: true },
  })

export const userAuditQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'user', userId],
    queryFn: ({ pageParam, signal }) =>
      call(listUserAudit, { params: { userId }, query: { before: pageParam, limit: PAGE }, signal, quiet: true }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: olderThan,
    staleTime: 0,
    meta: { handled: true },
  })
