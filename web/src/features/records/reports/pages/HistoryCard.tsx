import type { Report } from '@tenfour/contract'
import { Card } from '../../../../ui/Card.tsx'
import { When } from '../../../../ui/Facts.tsx'
import classes from './ReportPage.module.css'

/** What happened to the report, newest first, with remarks and reasons. */
export function HistoryCard({ report: { history }, now }: { report: Report; now: Date }) {
  if (history.length === 0) return null
  return (
    <Card title="History">
      <ol className={classes.events} reversed>
        {history.map(({ eventId, title, text, reason, by, at }) => (
          <li key={eventId} className={classes.event}>
            <h3 className={classes.eventTitle}>{title}</h3>
            {text && <p className={classes.eventText}>{text}</p>}
            {reason && <p className={classes.reason}>{reason}</p>}
            <p className={classes.eventBy}>
              {by && `${by.identifier} ${by.name}`.trim()}
              {by && ' · '}
              <When at={at} now={now} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
