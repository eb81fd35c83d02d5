import type { Invitation } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dateTime } from '../../../platform/format/dates.ts'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { Entry, ENTRY_LINK, EntryList } from '../../../ui/EntryList.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { joinsAs } from './invitation.words.ts'
import { PAGE_SIZE, usesQuery } from './invitations.queries.ts'

/** Who joined with an invitation, newest first. */
export function UsesDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(usesQuery(invitation.invitationId, page))
  return (
    <FormModal title={`Who joined with ${joinsAs(invitation)}`} onClose={onClose}>
      <Stack gap={12}>
        {data ? (
          <EntryList label="People">
            {data.items.map(({ userId, name, at, isNew }) => (
              <Entry
                key={userId}
                title={
                  <Link className={ENTRY_LINK} to="/admin/users/$userId" params={{ userId }}>
                    {name}
                  </Link>
                }
                detail={`${isNew ? 'New account' : 'Was a member before'}, ${dateTime(at)}`}
              />
            ))}
          </EntryList>
        ) : isError ? (
          <CardError what="People who joined with it" onRetry={refetch} />
        ) : (
          <CardLoading rows={4} />
        )}
        {data && <Pager label="People" {...data} page={page} pageSize={PAGE_SIZE} onPage={setPage} />}
      </Stack>
    </FormModal>
  )
}
