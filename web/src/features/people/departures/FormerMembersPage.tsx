import { SegmentedControl } from '@mantine/core'
import { FormerMemberFilter } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import type { Changes } from './departures.changes.ts'
import { FormerMemberRow } from './FormerMemberRow.tsx'
import { formerMembersQuery, PAGE_SIZE, useLiveFormerMembers, type Shown } from './former-members.queries.ts'

const SHOWN: Readonly<Record<Shown, string>> = { all: 'All', left: 'Left', 'let-go': 'Let go', barred: 'May not return' }
const Show = FormerMemberFilter.shape.show

/** Members who left or were let go, for staff who take them back and decide who may not return. */
export function FormerMembersPage({ changes }: { changes: Changes }) {
  useLiveFormerMembers()
  const [{ show, q, page }, setView] = useState({ show: 'all' as Shown, q: '', page: 1 })
  const { data, isError, refetch } = useQuery(formerMembersQuery(show, q, page))
  const setPage = (next: number) => setView((view) => ({ ...view, page: next }))
  // The last one of the last page was taken back.
  if (data !== undefined && data.page === page && data.items.length === 0 && page > 1) setPage(page - 1)
  return (
    <>
      <PageHeader title="Former members" subtitle="Members who left, were let go or may not return, the latest first." />
      <Stack>
        <Row gap={12}>
          <DebouncedTextInput
            label="Search"
            placeholder="Name, email address or reason"
            value={q}
            onCommit={(next) => setView((view) => ({ ...view, q: next.trim().slice(0, 100), page: 1 }))}
          />
          <SegmentedControl
            aria-label="Which former members"
            value={show}
            data={Show.unwrap().options.map((value) => ({ value, label: SHOWN[value] }))}
            onChange={(next) => setView((view) => ({ ...view, show: Show.parse(next), page: 1 }))}
          />
        </Row>
        <Card title={SHOWN[show]} aside={data && data.total > 0 ? `${data.total}${data.isTotalExact ? '' : '+'}` : undefined}>
          {!data ? (
            isError ? (
              <CardError what="The former members" onRetry={refetch} />
            ) : (
              <CardLoading rows={5} />
            )
          ) : data.items.length === 0 ? (
            <CardNote>{q === '' && show === 'all' ? 'Nobody has left yet.' : 'Nobody matches. Search for less, or choose All.'}</CardNote>
          ) : (
            <Stack as="ul" gap={16} aria-label="Former members">
              {data.items.map((member) => (
                <FormerMemberRow key={member.userId} member={member} changes={changes} />
              ))}
            </Stack>
          )}
          {data && <Pager label="Former members" {...data} page={page} pageSize={PAGE_SIZE} onPage={setPage} />}
        </Card>
      </Stack>
    </>
  )
}
