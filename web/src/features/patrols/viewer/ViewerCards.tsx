import type { OpenPatrol, PatrolOverview } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import { durationInColumn } from '../../../platform/format/durations.ts'
import { usePatrolPages } from '../../../platform/session/areas.ts'
import { changeWords } from './hours-by-day.ts'
import { presenceSummary } from './open-patrols.ts'
import { beforeWords, type Period } from './period.ts'
import type { Viewer } from './use-viewer.ts'
import { classNames, Columns } from '../../../ui/layout.tsx'
import classes from './Viewer.module.css'

type ViewerCardsProps = {
  viewer: Viewer
  overview: PatrolOverview | undefined
  isError: boolean
  open: readonly OpenPatrol[] | undefined
  onOnly: (only: string) => void
}

const FIGURE_BUTTON = classNames('bare-button', classes.figure)
const hours = (seconds: number): string => durationInColumn(seconds / 60)

/** The four figures, each a link or button to what it counts. */
export function ViewerCards({ viewer, overview, isError, open, onOnly }: ViewerCardsProps) {
  const pages = usePatrolPages()
  const { period, today, search } = viewer
  const review = overview?.review
  return (
    <Columns as="ul" of="repeat(auto-fit, minmax(min(220px, 100%), 1fr))" gap={12} className={classes.cards}>
      <li>
        <button
          type="button"
          className={FIGURE_BUTTON}
          aria-expanded={search.show === 'now'}
          onClick={() => viewer.open(search.show === 'now' ? {} : { show: 'now' })}
        >
          <Figure title="On patrol now" value={open && open.length.toLocaleString('en')}>
            {open && <Presence open={open} />}
          </Figure>
        </button>
      </li>
      <li>
        <div className={classes.figure}>
          <Figure title="Hours" isMissing={isError} value={overview && hours(overview.total.countedSeconds)}>
            {overview &&
              changeWords(overview.total.countedSeconds, overview.before.countedSeconds, beforeWords(period), period.to >= today, hours)}
          </Figure>
        </div>
      </li>
      <li>
        <QuotaCard overview={overview} isError={isError} period={period} onOnly={onOnly} />
      </li>
      <li>
        <Link to={pages.review} className={classes.figure}>
          <Figure
            title="Needs review"
            isMissing={isError}
            value={review?.patrols.toLocaleString('en')}
            isWarning={Boolean(review?.patrols)}
          >
            {review && reviewWords(review)}
          </Figure>
        </Link>
      </li>
    </Columns>
  )
}

type QuotaCardProps = Pick<ViewerCardsProps, 'overview' | 'isError' | 'onOnly'> & { period: Period }

function QuotaCard({ overview, isError, period, onOnly }: QuotaCardProps) {
  const applies = overview?.belowQuota !== null
  const figure = (
    <Figure title="Below quota" isMissing={isError} value={overview && (applies ? `${overview.belowQuota} of ${overview.members}` : '–')}>
      {overview && quotaNote(overview, period)}
    </Figure>
  )
  if (!applies) return <div className={classes.figure}>{figure}</div>
  return (
    <button type="button" className={FIGURE_BUTTON} onClick={() => onOnly('belowQuota')}>
      {figure}
    </button>
  )
}

type FigureProps = { title: string; value: string | undefined; isMissing?: boolean; isWarning?: boolean; children: ReactNode }
function Figure({ title, value, isMissing = false, isWarning = false, children }: FigureProps) {
  const isFailed = isMissing && value === undefined
  return (
    <>
      <span className="muted small">{title}</span>
      <span className={classNames(isWarning && 'amber', classes.value)}>
        {value ?? (isFailed ? '–' : <Skeleton height={22} width={70} my={5} />)}
      </span>
      <span className="muted small" style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {isFailed ? 'could not be loaded' : value === undefined ? <Skeleton height={12} width="70%" my={4} /> : children}
      </span>
    </>
  )
}

function Presence({ open }: { open: readonly OpenPatrol[] }) {
  const summary = presenceSummary(open)
  if (summary === '') return open.length === 0 ? 'nobody' : 'no game server connected'
  const isMoving = open.some(({ presence }) => presence === 'moving')
  return (
    <span className={classes.presence} data-moving={isMoving || undefined}>
      <i aria-hidden /> {summary}
    </span>
  )
}

/** Quotas are by week or by month, so they are shown for a whole week or month only. */
export function quotaNote({ belowQuota, onLeave }: Pick<PatrolOverview, 'belowQuota' | 'onLeave'>, { kind }: Pick<Period, 'kind'>): string {
  if (belowQuota !== null) return onLeave === 0 ? 'nobody is on leave' : `${onLeave} on leave`
  if (kind === 'custom') return 'for a whole week or month only'
  return `quotas are by ${kind === 'week' ? 'month' : 'week'}`
}

/** '2 corrections, 1 flagged patrol'. */
export function reviewWords({ corrections, flagged }: Omit<PatrolOverview['review'], 'patrols'>): string {
  const words = [
    corrections > 0 && `${corrections} ${corrections === 1 ? 'correction' : 'corrections'}`,
    flagged > 0 && `${flagged} flagged ${flagged === 1 ? 'patrol' : 'patrols'}`,
  ].filter(Boolean)
  return words.length === 0 ? 'nothing to review' : words.join(', ')
}
