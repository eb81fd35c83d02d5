import type { PatrolSummary } from '@tenfour/contract'
import { durationInColumn } from '../../../../platform/format/durations.ts'
import { Card } from '../../../../ui/Card.tsx'
import classes from './OwnPatrols.module.css'
import { compareWords, isBelowQuota, quotaShare, quotaWords, workWords } from './totals.ts'

type TotalCardProps = { period: 'week' | 'month'; summary: PatrolSummary }

/** What counts of this week or month, against the quota and the one before. */
export function TotalCard({ period, summary }: TotalCardProps) {
  const [total, before] = period === 'week' ? [summary.week, summary.weekBefore] : [summary.month, summary.monthBefore]
  const quotas = summary.quotaPeriod === period ? summary.quotas : []
  return (
    <Card title={period === 'week' ? 'This week' : 'This month'} aside={workWords(total)}>
      <div className={classes.total}>
        <p className={classes.big}>
          <span className="mono">{durationInColumn(total.countedSeconds / 60)}</span>{' '}
          <span className={classes.aside}>{compareWords(total, before, period === 'week' ? 'last week' : 'last month')}</span>
        </p>
        {quotas.map((quota) => (
          <div key={quota.departmentId} className={classes.quota}>
            <p>
              <span className={classes.quotaName}>{quota.departmentName}</span>
              <span className="mono">{quotaWords(quota)}</span>
            </p>
            <span className={classes.quotaBar} data-below={isBelowQuota(quota) || undefined} aria-hidden>
              <i style={{ width: `${quotaShare(quota) * 100}%` }} />
            </span>
          </div>
        ))}
      </div>
    </Card>
  )
}
