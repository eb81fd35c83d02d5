import { Link } from '@tanstack/react-router'
import { useNow } from '../../../../platform/format/use-now.ts'
import { Card } from '../../../../ui/Card.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { useOwnWarrants } from '../drafts/own-warrants.port.ts'
import classes from '../../../../ui/EntryList.module.css'

const SHOWN = 5

/** Warrants that wait for their writer; nothing where there are none. */
export function YourWarrantsCard({ userId, className }: { userId: number; className: string | undefined }) {
  const now = useNow()
  const returned = useOwnWarrants(userId)?.own.filter(({ state }) => state === 'returned') ?? []
  if (returned.length === 0) return null
  return (
    <Card
      title="Your warrants"
      aside={returned.length > SHOWN ? `${SHOWN} of ${returned.length} returned` : 'returned for changes'}
      link={<Link to="/user/warrants">All your warrants</Link>}
      className={className}
    >
      <ul className={classes.list} aria-label="Returned to you">
        {returned.slice(0, SHOWN).map(({ warrantId, number, subject, since }) => (
          <li key={warrantId} className={classes.row}>
            <div className={classes.what}>
              <Link to="/user/warrants/$warrantId" params={{ warrantId: String(warrantId) }} className={`mono ${classes.number}`}>
                {number}
              </Link>{' '}
              {subject.name}
            </div>
            <span className="muted">
              <When at={since} now={now} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
