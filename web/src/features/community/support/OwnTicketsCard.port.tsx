import { ticketsSwitch } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsOn } from '../../../platform/features/features.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { Card } from '../../../ui/Card.tsx'
import { When } from '../../../ui/Facts.tsx'
import { Entry, ENTRY_LINK, EntryList } from '../../../ui/EntryList.tsx'
import { ticketNumber } from './support.labels.ts'
import { ownTicketsQuery } from './support.queries.ts'

const SHOWN = 3

/** One's own open tickets; nothing where there are none. */
export function OwnTicketsCard({ className }: { className: string | undefined }) {
  const now = useNow()
  const isOn = useIsOn(ticketsSwitch)
  const own = useQuery({ ...ownTicketsQuery(1, SHOWN), enabled: isOn }).data
  const open = own?.items.filter(({ state }) => state === 'open') ?? []
  if (!isOn || open.length === 0) return null
  return (
    <Card title="Your tickets" aside="open in Discord" link={<Link to="/user/tickets">All your tickets</Link>} className={className ?? ''}>
      <EntryList label="Open tickets">
        {open.map(({ ticketId, subject, claimedBy, lastMessageAt }) => (
          <Entry
            key={ticketId}
            text={
              <>
                <Link to="/user/tickets/$ticketId" params={{ ticketId: String(ticketId) }} className={ENTRY_LINK}>
                  <span className="mono">{ticketNumber(ticketId)}</span> {subject}
                </Link>
                {claimedBy && <span className="muted"> · {claimedBy.name} takes care of it</span>}
              </>
            }
          >
            <span className="muted">
              <When at={lastMessageAt} now={now} />
            </span>
          </Entry>
        ))}
      </EntryList>
    </Card>
  )
}
