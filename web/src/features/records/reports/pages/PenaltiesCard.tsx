import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { finesSwitch, type Report } from '@tenfour/contract'
import { useIsOn } from '../../../../platform/features/features.ts'
import { dateTime } from '../../../../platform/format/dates.ts'
import { heldDepartments } from '../../../../platform/session/held-departments.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../../ui/Card.tsx'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { DECISION_WORDS, FINE_TONES, FINE_WORDS, isJailed, jailSentence } from '../view/report.labels.ts'
import { money } from '../../../../platform/format/text.ts'
import { ConfirmFineButtons } from './ConfirmFine.tsx'
import { DecideFineButton } from './FineDialog.tsx'
import { ReleaseButton } from './JailTab.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { When } from '../../../../ui/Facts.tsx'
import classes from './ReportPage.module.css'

/** The penalties of a report, and their outcome. */
export function PenaltiesCard({ report, now }: { report: Report; now: Date }) {
  const user = useSignedInUser()
  const hasFines = useIsOn(finesSwitch)
  const { fineState, jail, points, state, number, departmentId, may } = report
  const fine = hasFines ? fineState : null
  const isApprover = heldDepartments(user, 'approveReports').some((each) => each.departmentId === departmentId)
  const hasPoints = points > 0 && state === 'final'
  if (!fine && !jail && !hasPoints) return null
  return (
    <Card title="Penalties">
      {fine && (
        <Penalty title="Fine">
          <p>
            <strong>{money(fine.amount)}</strong>{' '}
            {fine.amount !== fine.originalAmount && <span className="muted">of {money(fine.originalAmount)} </span>}
            <StatusBadge tone={FINE_TONES[fine.state]}>{FINE_WORDS[fine.state]}</StatusBadge>
          </p>
          {fine.paidAt && <p className="muted">Paid {dateTime(fine.paidAt)}</p>}
          {fine.reportedAt && <p className="muted">Its owner reported it as paid, {dateTime(fine.reportedAt)}</p>}
          {may.confirmFine && <ConfirmFineButtons fine={fine} number={number} onDecided={() => document.getElementById('main')?.focus()} />}
          {fine.contestReason && <p className={classes.reason}>Contested: {fine.contestReason}</p>}
          {fine.decision && (
            <p className={classes.reason}>
              {DECISION_WORDS[fine.decision]}: {fine.decisionReason}
            </p>
          )}
          {may.decideFine && <DecideFineButton fine={fine} number={number} onDecided={() => document.getElementById('main')?.focus()} />}
        </Penalty>
      )}
      {jail && (
        <Penalty title="Jail">
          <p>{jailSentence(jail, now)}</p>
          {jail.released?.reason && <p className={classes.reason}>{jail.released.reason}</p>}
          {isApprover && isJailed(jail, now) && <ReleaseButton term={jail} onReleased={() => document.getElementById('main')?.focus()} />}
        </Penalty>
      )}
      {hasPoints && (
        <Penalty title="Points">
          <p>{points}</p>
        </Penalty>
      )}
    </Card>
  )
}

const Penalty = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={6} align="start" className={classes.penalty}>
    <Text component="h3" size="xs" c="dimmed" fw={550}>
      {title}
    </Text>
    {children}
  </Stack>
)

/** The history of a report, newest first, with remarks and reasons. */
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
