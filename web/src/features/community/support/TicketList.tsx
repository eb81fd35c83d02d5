import type { SupportTicket } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { SIDE_ROW, SideList, SideRowText } from '../../../ui/SplitList.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import type { TicketTab } from './support-search.ts'
import { messageCountWords, openerName, ticketNumber, ticketState } from './support.labels.ts'
import { ticketsQuery } from './support.queries.ts'
import classes from './Tickets.module.css'

const DEFAULTS = { sortable: [], filterable: [] }
const EMPTY: Readonly<Record<TicketTab, { title: string; text: string }>> = {
  open: {
    title: 'No open tickets',
    text: 'Members open one in Discord, in a channel or category of the type TicketsCategory, or with /ticket.',
  },
  mine: { title: 'You have claimed no ticket', text: 'Claim one here or in its thread, and others see that you take care of it.' },
  closed: { title: 'No closed tickets', text: 'Closed tickets are kept for as long as the settings say.' },
}

export function TicketList({ tab, ticketId }: { tab: TicketTab; ticketId: number | undefined }) {
  const { userId } = useSignedInUser()
  const now = useNow()
  const [state, setState] = useTableSearch(DEFAULTS)
  const { page, size: pageSize, q } = state
  const tickets = useQuery(ticketsQuery({ show: tab, page, pageSize, ...(q !== '' && { q }) }))
  return (
    <SideList
      noun={['ticket', 'tickets']}
      query={tickets}
      state={state}
      onStateChange={(next) => setState({ ...next, q: next.q.slice(0, 100) })}
      searchPlaceholder="Number, subject, who opened it…"
      empty={EMPTY[tab]}
      renderRow={(ticket) => (
        <TicketRow key={ticket.ticketId} ticket={ticket} isOpen={ticket.ticketId === ticketId} userId={userId} now={now} />
      )}
    />
  )
}

type TicketRowProps = { ticket: SupportTicket; isOpen: boolean; userId: number; now: Date }

function TicketRow({ ticket, isOpen, userId, now }: TicketRowProps) {
  const { ticketId, subject, messageCount, lastMessageAt, closed } = ticket
  const { words, tone } = ticketState(ticket, userId)
  const at = closed?.at ?? lastMessageAt
  return (
    <li>
      <Link
        to="/discord/tickets/$ticketId"
        params={{ ticketId: String(ticketId) }}
        search={true}
        className={SIDE_ROW}
        aria-current={isOpen ? 'true' : undefined}
        resetScroll={false}
      >
        <SideRowText
          number={ticketNumber(ticketId)}
          name={subject}
          title={subject}
          about={`${openerName(ticket)} · ${messageCountWords(messageCount)}`}
          end={
            <span className={classes.end}>
              <span title={dateTime(at)}>{relativeTime(at, now)}</span>
              <StatusBadge tone={tone}>{words}</StatusBadge>
            </span>
          }
        />
      </Link>
    </li>
  )
}
