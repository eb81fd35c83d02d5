import { Button } from '@mantine/core'
import { EmailAddress, Password, UserName, type RegistrationForm } from '@tenfour/contract'
import { useMemo } from 'react'
import { z } from 'zod'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { useLeaveQuestion } from '../../../../platform/leave/useLeaveQuestion.ts'
import { applicantToken } from '../../../../platform/session/applicant-token.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { FieldInputs } from '../../../records/fields/FieldInputs.port.tsx'
import { draftOf, fieldsForm } from '../../../records/fields/fields.port.ts'
import { AccountFields } from '../AccountFields.port.tsx'
import { ConductField, hasAccepted } from '../links/NewMemberFields.tsx'
import { LOGIN_PANEL } from '../LoginFrame.port.tsx'
import { apply } from './register.queries.ts'

const applyForm = ({ questions, conduct }: RegistrationForm) =>
  z.object({
    name: UserName,
    emailAddress: EmailAddress,
    password: Password,
    fields: fieldsForm(questions),
    conduct: hasAccepted(conduct),
  })

type ApplyFormProps = {
  form: RegistrationForm
  onApplied: () => void
  /** The questions or the code of conduct have changed since the page was opened. */
  onStale: () => Promise<unknown>
}

export function ApplyForm({ form: { questions, conduct, communityName }, form: asked, onApplied, onStale }: ApplyFormProps) {
  const schema = useMemo(() => applyForm(asked), [asked])
  const form = useZodForm(schema, { name: '', emailAddress: '', password: '', fields: draftOf(questions, {}), conduct: false })
  useLeaveQuestion(applicantToken.get() === null ? form.changedFields().length : 0)

  const submit = async (values: z.output<typeof schema>) => {
    try {
      await apply({ ...values, conduct: conduct?.number ?? null })
      onApplied()
    } catch (error) {
      if (error instanceof ApiError && error.field === 'conduct') {
        await onStale()
        form.setFieldValue('conduct', false)
      }
      throw error
    }
  }

  return (
    <form className={LOGIN_PANEL} noValidate aria-label="Apply for an account" onSubmit={form.submit(submit)}>
      <FormError error={form.failure} />
      <AccountFields inputProps={form.getInputProps} />
      <FieldInputs
        fields={questions}
        values={form.getValues().fields}
        errors={form.errors}
        size="md"
        onChange={(fieldId, value) => form.setFieldValue(`fields.${fieldId}`, value)}
      />
      {conduct && <ConductField text={conduct.text} {...form.getInputProps('conduct', { type: 'checkbox' })} />}
      <Button type="submit" size="md" fullWidth loading={form.submitting}>
        Apply to {communityName}
      </Button>
    </form>
  )
}
