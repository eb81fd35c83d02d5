import { Button, Text } from '@mantine/core'
import type { AuditEntry } from '@tenfour/contract'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import classes from './audit.module.css'
import { AuditList } from './AuditList.tsx'

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
