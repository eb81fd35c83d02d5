import { Button, Skeleton } from '@mantine/core'
import type { SupportTicket } from '@tenfour/contract'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { DebouncedTextInput } from '../../../ui/DebouncedTextInput.tsx'
import { Empty, PageError } from '../../../ui/PageStates.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { changeTable } from '../../../ui/table-state.ts'
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
  closed: { title: 'No closed tickets', text: 'Closed ones are kept for as long as the settings say.' },
}

export function TicketList({ tab, ticketId }: { tab: TicketTab; ticketId: number | undefined }) {
  const { userId } = useSignedInUser()
  const now = useNow()
  const [state, setState] = useTableSearch(DEFAULTS)
  const { page, size: pageSize, q } = state
  const { data, error, isPlaceholderData, refetch } = useQuery(ticketsQuery({ show: tab, page, pageSize, ...(q !== '' && { q }) }))
  return (
    <>
      <div className={classes.tools}>
        <DebouncedTextInput
          label="Search tickets"
          placeholder="Number, subject, who opened it…"
          icon={<IconSearch size={15} aria-hidden />}
          value={q}
          onCommit={(typed) => setState(changeTable(state, { q: typed.slice(0, 100) }))}
        />
      </div>
      {error && !data ? (
        <PageError error={error} onRetry={refetch} />
      ) : !data ? (
        <Loading />
      ) : data.items.length > 0 ? (
        // oxlint-disable-next-line no-noninteractive-element-interactions -- the arrow keys move between the links in it
        <ul className={classes.rows} aria-label="Tickets" aria-busy={isPlaceholderData} onKeyDown={moveBetweenRows}>
          {data.items.map((ticket) => (
            <Row key={ticket.ticketId} ticket={ticket} isOpen={ticket.ticketId === ticketId} userId={userId} now={now} />
          ))}
        </ul>
      ) : q !== '' || page > 1 ? (
        <Empty
          title={q === '' ? 'This page is empty' : 'No ticket matches'}
          action={
            <Button variant="default" size="xs" onClick={() => setState(changeTable(state, { q: '' }))}>
              {q === '' ? 'Go to the first page' : 'Clear the search'}
            </Button>
          }
        />
      ) : (
        <Empty {...EMPTY[tab]} />
      )}
      {data && data.items.length > 0 && (
        <div className={classes.pager}>
          <Pager label="tickets" {...data} page={page} pageSize={pageSize} onPage={(to) => setState({ ...state, page: to })} />
        </div>
      )}
    </>
  )
}

type RowProps = { ticket: SupportTicket; isOpen: boolean; userId: number; now: Date }

function Row({ ticket, isOpen, userId, now }: RowProps) {
  const { ticketId, subject, messageCount, lastMessageAt, closed } = ticket
  const { words, tone } = ticketState(ticket, userId)
  const at = closed?.at ?? lastMessageAt
  return (
    <li>
      <Link
        to="/discord/tickets/$ticketId"
        params={{ ticketId: String(ticketId) }}
        search={true}
        className={classes.row}
        aria-current={isOpen ? 'true' : undefined}
        resetScroll={false}
      >
        <span className={classes.name} title={subject}>
          <span className={`mono ${classes.number}`}>{ticketNumber(ticketId)}</span> {subject}
        </span>
        <span className={classes.since} title={dateTime(at)}>
          {relativeTime(at, now)}
        </span>
        <span className={classes.about}>
          {openerName(ticket)} · {messageCountWords(messageCount)}
        </span>
        <span className={classes.standing}>
          <StatusBadge tone={tone}>{words}</StatusBadge>
        </span>
      </Link>
    </li>
  )
}

/** Up and down go from row to row; Enter opens one, as for any link. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const rows = [...event.currentTarget.querySelectorAll('a')]
  const at = rows.findIndex((each) => each === document.activeElement)
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus()
  event.preventDefault()
}

const Loading = () => (
  <div className={classes.loading} aria-busy="true">
    <output className="visually-hidden">Loading the tickets…</output>
    {Array.from({ length: 5 }, (_, at) => (
      <Skeleton key={at} height={34} />
    ))}
  </div>
)
