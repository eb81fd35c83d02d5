import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { dateOnly, dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { besideRow } from '../../../ui/focus-beside.ts'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { StatusBadge, type StatusTone } from '../../../ui/StatusBadge.tsx'
import type { Changes } from '../users/users.port.ts'
import classes from './Leaves.module.css'
import { decideRequest, refreshRequests, type RequestToDecide } from './leave-requests.queries.ts'
import { Row, Stack } from '../../../ui/layout.tsx'

const DAY_MS = 86_400_000

/** '1 day', '12 days': first and last day included. */
function leaveLength(startsOn: string, endsOn: string): string {
  const days = Math.round((Date.parse(endsOn) - Date.parse(startsOn)) / DAY_MS) + 1
  return days === 1 ? '1 day' : `${days.toLocaleString('en')} days`
}

const STATES: Readonly<Record<RequestToDecide['state'], { tone: StatusTone; words: string }>> = {
  asked: { tone: 'info', words: 'Waiting' },
  granted: { tone: 'success', words: 'Granted' },
  declined: { tone: 'danger', words: 'Declined' },
  withdrawn: { tone: 'off', words: 'Withdrawn' },
}

type LeaveRequestRowProps = { request: RequestToDecide; linksMembers: boolean; changes: Changes }

/** A request with its two answers, or with what was decided. Nobody decides on their own. */
export function LeaveRequestRow({ request, linksMembers, changes }: LeaveRequestRowProps) {
  const { member, startsOn, endsOn, reason, state, askedAt, decided, departments } = request
  const now = useNow()
  const row = useRef<HTMLLIElement>(null)
  return (
    <li ref={row} className={classes.row}>
      <div className={classes.what}>
        <Row as="p" gap="2px 12px" align="baseline" className={`${classes.head} anywhere`}>
          <strong>
            {linksMembers ? (
              <Link to="/staff/members/$userId" params={{ userId: String(member.userId) }}>
                {member.name}
              </Link>
            ) : (
              member.name
            )}
          </strong>
          <span>
            {dateOnly(startsOn)} – {dateOnly(endsOn)}, {leaveLength(startsOn, endsOn)}
          </span>
          {state !== 'asked' && (
            <StatusBadge tone={STATES[state].tone} variant="soft">
              {STATES[state].words}
            </StatusBadge>
          )}
        </Row>
        <p className={classes.reason}>{reason}</p>
        <Text c="dimmed" size="sm" className="anywhere">
          {departments.join(', ')}
          {departments.length > 0 && ' · '}
          <span title={dateTime(askedAt)}>requested {relativeTime(askedAt, now)}</span>
          {decided && ` · ${decided.by.name}, ${dateTime(decided.at)}`}
          {decided?.note && `: ${decided.note}`}
        </Text>
      </div>
      {state === 'asked' && <Answers request={request} changes={changes} settled={() => besideRow(row.current)} />}
    </li>
  )
}

type AnswersProps = { request: RequestToDecide; changes: Changes; settled: () => () => void }

function Answers({ request: { requestId, member, startsOn, endsOn }, changes, settled }: AnswersProps) {
  const { userId } = useSignedInUser()
  const [isDeclining, setDeclining] = useState(false)
  const finish = async (words: string) => {
    notify.success(`Leave of ${member.name}: ${words}`)
    const focusNext = settled()
    await refreshRequests()
    focusNext()
  }
  const grant = async () => {
    const opener = document.activeElement
    const isSure = await confirm({
      title: `Grant the leave of ${member.name}?`,
      body: (
        <Stack gap={10}>
          <Text inherit>
            {dateOnly(startsOn)} – {dateOnly(endsOn)}, {leaveLength(startsOn, endsOn)}
          </Text>
          {changes({ userId: member.userId, leave: { startsOn, endsOn } })}
        </Stack>
      ),
      confirmLabel: 'Grant leave',
    })
    if (!isSure) return
    const focusNext = settled()
    try {
      await decideRequest(requestId, true, '')
      await finish('granted')
    } catch (error) {
      reportError(error, `The leave of ${member.name} was not granted`)
      await refreshRequests().catch(reportError)
      // Drawn by then: if someone else has decided, the row is gone with its buttons.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
        else focusNext()
      })
    }
  }
  const decline = async (note: string) => {
    await decideRequest(requestId, false, note)
    setDeclining(false)
    await finish('declined')
  }
  if (member.userId === userId)
    return (
      <Text c="dimmed" size="sm" className="anywhere">
        Your own: someone else decides on it
      </Text>
    )
  return (
    <Row as="span" nowrap>
      <ActionButton size="xs" action={grant}>
        Grant<span className="visually-hidden"> leave of {member.name}</span>
      </ActionButton>
      <Button size="xs" variant="default" onClick={() => setDeclining(true)}>
        Decline<span className="visually-hidden"> leave of {member.name}</span>
      </Button>
      {isDeclining && (
        <ReasonDialog
          title={`Decline the leave of ${member.name}`}
          description="The member sees it"
          submitLabel="Decline"
          danger
          onSubmit={decline}
          onClose={() => setDeclining(false)}
        />
      )}
    </Row>
  )
}
