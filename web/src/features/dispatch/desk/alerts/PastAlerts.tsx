import { Text } from '@mantine/core'
import { timeSince } from '../../../../platform/format/dates.ts'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { labelOf } from './alerts.ts'
import type { PastAlert } from './alert-history.ts'
import classes from './AlertStrip.module.css'

const OUTCOMES: Readonly<Record<PastAlert['outcome'], string>> = {
  acknowledged: 'acknowledged',
  answered: 'answered',
  dismissed: 'dismissed',
  faded: 'not dismissed',
}

/** The alerts that were acknowledged or faded in this tab, newest first. */
export function PastAlerts({ history }: { history: readonly PastAlert[] }) {
  return (
    <Stack gap={8}>
      <Text component="h2" size="sm" fw={620}>
        Earlier alerts
      </Text>
      <Stack as="ul" gap={6} aria-label="Earlier alerts">
        {history.map(({ id, kind, number, headline, details, at, outcome }) => (
          <li key={id} className={classes.past}>
            <Row gap="0 8px" align="baseline" nowrap>
              <time className="mono" dateTime={at}>
                {timeSince(at)}
              </time>
              <span className={classes.pastWords}>
                <b>{labelOf({ kind, number })}</b> {headline}
                <span className="muted">
                  {' '}
                  · {details} · {OUTCOMES[outcome]}
                </span>
              </span>
            </Row>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
