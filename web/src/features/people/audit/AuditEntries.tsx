import { Button, Text } from '@mantine/core'
import type { AuditEntry } from '@tenfour/contract'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageError, PageLoading, Empty } from '../../../ui/PageStates.tsx'
import classes from './audit.module.css'
import { AuditList } from './AuditList.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { auditQuery, userAuditQuery } from './audit.queries.ts'

type AuditEntriesProps = {
  query: UseInfiniteQueryResult<InfiniteData<{ items: AuditEntry[]; hasMore: boolean }>>
  empty: ReactNode
  /** Off where every entry is about the same subject. */
  hasSubject?: boolean
}

export function AuditEntries({ query, empty, hasSubject = true }: AuditEntriesProps) {
  if (query.isPending) return <PageLoading label="Loading the audit log" />
  if (!query.data) return <PageError error={query.error} onRetry={query.refetch} />
  const entries = query.data.pages.flatMap(({ items }) => items)
  if (entries.length === 0) return empty
  return (
    <>
      <AuditList entries={entries} hasSubject={hasSubject} />
      <div className={classes.more}>
        {query.isFetchNextPageError && (
          <Text span c="var(--danger)" inherit>
            Older entries could not be loaded.
          </Text>
        )}
        {query.hasNextPage ? (
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load older
          </Button>
        ) : (
          <span className="muted">This is where the log begins.</span>
        )}
      </div>
    </>
  )
}

/** The audit entries about one account. */
export function AuditTrail({ userId }: { userId: number }) {
  const trail = useInfiniteQuery(userAuditQuery(userId))
  return (
    <Card title="Audit trail" aside="What was done to this account, newest first" flush>
      <AuditEntries query={trail} empty={<Empty title="Nothing recorded yet" />} hasSubject={false} />
    </Card>
  )
}

const RECENT = 8

/** The latest administrative changes. */
export function RecentAudit() {
  const recent = useInfiniteQuery(auditQuery({ area: 'administration' }, RECENT))
  if (recent.isPending) return <CardLoading rows={4} />
  if (recent.isError) return <CardError what="Recent changes" onRetry={recent.refetch} />
  return <AuditList entries={recent.data.pages[0]?.items ?? []} />
}
