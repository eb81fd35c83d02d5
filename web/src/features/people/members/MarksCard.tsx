import { Button } from '@mantine/core'
import type { Mark, Member } from '@tenfour/contract'
import { IconAlertTriangle, IconAward } from '@tabler/icons-react'
import { useState } from 'react'
import { communityDate } from '../../../platform/calendar/calendar.ts'
import { dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { MarkForm } from './MarkForm.tsx'
import classes from './MemberPage.module.css'
import { markState } from './standing.ts'
import { WithdrawForm } from './WithdrawForm.tsx'
import { Stack, Row } from '../../../ui/layout.tsx'

export function MarksCard({ member, now }: { member: Member; now: Date }) {
  const [isAdding, setAdding] = useState(false)
  const [withdrawn, setWithdrawn] = useState<Mark | null>(null)
  return (
    <Card
      title="Commendations and warnings"
      aside={member.warningPoints ? `${member.warningPoints} points in force` : undefined}
      link={
        <Button variant="default" size="xs" onClick={() => setAdding(true)}>
          Commend or warn
        </Button>
      }
    >
      {member.marks.length === 0 ? (
        <CardNote>No commendations or warnings.</CardNote>
      ) : (
        <Stack as="ul" gap={0} className={classes.entries}>
          {member.marks.map((mark) => (
            <MarkEntry key={mark.markId} mark={mark} now={now} onWithdraw={() => setWithdrawn(mark)} />
          ))}
        </Stack>
      )}
      {isAdding && <MarkForm userId={member.userId} name={member.name} onClose={() => setAdding(false)} />}
      {withdrawn && <WithdrawForm userId={member.userId} mark={withdrawn} onClose={() => setWithdrawn(null)} />}
    </Card>
  )
}

function MarkEntry({ mark, now, onWithdraw }: { mark: Mark; now: Date; onWithdraw: () => void }) {
  const state = markState(mark, now)
  const isWarning = mark.kind === 'warning'
  const KindIcon = isWarning ? IconAlertTriangle : IconAward
  return (
    <li className={classes.mark} data-past={state !== 'in force' || undefined} data-kind={mark.kind}>
      <KindIcon size={20} stroke={1.7} aria-hidden />
      <div>
        <Row as="p" gap="2px 10px" className={classes.markHead}>
          <strong>{isWarning ? 'Warning' : 'Commendation'}</strong>
          {mark.points > 0 && <span className="mono">{mark.points === 1 ? '1 point' : `${mark.points} points`}</span>}
          {state === 'withdrawn' && (
            <StatusBadge tone="off" variant="soft">
              Withdrawn
            </StatusBadge>
          )}
          {state === 'expired' && (
            <StatusBadge tone="off" variant="soft">
              Expired
            </StatusBadge>
          )}
        </Row>
        <p className={classes.words}>
          <LinkedText text={mark.text} />
        </p>
        <p className={classes.by}>
          {mark.author.name}, <span title={dateTime(mark.createdAt)}>{relativeTime(mark.createdAt, now)}</span>
          {mark.expiresAt && (
            <span>
              , {state === 'in force' ? 'until' : 'was until'} {communityDate(mark.expiresAt)}
            </span>
          )}
          {state === 'in force' && (
            <Button variant="subtle" size="compact-xs" onClick={onWithdraw}>
              Withdraw<span className="visually-hidden"> this {mark.kind}</span>
            </Button>
          )}
        </p>
        {mark.withdrawn && (
          <p className={classes.by}>
            Withdrawn by {mark.withdrawn.by.name}, {relativeTime(mark.withdrawn.at, now)}: {mark.withdrawn.reason}
          </p>
        )}
      </div>
    </li>
  )
}
