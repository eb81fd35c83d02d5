import { warrantsSwitch, type CurrentUser } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useIsOn } from '../../../../platform/features/features.ts'
import { useLegalPages } from '../../../../platform/session/areas.ts'
import { Card } from '../../../../ui/Card.tsx'
import { CardLoading } from '../../../../ui/CardStates.tsx'
import { useWarrantCounts } from './warrant-news.ts'
import { countWords } from '../warrant.labels.ts'
import classes from './Waiting.module.css'

/** For legal staff: what waits for them, what is active and what expires soon. */
export function WarrantsCard({ user, className }: { user: CurrentUser; className?: string }) {
  const counts = useWarrantCounts(user)
  const pages = useLegalPages()
  if (!useIsOn(warrantsSwitch)) return null
  return (
    <Card title="Warrants" link={<Link to={pages.lists}>Manage</Link>} className={className}>
      {counts ? (
        <div className={classes.counts}>
          <Link to={pages.lists} search={{ tab: 'mine' }}>
            <strong>{countWords(counts.mine)}</strong> waiting for you
          </Link>
          <Link to={pages.lists} search={{ tab: 'active' }}>
            <strong>{countWords(counts.active)}</strong> active
          </Link>
          <Link to={pages.lists} search={{ tab: 'active' }}>
            <strong>{countWords(counts.expiring)}</strong> {counts.expiring === 1 ? 'expires' : 'expire'} this week
          </Link>
        </div>
      ) : (
        <CardLoading rows={1} />
      )}
    </Card>
  )
}
