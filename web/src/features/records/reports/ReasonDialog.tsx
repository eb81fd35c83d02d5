import { Button, Textarea } from '@mantine/core'
import { z } from 'zod'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import classes from './Reports.module.css'

type ReasonDialogProps = {
  title: string
  subject: string
  label: string
  confirmLabel: string
  onSave: (reason: string) => Promise<unknown>
  onClose: () => void
}

const Input = z.object({ reason: z.string().trim().min(1, 'Say why').max(500, 'At most 500 characters') })

/** Asks for a remark or a reason, and does it. */
export function ReasonDialog({ title, subject, label, confirmLabel, onSave, onClose }: ReasonDialogProps) {
  const form = useZodForm(Input, { reason: '' })
  const save = async ({ reason }: z.output<typeof Input>) => {
    await onSave(reason)
    onClose()
  }
  return (
    <FormModal title={title} onClose={onClose} isDirty={form.isDirty()}>
      <form className={classes.dialog} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <p className={classes.subject}>{subject}</p>
        <Textarea label={label} withAsterisk autosize minRows={2} maxRows={6} data-autofocus {...form.getInputProps('reason')} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            {confirmLabel}
          </Button>
        </div>
      </form>
    </FormModal>
  )
}
