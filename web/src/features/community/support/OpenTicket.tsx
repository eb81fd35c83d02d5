import { claimSupportTicket, releaseSupportTicket, type SupportTicket } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../../platform/api/client.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { BackToList } from '../../../ui/SplitList.tsx'
import { keepTicket, refreshLists, refreshTicket, ticketQuery } from './support.queries.ts'
import { isGone, NoTicket, TicketView } from './TicketView.tsx'

/** The ticket beside the list, for staff. */
export function OpenTicket({ ticketId }: { ticketId: number }) {
  const { data, error, refetch } = useQuery(ticketQuery('staff', ticketId))
  return (
    <Stack gap={12}>
      <BackToList renderLink={(props) => <Link to="/discord/tickets" search={true} {...props} />} />
      {data && !isGone(error) ? (
        <TicketView key={ticketId} side="staff" ticket={data} actions={data.state === 'open' && <ClaimButton ticket={data} />} />
      ) : (
        <NoTicket
          error={error}
          onRetry={refetch}
          title="There is no such ticket"
          text="It may have been closed so long ago that it is no longer kept."
        />
      )}
    </Stack>
  )
}

/** One button for both, so that the focus stays on it. */
function ClaimButton({ ticket }: { ticket: SupportTicket }) {
  const { userId } = useSignedInUser()
  const { ticketId, version, claimedBy, opener } = ticket
  const act = async () => {
    if (claimedBy && claimedBy.userId !== userId) {
      const isSure = await confirm({
        title: `Release the ticket from ${claimedBy.name}?`,
        body: 'Any member of staff can then claim it.',
        confirmLabel: 'Release',
        startsAtCancel: true,
      })
      if (!isSure) return
    }
    try {
      const endpoint = claimedBy ? releaseSupportTicket : claimSupportTicket
      keepTicket('staff', await call(endpoint, { params: { ticketId }, body: { version } }))
      notify.success(claimedBy ? 'The ticket is open to all of staff' : 'The ticket is yours')
      await refreshLists()
    } catch (error) {
      reportError(error)
      await refreshTicket(ticketId)
    }
  }
  // Nobody claims their own.
  if (!claimedBy && opener.member?.userId === userId) return null
  return (
    <ActionButton size="xs" variant={claimedBy ? 'default' : 'filled'} action={act}>
      {claimedBy ? 'Release' : 'Claim'}
    </ActionButton>
  )
}
