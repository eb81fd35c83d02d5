import { quotasSwitch, type PatrolSummary } from '@tenfour/contract'
import { useIsOn } from '../../../../platform/features/features.ts'
import { durationInColumn, duration } from '../../../../platform/format/durations.ts'
import { Card } from '../../../../ui/Card.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { Meter } from '../../../../ui/Meter.tsx'
import classes from './OwnPatrols.module.css'

type TotalCardProps = { period: 'week' | 'month'; summary: PatrolSummary }

/** The counted time of this week or month, compared with the quota and the period before. */
export function TotalCard({ period, summary }: TotalCardProps) {
  const [total, before] = period === 'week' ? [summary.week, summary.weekBefore] : [summary.month, summary.monthBefore]
  const areQuotasOn = useIsOn(quotasSwitch)
  const quotas = areQuotasOn && summary.quotaPeriod === period ? summary.quotas : []
  return (
    <Card title={period === 'week' ? 'This week' : 'This month'} aside={workWords(total)}>
      <Stack gap={10}>
        <p className={classes.big}>
          <span className="mono">{durationInColumn(total.countedSeconds / 60)}</span>{' '}
          <span className="muted">{compareWords(total, before, period === 'week' ? 'last week' : 'last month')}</span>
        </p>
        {quotas.map((quota) => (
          <Stack key={quota.departmentId} gap={4}>
            <Row as="p" justify="space-between" align="stretch" gap="0 12px">
              <span className="muted anywhere">{quota.departmentName}</span>
              <span className="mono">{quotaWords(quota)}</span>
            </Row>
            <Meter share={quotaShare(quota)} color={isBelowQuota(quota) ? 'var(--p2)' : 'var(--available)'} />
          </Stack>
        ))}
      </Stack>
    </Card>
  )
}

type Total = PatrolSummary['week']
type QuotaLine = PatrolSummary['quotas'][number]

/** '+ 1 h 20 min on last week', 'As much as last week'. */
export function compareWords({ countedSeconds }: Total, { countedSeconds: before }: Total, beforeName: string): string {
  const minutes = Math.floor(countedSeconds / 60) - Math.floor(before / 60)
  if (minutes === 0) return countedSeconds === 0 ? `Nothing ${beforeName} either` : `As much as ${beforeName}`
  return minutes > 0 ? `+ ${duration(minutes)} on ${beforeName}` : `− ${duration(-minutes)} on ${beforeName}`
}

/** '4 h 06 of 6 h, 2 days of leave'. Leave lowers the hours due. */
export function quotaWords({ countedSeconds, dueMinutes, minutes, leaveDays }: QuotaLine): string {
  const leave = leaveDays === 0 ? '' : `, ${leaveDays} ${leaveDays === 1 ? 'day' : 'days'} of leave`
  const reached = durationInColumn(countedSeconds / 60)
  if (dueMinutes === 0 && minutes > 0) return `${reached}, nothing due${leave}`
  return `${reached} of ${duration(dueMinutes)}${leave}`
}

/** The share of the quota that is reached, from 0 to 1. A quota with nothing due is reached. */
export const quotaShare = ({ countedSeconds, dueMinutes }: Pick<QuotaLine, 'countedSeconds' | 'dueMinutes'>): number =>
  dueMinutes === 0 ? 1 : Math.min(1, countedSeconds / 60 / dueMinutes)

export const isBelowQuota = ({ countedSeconds, dueMinutes }: Pick<QuotaLine, 'countedSeconds' | 'dueMinutes'>): boolean =>
  countedSeconds < dueMinutes * 60

/** '3 patrols, 12 calls'. */
export const workWords = ({ patrols, calls }: Total): string =>
  `${patrols} ${patrols === 1 ? 'patrol' : 'patrols'}, ${calls} ${calls === 1 ? 'call' : 'calls'}`
