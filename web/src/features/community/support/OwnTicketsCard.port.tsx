import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { When } from '../../../ui/Facts.tsx'
import classes from '../../../ui/EntryList.module.css'
import { ticketNumber } from './support.labels.ts'
import { ownTicketsQuery } from './support.queries.ts'

const SHOWN = 3

/** One's own open tickets; nothing where there are none. */
export function OwnTicketsCard({ className }: { className: string | undefined }) {
  const now = useNow()
  const open = useQuery(ownTicketsQuery(1, SHOWN)).data?.items.filter(({ state }) => state === 'open') ?? []
  if (open.length === 0) return null
  return (
    <Card title="Your tickets" aside="open in Discord" link={<Link to="/user/tickets">All your tickets</Link>} className={className ?? ''}>
      <ul className={classes.list} aria-label="Open tickets">
        {open.map(({ ticketId, subject, claimedBy, lastMessageAt }) => (
          <li key={ticketId} className={classes.row}>
            <div className={classes.what}>
              <Link to="/user/tickets/$ticketId" params={{ ticketId: String(ticketId) }} className={classes.number}>
                <span className="mono">{ticketNumber(ticketId)}</span> {subject}
              </Link>
              {claimedBy && <span className="muted"> · {claimedBy.name} takes care of it</span>}
            </div>
            <span className="muted">
              <When at={lastMessageAt} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
