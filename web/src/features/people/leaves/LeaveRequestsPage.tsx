import { SegmentedControl } from '@mantine/core'
import { accessSubject, isAllowed, staff } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import type { Changes } from '../users/users.port.ts'
import { LeaveRequestRow } from './LeaveRequestRow.tsx'
import { leaveRequestsQuery, PAGE_SIZE, useLiveRequests, type RequestState } from './leave-requests.queries.ts'
import { Stack } from '../../../ui/layout.tsx'

const EMPTY: Readonly<Record<RequestState, string>> = {
  asked: 'No requests are waiting. Members request leave on their Patrol page.',
  decided: 'Nothing has been decided yet.',
}

/** Requests for leave, for those who grant it. */
export function LeaveRequestsPage({ changes }: { changes: Changes }) {
  const { state: wanted } = useSearch({ strict: false }) as { state?: unknown }
  const state: RequestState = wanted === 'decided' ? 'decided' : 'asked'
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="Leave requests"
        subtitle={state === 'asked' ? 'Waiting for a decision, oldest first.' : 'Decided, newest first.'}
        actions={
          <SegmentedControl
            aria-label="Which requests"
            value={state}
            data={[
              { value: 'asked', label: 'Waiting' },
              { value: 'decided', label: 'Decided' },
            ]}
            onChange={(value) => void navigate({ to: '.', search: value === 'decided' ? { state: value } : {}, replace: true })}
          />
        }
      />
      <Requests key={state} state={state} changes={changes} />
    </>
  )
}

function Requests({ state, changes }: { state: RequestState; changes: Changes }) {
  useLiveRequests()
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(leaveRequestsQuery(state, page))
  const linksMembers = isAllowed(staff, accessSubject(useSignedInUser()))
  // The last one of the last page was decided.
  if (data !== undefined && data.page === page && data.items.length === 0 && page > 1) setPage(page - 1)
  return (
    <Card
      title={state === 'asked' ? 'Waiting' : 'Decided'}
      aside={data && data.total > 0 ? `${data.total}${data.isTotalExact ? '' : '+'}` : undefined}
    >
      {!data ? (
        isError ? (
          <CardError what="The requests" onRetry={refetch} />
        ) : (
          <CardLoading rows={5} />
        )
      ) : data.items.length === 0 ? (
        <CardNote>{EMPTY[state]}</CardNote>
      ) : (
        <Stack as="ul" gap={0} aria-label="Leave requests">
          {data.items.map((request) => (
            <LeaveRequestRow key={request.requestId} request={request} linksMembers={linksMembers} changes={changes} />
          ))}
        </Stack>
      )}
      {data && <Pager label="Leave requests" {...data} page={page} pageSize={PAGE_SIZE} onPage={setPage} />}
    </Card>
  )
}
