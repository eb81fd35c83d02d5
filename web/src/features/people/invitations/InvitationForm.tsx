import { Button, Checkbox, NumberInput, TextInput } from '@mantine/core'
import { INVITATION_MAX_DAYS, INVITATION_MAX_PLACES, InvitationInput } from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { fromLocalField, toLocalField } from '../../../platform/format/local-times.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { Columns, Row, Stack } from '../../../ui/layout.tsx'
import { DepartmentSelect, RankSelect } from '../departments/departments.port.ts'
import { makeInvitation, type IssuedInvitation } from './invitations.queries.ts'

/** The expiry is text, as its field has it. */
const Form = z.object({
  ...InvitationInput.shape,
  expiresAt: z.string().refine((text) => fromLocalField(text) !== null, 'Choose until when the invitation can be used'),
})

const DAYS = 7
/** In a week, on the hour. */
function inAWeek(): string {
  const date = new Date()
  date.setDate(date.getDate() + DAYS)
  date.setMinutes(0, 0, 0)
  return toLocalField(date.toISOString())
}

type InvitationFormProps = { takesFocus: boolean; onIssued: (issued: IssuedInvitation) => void }

export function InvitationForm({ takesFocus, onIssued }: InvitationFormProps) {
  const [start] = useState(() => ({ departmentId: null, rankId: null, whitelists: [], places: 1, expiresAt: inAWeek(), note: '' }))
  const form = useZodForm(Form, start)
  const [isDone, setDone] = useState(false)
  useLeaveQuestion(isDone ? 0 : form.changedFields().length)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) element.current?.querySelector('input')?.focus()
  }, [takesFocus])

  const { departmentId = null, rankId = null } = form.getValues()
  const submit = async ({ expiresAt, ...values }: z.output<typeof Form>) => {
    const issued = await makeInvitation({ ...values, expiresAt: fromLocalField(expiresAt) ?? expiresAt })
    setDone(true)
    onIssued(issued)
  }

  return (
    <Stack as="form" ref={element} noValidate aria-label="New invitation" onSubmit={form.submit(submit)}>
      <FormError error={form.failure} />
      <Columns gap="14px 16px" align="start" stackBelow="48em">
        <DepartmentSelect
          showAll
          required={false}
          value={departmentId}
          onChange={({ value }) => form.setValues({ departmentId: value, rankId: null })}
          error={form.errors['departmentId']}
        />
        <RankSelect
          departmentId={departmentId}
          value={rankId}
          required={false}
          includeReserves
          onChange={({ value }) => form.setFieldValue('rankId', value)}
          error={form.errors['rankId']}
        />
        <NumberInput
          label="For how many people"
          description={`1 to ${INVITATION_MAX_PLACES}`}
          min={1}
          max={INVITATION_MAX_PLACES}
          allowDecimal={false}
          {...form.getInputProps('places')}
        />
        <DateField
          type="datetime-local"
          label="Until"
          description={`At most ${INVITATION_MAX_DAYS} days from now`}
          {...form.getInputProps('expiresAt')}
        />
        <Checkbox.Group
          label="Whitelist"
          description="In addition to what the rank gives. Members need a Steam hex for it."
          {...form.getInputProps('whitelists')}
        >
          <Row gap="8px 20px" style={{ marginTop: 8 }}>
            <Checkbox value="prod" label="Game servers" />
            <Checkbox value="dev" label="Development servers" />
          </Row>
        </Checkbox.Group>
        <TextInput
          label="Note"
          description="For this list, such as where you post it"
          autoComplete="off"
          maxLength={100}
          {...form.getInputProps('note')}
        />
      </Columns>
      <div>
        <Button type="submit" loading={form.submitting}>
          Create link
        </Button>
      </div>
    </Stack>
  )
}
