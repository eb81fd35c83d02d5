import { Button, Text } from '@mantine/core'
import { besideRow } from '../../../../ui/focus-beside.ts'
import { Row, Stack } from '../../../../ui/layout.tsx'
import type { PastAlert } from './alert-history.ts'
import { labelOf, type Alert } from './alerts.ts'
import { PastAlerts } from './PastAlerts.tsx'
import classes from './AlertStrip.module.css'

type AlertMenuProps = {
  alerts: readonly Alert[]
  history: readonly PastAlert[]
  onOpen: (callId: number) => void
  onClose: () => void
}

/** Every alert in full, each with what can be done about it, and the earlier ones. */
export function AlertMenu({ alerts, history, onOpen, onClose }: AlertMenuProps) {
  const open = (callId: number) => {
    onClose()
    onOpen(callId)
  }
  const alarms = alerts.filter(({ kind }) => kind === 'panic' || kind === '911')
  return (
    <Stack gap={12} className={classes.menu}>
      {alerts.length > 0 && (
        <Stack as="ul" gap={10} aria-label="Alerts">
          {alerts.map((alert) => (
            <AlertItem key={alert.id} alert={alert} onOpen={open} />
          ))}
        </Stack>
      )}
      {alarms.length > 1 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            onClose()
            for (const alarm of alarms) alarm.answer()
          }}
        >
          Acknowledge all {alarms.length} alarms
        </Button>
      )}
      {history.length > 0 && <PastAlerts history={history} />}
    </Stack>
  )
}

function AlertItem({ alert, onOpen }: { alert: Alert; onOpen: (callId: number) => void }) {
  const { kind, number, headline, details, callId, answerLabel, isAnswering, answer } = alert
  return (
    <li className={classes.item} data-kind={kind}>
      <strong>
        <span className={classes.kind}>{labelOf({ kind, number })}</span> {headline}
      </strong>
      <Text size="sm" c="dimmed">
        {details}
      </Text>
      <Row gap={6}>
        {callId !== null && (
          <Button size="compact-sm" variant="default" onClick={() => onOpen(callId)}>
            Open call {callId}
          </Button>
        )}
        <Button
          size="compact-sm"
          loading={isAnswering}
          onClick={({ currentTarget }) => {
            const moveFocus = besideRow(currentTarget.closest('li'), currentTarget.closest<HTMLElement>('[role="dialog"]'))
            answer()
            requestAnimationFrame(moveFocus)
          }}
        >
          {answerLabel}
        </Button>
      </Row>
    </li>
  )
}
