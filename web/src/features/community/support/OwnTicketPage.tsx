import { Button } from '@mantine/core'
import { IdParam } from '@tenfour/contract'
import { IconArrowLeft, IconTicketOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../platform/api/api-error.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { ticketQuery } from './support.queries.ts'
import { TicketView } from './TicketView.tsx'

/** One of a member's own tickets. */
export function OwnTicketPage() {
  const { ticketId: param } = useParams({ strict: false })
  const ticketId = IdParam.parse(param)
  const { data, error, refetch } = useQuery(ticketQuery('own', ticketId))
  const isGone = error instanceof ApiError && error.status === 404
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
      {data && !isGone ? (
        <TicketView key={ticketId} side="own" ticket={data} />
      ) : (
        <Card>
          {isGone ? (
            <Empty
              icon={<IconTicketOff size={28} stroke={1.6} />}
              title="You have no such ticket"
              text="Tickets are deleted some time after they were closed."
            />
          ) : error ? (
            <PageError error={error} onRetry={refetch} />
          ) : (
            <PageLoading label="Loading the ticket" />
          )}
        </Card>
      )}
    </>
  )
}
