import { warrantsSwitch } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useIsOn } from '../../../../platform/features/features.ts'
import { useNow } from '../../../../platform/format/use-now.ts'
import { Card } from '../../../../ui/Card.tsx'
import { When } from '../../../../ui/Facts.tsx'
import { useOwnWarrants } from '../drafts/own-warrants.ts'
import { Entry, EntryList, ENTRY_LINK } from '../../../../ui/EntryList.tsx'

const SHOWN = 5

/** Warrants that wait for their writer; nothing where there are none. */
export function YourWarrantsCard({ userId, className }: { userId: number; className: string | undefined }) {
  const now = useNow()
  const returned = useOwnWarrants(userId)?.own.filter(({ state }) => state === 'returned') ?? []
  if (!useIsOn(warrantsSwitch) || returned.length === 0) return null
  return (
    <Card
      title="Your warrants"
      aside={returned.length > SHOWN ? `${SHOWN} of ${returned.length} returned` : 'returned for changes'}
      link={<Link to="/user/warrants">All your warrants</Link>}
      className={className}
    >
      <EntryList label="Returned to you">
        {returned.slice(0, SHOWN).map(({ warrantId, number, subject, since }) => (
          <Entry
            key={warrantId}
            text={
              <>
                <Link to="/user/warrants/$warrantId" params={{ warrantId: String(warrantId) }} className={`mono ${ENTRY_LINK}`}>
                  {number}
                </Link>{' '}
                {subject.name}
              </>
            }
          >
            <span className="muted">
              <When at={since} now={now} />
            </span>
          </Entry>
        ))}
      </EntryList>
    </Card>
  )
}
