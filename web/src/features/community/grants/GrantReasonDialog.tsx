import { Textarea } from '@mantine/core'
import { GrantReason } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import classes from '../../../ui/FormLayout.module.css'
import { FormModal } from '../../../ui/FormModal.tsx'

type GrantReasonDialogProps = {
  title: string
  text: string
  submitLabel: string
  /** A preview of the changes. */
  children?: ReactNode
  onSubmit: (reason: string) => Promise<void>
  onClose: () => void
}

/** For a step that takes something away; the reason is optional, and told to the people it concerns. */
export function GrantReasonDialog({ title, text, submitLabel, children, onSubmit, onClose }: GrantReasonDialogProps) {
  const form = useZodForm(GrantReason, { reason: '' })
  return (
    <FormModal title={title} onClose={onClose} isDirty={form.isDirty()}>
      <form className={classes.form} noValidate onSubmit={form.submit(({ reason }) => onSubmit(reason))}>
        <FormError error={form.failure} />
        <p className={classes.text}>{text}</p>
        {children}
        <Textarea
          label="Reason"
          description="Optional. They will read it."
          data-autofocus
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel={submitLabel} danger isSubmitting={form.submitting} onCancel={onClose} />
      </form>
    </FormModal>
  )
}
