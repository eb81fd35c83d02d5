import { Button } from '@mantine/core'
import { IdParam } from '@tenfour/contract'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { PageHeader } from '../../../ui/Page.tsx'
import { ticketQuery } from './support.queries.ts'
import { isGone, NoTicket, TicketView } from './TicketView.tsx'

/** One of a member's own tickets. */
export function OwnTicketPage() {
  const { ticketId: param } = useParams({ strict: false })
  const ticketId = IdParam.parse(param)
  const { data, error, refetch } = useQuery(ticketQuery('own', ticketId))
  return (
    <>
      <PageHeader
        title="Ticket"
        actions={
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={15} aria-hidden />}
            renderRoot={(props) => <Link to="/user/tickets" {...props} />}
          >
            All your tickets
          </Button>
        }
      />
      {data && !isGone(error) ? (
        <TicketView key={ticketId} side="own" ticket={data} />
      ) : (
        <NoTicket
          error={error}
          onRetry={refetch}
          title="You have no such ticket"
          text="Tickets are deleted some time after they were closed."
        />
      )}
    </>
  )
}
