import { quotasSwitch, type OpenPatrol, type PatrolOverview } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useIsOn } from '../../../platform/features/features.ts'
import { durationInColumn } from '../../../platform/format/durations.ts'
import { usePatrolPages } from '../../../platform/session/areas.ts'
import { changeWords } from './hours-by-day.ts'
import { presenceSummary } from './open-patrols.ts'
import { sameSpanWords, type Period } from './period.ts'
import type { Viewer } from './use-viewer.ts'
import { Figure, FIGURE_BUTTON, FIGURE_CARD, Figures } from '../../../ui/Figure.tsx'
import classes from './Viewer.module.css'

type ViewerCardsProps = {
  viewer: Viewer
  overview: PatrolOverview | undefined
  isError: boolean
  open: readonly OpenPatrol[] | undefined
  onOnly: (only: string) => void
}

/** The figures, each a link or button to what it counts. */
export function ViewerCards({ viewer, overview, isError, open, onOnly }: ViewerCardsProps) {
  const pages = usePatrolPages()
  const areQuotasOn = useIsOn(quotasSwitch)
  const { period, today, search } = viewer
  const review = overview?.review
  return (
    <Figures>
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
        <div className={FIGURE_CARD}>
          <Figure title="Hours" isMissing={isError} value={overview && durationInColumn(overview.total.countedSeconds / 60)}>
            {overview && changeWords(overview.total.countedSeconds, overview.before.countedSeconds, sameSpanWords(period, today))}
          </Figure>
        </div>
      </li>
      {areQuotasOn && (
        <li>
          <QuotaCard overview={overview} isError={isError} period={period} onOnly={onOnly} />
        </li>
      )}
      <li>
        <Link to={pages.review} className={FIGURE_CARD}>
          <Figure
            title="Needs review"
            isMissing={isError}
            value={review && counted(review.patrols, 'patrol')}
            isWarning={Boolean(review?.patrols)}
          >
            {review && reviewWords(review)}
          </Figure>
        </Link>
      </li>
    </Figures>
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
  if (!applies) return <div className={FIGURE_CARD}>{figure}</div>
  return (
    <button type="button" className={FIGURE_BUTTON} onClick={() => onOnly('belowQuota')}>
      {figure}
    </button>
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

/** Quotas are by week or by month, so they are shown for a whole week or month only; in a month, those by week are summed. */
export function quotaNote({ belowQuota, onLeave }: Pick<PatrolOverview, 'belowQuota' | 'onLeave'>, { kind }: Pick<Period, 'kind'>): string {
  if (belowQuota !== null) return onLeave === 0 ? 'nobody is on leave' : `${onLeave} on leave`
  return kind === 'custom' ? 'for a whole week or month only' : 'quotas are by month'
}

const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** '2 corrections, 11 flagged, 1 both': parts that add up to the patrols. */
export function reviewWords({ corrections, flagged, patrols }: PatrolOverview['review']): string {
  const both = Math.max(0, corrections + flagged - patrols)
  const words = [
    corrections > both && counted(corrections - both, 'correction'),
    flagged > both && `${(flagged - both).toLocaleString('en')} flagged`,
    both > 0 && `${both.toLocaleString('en')} both`,
  ].filter(Boolean)
  return words.length === 0 ? 'nothing to review' : words.join(', ')
}
