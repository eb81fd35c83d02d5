import { Button, Textarea } from '@mantine/core'
import { addLeave, endLeave, LeaveInput, leaveSwitch, type Leave, type Member } from '@tenfour/contract'
import { useState } from 'react'
import { DateField } from '../../../ui/DateField.tsx'
import { call } from '../../../platform/api/client.ts'
import { communityToday } from '../../../platform/calendar/calendar.ts'
import { useIsOn } from '../../../platform/features/features.ts'
import { dateOnly } from '../../../platform/format/dates.ts'
import { reportError } from '../../../platform/errors/report.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { StatusBadge, type StatusTone } from '../../../ui/StatusBadge.tsx'
import type { Changes } from '../users/users.port.ts'
import classes from './MemberPage.module.css'
import { refreshMembers } from './members.queries.ts'
import { leaveState, type LeaveState } from './standing.ts'
import { Columns, Row, Stack } from '../../../ui/layout.tsx'
import { FormButtons } from '../../../ui/FormButtons.tsx'

export function LeavesCard({ member, now, changes }: { member: Member; now: Date; changes: Changes }) {
  const [isAdding, setAdding] = useState(false)
  const today = communityToday(now)
  const isOn = useIsOn(leaveSwitch)
  if (!isOn && member.leaves.length === 0) return null
  return (
    <Card
      title="Leave of absence"
      link={
        isOn && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            Add leave
          </Button>
        )
      }
    >
      {member.leaves.length === 0 ? (
        <CardNote>No leave on record.</CardNote>
      ) : (
        <Stack as="ul" gap={0} className={classes.entries}>
          {member.leaves.map((leave) => (
            <LeaveEntry key={leave.leaveId} userId={member.userId} leave={leave} state={leaveState(leave, today)} changes={changes} />
          ))}
        </Stack>
      )}
      {isAdding && <LeaveForm userId={member.userId} today={today} changes={changes} onClose={() => setAdding(false)} />}
    </Card>
  )
}

const STATES: Readonly<Record<LeaveState, { tone: StatusTone; word: string }>> = {
  current: { tone: 'warning', word: 'Now' },
  upcoming: { tone: 'info', word: 'To come' },
  past: { tone: 'off', word: 'Over' },
  ended: { tone: 'off', word: 'Ended early' },
}

type LeaveEntryProps = { userId: number; leave: Leave; state: LeaveState; changes: Changes }

function LeaveEntry({ userId, leave, state, changes }: LeaveEntryProps) {
  const isOn = useIsOn(leaveSwitch)
  const isOpen = isOn && (state === 'current' || state === 'upcoming')
  return (
    <li data-past={!isOpen || undefined} data-current={state === 'current' || undefined}>
      <Row as="p" gap="2px 10px" className={classes.markHead}>
        <strong>
          {dateOnly(leave.startsOn)} – {dateOnly(leave.endsOn)}
        </strong>
        <StatusBadge tone={STATES[state].tone} variant="soft">
          {STATES[state].word}
        </StatusBadge>
      </Row>
      <p className={classes.words}>{leave.reason}</p>
      <p className={classes.by}>
        {leave.author.name}
        {isOpen && (
          <Button variant="subtle" size="compact-xs" onClick={() => void askToEnd(userId, leave, state, changes)}>
            {state === 'current' ? 'End now' : 'Cancel it'}
          </Button>
        )}
      </p>
    </li>
  )
}

async function askToEnd(userId: number, { leaveId, startsOn, endsOn }: Leave, state: LeaveState, changes: Changes): Promise<void> {
  const isSure = await confirm({
    title: state === 'current' ? 'End this leave now?' : 'Cancel this leave?',
    subject: `${dateOnly(startsOn)} – ${dateOnly(endsOn)}`,
    // A leave that has not begun has had no effects yet.
    ...(state === 'current' && { body: changes({ userId, leave: { endedId: leaveId } }) }),
    confirmLabel: state === 'current' ? 'End leave' : 'Cancel leave',
    cancelLabel: 'Keep it',
    danger: true,
  })
  if (!isSure) return
  try {
    await call(endLeave, { params: { userId, leaveId } })
  } catch (error) {
    reportError(error)
  }
  await refreshMembers()
}

type LeaveFormProps = { userId: number; today: string; changes: Changes; onClose: () => void }

function LeaveForm({ userId, today, changes, onClose }: LeaveFormProps) {
  const form = useZodForm(LeaveInput, { startsOn: today, endsOn: '', reason: '' })
  const days = LeaveInput.safeParse({ ...form.getValues(), reason: 'not asked yet' }).data
  const save = async (body: LeaveInput) => {
    await call(addLeave, { params: { userId }, body })
    notify.success('The leave is recorded')
    onClose()
    await refreshMembers()
  }
  return (
    <FormModal title="Add leave of absence" onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Columns gap={14} align="start" stackBelow="36em">
          <DateField label="First day" withAsterisk {...form.getInputProps('startsOn')} />
          <DateField label="Last day" withAsterisk min={form.getValues().startsOn} {...form.getInputProps('endsOn')} />
        </Columns>
        {days && changes({ userId, leave: { startsOn: days.startsOn, endsOn: days.endsOn } })}
        <Textarea label="Reason" withAsterisk autosize minRows={2} maxRows={6} {...form.getInputProps('reason')} />
        <FormButtons submitLabel="Add leave" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
