import { Text } from '@mantine/core'
import type { Report } from '@tenfour/contract'
import { Card } from '../../../../ui/Card.tsx'
import { When } from '../../../../ui/Facts.tsx'
import classes from './ReportPage.module.css'
import { Stack } from '../../../../ui/layout.tsx'

/** What happened to the report, newest first, with remarks and reasons. */
export function HistoryCard({ report: { history }, now }: { report: Report; now: Date }) {
  if (history.length === 0) return null
  return (
    <Card title="History">
      <Stack as="ol" gap={0} reversed>
        {history.map(({ eventId, title, text, reason, by, at }) => (
          <li key={eventId} className={classes.event}>
            <Text component="h3" fw={600}>
              {title}
            </Text>
            {text && (
              <Text component="p" size="sm" className="anywhere">
                {text}
              </Text>
            )}
            {reason && <p className={classes.reason}>{reason}</p>}
            <Text component="p" size="sm" c="dimmed" className="anywhere">
              {by && `${by.identifier} ${by.name}`.trim()}
              {by && ' · '}
              <When at={at} now={now} />
            </Text>
          </li>
        ))}
      </Stack>
    </Card>
  )
}
