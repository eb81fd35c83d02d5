import { Button, Skeleton } from '@mantine/core'
import { listOwnCalls, type OwnCall } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { CardError, CardNote } from '../../../ui/CardStates.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useDesk } from './desk-store.ts'
import { Row, Stack } from '../../../ui/layout.tsx'
import classes from './Emergency.module.css'
import { callState } from './emergency-form.ts'

const PAGE_SIZE = 10

/** The user's own 911 calls: recent ones live, earlier ones page by page. */
export function OwnCalls() {
  const { isLoaded, calls } = useDesk()
  const [isOpen, setOpen] = useState(false)
  const [newest] = calls
  return (
    <Stack as="section" gap={14} className={classes.card} aria-labelledby="own-calls-title">
      <h2 id="own-calls-title" className={classes.title}>
        Your calls
      </h2>
      <output className="visually-hidden">{newest && announcement(newest)}</output>
      {!isLoaded ? (
        <Stack gap={12} aria-busy="true">
          <Skeleton height={14} width="70%" />
          <Skeleton height={14} width="50%" />
        </Stack>
      ) : calls.length === 0 ? (
        <CardNote>No calls yet. You can follow your calls here.</CardNote>
      ) : (
        <CallList calls={calls} />
      )}
      {isOpen ? (
        <Earlier shownIds={new Set(calls.map(({ callId }) => callId))} />
      ) : (
        <Button variant="subtle" size="compact-sm" style={{ alignSelf: 'start' }} onClick={() => setOpen(true)}>
          Show earlier calls
        </Button>
      )}
    </Stack>
  )
}

const announcement = (own: OwnCall): string =>
  [`Call ${own.callId}: ${callState(own).words}`, own.mergedIntoId !== null && `joined with call ${own.mergedIntoId}`]
    .filter(Boolean)
    .join(', ')

function CallList({ calls }: { calls: readonly OwnCall[] }) {
  const now = useNow()
  return (
    <Stack as="ul" gap={0}>
      {calls.map((own) => {
        const { words, tone } = callState(own)
        return (
          <li key={own.callId} className={classes.call} data-open={own.status !== 'cleared' || undefined}>
            <Row justify="space-between" align="baseline" gap="2px 12px">
              <StatusBadge tone={tone}>{words}</StatusBadge>
              <span className="muted small" title={dateTime(own.createdAt)}>
                <span className="mono">{own.callId}</span> · {relativeTime(own.createdAt, now)}
              </span>
            </Row>
            {own.mergedIntoId !== null && <p className="muted small">Joined with call {own.mergedIntoId}</p>}
            <p className="written">{own.narrative || own.title}</p>
            <p className="muted small">{[own.location, own.postal && `postal ${own.postal}`].filter(Boolean).join(' · ')}</p>
          </li>
        )
      })}
    </Stack>
  )
}

const ownCallsQuery = (page: number) =>
  queryOptions({
    queryKey: ['own-calls', page],
    queryFn: ({ signal }) => call(listOwnCalls, { query: { page, pageSize: PAGE_SIZE }, quiet: true, signal }),
    placeholderData: (known) => known,
    meta: { handled: true },
  })

function Earlier({ shownIds }: { shownIds: ReadonlySet<number> }) {
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(ownCallsQuery(page))
  if (!data) return isError ? <CardError what="Your earlier calls" onRetry={refetch} /> : <Skeleton height={14} width="60%" />
  const earlier = data.items.filter(({ callId }) => !shownIds.has(callId))
  const isLast = page * PAGE_SIZE >= data.total
  return (
    <Stack as="section" gap={10} aria-label="Earlier calls" className={classes.earlier}>
      <h3 className="subhead small">Earlier</h3>
      {earlier.length === 0 ? <CardNote>None{page > 1 || !isLast ? ' on this page' : ''}.</CardNote> : <CallList calls={earlier} />}
      {data.total > PAGE_SIZE && (
        <Row nowrap gap={10} className="small">
          <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span className="muted">
            Page {page} of {Math.ceil(data.total / PAGE_SIZE)}
            {data.isTotalExact ? '' : '+'}
          </span>
          <Button variant="default" size="xs" disabled={isLast} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </Row>
      )}
    </Stack>
  )
}
