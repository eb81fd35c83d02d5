import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { EntryList } from '../../../ui/EntryList.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { InvitationEntry } from './InvitationEntry.tsx'
import { invitationsQuery, PAGE_SIZE, useLiveInvitations, type Shown } from './invitations.queries.ts'

const EMPTY: Readonly<Record<Shown, string>> = {
  current: 'No open invitations. Create one above, and send its link to the people who should join.',
  over: 'No invitation has ended, expired or been used up.',
}

export function InvitationList() {
  useLiveInvitations()
  const [show, setShow] = useState<Shown>('current')
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(invitationsQuery(show, page))
  const chooser = useRef<HTMLDivElement>(null)
  // The last invitation of the last page has ended.
  if (data !== undefined && data.page === page && data.items.length === 0 && page > 1) setPage(page - 1)
  return (
    <Card
      title={show === 'current' ? 'Open invitations' : 'Past invitations'}
      aside={data && data.total > 0 ? `${data.total}${data.isTotalExact ? '' : '+'}` : undefined}
      link={
        <SegmentedControl
          ref={chooser}
          size="xs"
          aria-label="Which invitations"
          value={show}
          data={[
            { value: 'current', label: 'Open' },
            { value: 'over', label: 'Past' },
          ]}
          onChange={(value) => {
            setShow(value === 'over' ? 'over' : 'current')
            setPage(1)
          }}
        />
      }
    >
      {!data ? (
        isError ? (
          <CardError what="Invitations" onRetry={refetch} />
        ) : (
          <CardLoading rows={4} />
        )
      ) : data.items.length === 0 ? (
        <CardNote>{EMPTY[show]}</CardNote>
      ) : (
        <EntryList label="Invitations">
          {data.items.map((invitation) => (
            <InvitationEntry
              key={invitation.invitationId}
              invitation={invitation}
              fallback={() => chooser.current?.querySelector('input:checked') ?? null}
            />
          ))}
        </EntryList>
      )}
      {data && <Pager label="Invitations" {...data} page={page} pageSize={PAGE_SIZE} onPage={setPage} />}
    </Card>
  )
}
