import { Textarea } from '@mantine/core'
import { Reason } from '@tenfour/contract'
import { z } from 'zod'
import { useZodForm } from './form.ts'
import { FormButtons } from './FormButtons.tsx'
import { FormError } from './FormError.tsx'
import { FormModal } from './FormModal.tsx'
import classes from './FormLayout.module.css'

const ReasonForm = z.object({ reason: Reason })

type ReasonDialogProps = {
  title: string
  /** The consequence or the subject, above the field. */
  text?: string
  description?: string
  submitLabel: string
  danger?: boolean
  onSubmit: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks why, for what can't be done without saying so. */
export function ReasonDialog({ title, text, description, submitLabel, danger = false, onSubmit, onClose }: ReasonDialogProps) {
  const form = useZodForm(ReasonForm, { reason: '' })
  return (
    <FormModal title={title} onClose={onClose} isDirty={form.isDirty()}>
      <form className={classes.form} noValidate onSubmit={form.submit(({ reason }) => onSubmit(reason))}>
        <FormError error={form.failure} />
        {text && <p className={classes.text}>{text}</p>}
        <Textarea
          label="Reason"
          description={description}
          withAsterisk
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel={submitLabel} danger={danger} isSubmitting={form.submitting} onCancel={onClose} />
      </form>
    </FormModal>
  )
}
