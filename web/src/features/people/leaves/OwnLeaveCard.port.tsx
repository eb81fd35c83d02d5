import { Button } from '@mantine/core'
import { leaveSwitch, quotasSwitch, withdrawLeave } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { useToday } from '../../../platform/calendar/calendar.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { useIsOn } from '../../../platform/features/features.ts'
import { dateOnly } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { AskLeaveDialog, ownLeavesQuery, refreshLeaves } from './AskLeaveDialog.tsx'
import classes from './OwnLeaveCard.module.css'
import { ownLeaves, type OwnLeave } from './own-leaves.ts'
import { Row, Stack } from '../../../ui/layout.tsx'

/** Besides those that are open. */
const SHOWN_PAST = 2

/** The member's own leave, and what they asked for. */
export const OwnLeaveCard = () => useIsOn(leaveSwitch) && <LeaveCard />

function LeaveCard() {
  const today = useToday()
  const own = useQuery(ownLeavesQuery)
  const areQuotasOn = useIsOn(quotasSwitch)
  const [isAsking, setAsking] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  const ask = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const all = own.data && ownLeaves(own.data, today)
  const open = all?.filter(({ isOpen }) => isOpen).length ?? 0
  const shown = showsAll ? all : all?.slice(0, open + SHOWN_PAST)
  const withdraw = async (requestId: number) => {
    try {
      await call(withdrawLeave, { params: { requestId }, body: {} })
      notify.success('The request is withdrawn')
    } catch (error) {
      reportError(error)
    }
    await refreshLeaves()
    // The button is gone.
    ask.current?.focus()
  }
  const showAll = () => {
    setShowsAll(true)
    // The button goes.
    list.current?.focus()
  }
  return (
    <Card
      title="Leave"
      link={
        <Button ref={ask} variant="default" size="xs" onClick={() => setAsking(true)}>
          Request leave
        </Button>
      }
    >
      {shown?.length === 0 && <CardNote>No leave on record.{areQuotasOn && ' Days of leave lower your quota.'}</CardNote>}
      {shown && shown.length > 0 && (
        <Stack as="ul" gap={10} ref={list} tabIndex={-1} className={classes.list} aria-label="Leave">
          {shown.map((leave) => (
            <LeaveEntry key={leave.key} leave={leave} onWithdraw={withdraw} />
          ))}
        </Stack>
      )}
      {all && shown && shown.length < all.length && (
        <Button variant="subtle" size="compact-sm" onClick={showAll}>
          Show all {all.length}
        </Button>
      )}
      {!all && (own.isError ? <CardError what="Your leave" onRetry={own.refetch} /> : <CardLoading rows={3} />)}
      {isAsking && <AskLeaveDialog today={today} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function LeaveEntry({ leave, onWithdraw }: { leave: OwnLeave; onWithdraw: (requestId: number) => Promise<void> }) {
  const { startsOn, endsOn, reason, tone, words, decision, isOpen, requestId } = leave
  return (
    <li data-past={!isOpen || undefined}>
      <Row as="p" gap="2px 8px">
        <strong>{startsOn === endsOn ? dateOnly(startsOn) : `${dateOnly(startsOn)} – ${dateOnly(endsOn)}`}</strong>
        <StatusBadge tone={tone} variant="soft">
          {words}
        </StatusBadge>
      </Row>
      <Row justify="space-between" align="start">
        <p className={classes.reason}>{reason}</p>
        {requestId !== null && (
          <ActionButton variant="subtle" size="compact-xs" action={() => onWithdraw(requestId)}>
            Withdraw
          </ActionButton>
        )}
      </Row>
      {decision !== '' && <p className="muted">{decision}</p>}
    </li>
  )
}
