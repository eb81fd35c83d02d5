import type { SupportTicket } from '@tenfour/contract'
import { IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { When } from '../../../ui/Facts.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useShowAll } from '../../../ui/use-show-all.tsx'
import entry from '../../../ui/EntryList.module.css'
import { messageCountWords, ticketNumber, ticketState } from './support.labels.ts'
import { ownTicketsQuery } from './support.queries.ts'

/** The tickets a member opened in Discord. */
export function OwnTicketsPage() {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(ownTicketsQuery(page))
  const count = data?.items.length ?? 0
  const { list, button } = useShowAll({ count, first: 8, words: `Show ${count}` })
  return (
    <>
      <PageHeader title="Your tickets" subtitle="Opened in Discord to talk to staff in private. Only you and staff can read them." />
      {!data ? (
        error ? (
          <PageError error={error} onRetry={refetch} />
        ) : (
          <PageLoading label="Loading your tickets" />
        )
      ) : (
        <Card>
          {data.items.length === 0 ? (
            <Empty
              icon={<IconTicket size={28} stroke={1.6} />}
              title="No tickets"
              text="Open one in Discord with /ticket. It is listed here if your Discord account is linked."
              action={<Link to="/user/settings">Account settings</Link>}
            />
          ) : (
            <>
              <ul {...list} className={entry.list} aria-label="Tickets">
                {data.items.map((ticket) => (
                  <Row key={ticket.ticketId} ticket={ticket} />
                ))}
              </ul>
              {button}
            </>
          )}
          <Pager label="tickets" {...data} page={page} onPage={setPage} />
        </Card>
      )}
    </>
  )
}

function Row({ ticket }: { ticket: SupportTicket }) {
  const { userId } = useSignedInUser()
  const now = useNow()
  const { ticketId, subject, closed, lastMessageAt, messageCount } = ticket
  const { words, tone } = ticketState(ticket, userId)
  return (
    <li className={entry.row}>
      <div className={entry.what}>
        <p className={entry.title}>
          <Link to="/user/tickets/$ticketId" params={{ ticketId: String(ticketId) }} className={entry.number}>
            <span className="mono">{ticketNumber(ticketId)}</span> {subject}
          </Link>
        </p>
        <p className={entry.detail}>
          {messageCountWords(messageCount)} · <When at={closed?.at ?? lastMessageAt} now={now} />
        </p>
      </div>
      <StatusBadge tone={tone}>{words}</StatusBadge>
    </li>
  )
}
