import { Textarea } from '@mantine/core'
import { SUPPORT_REASON_LENGTH, trimmed, type SupportTicket } from '@tenfour/contract'
import { z } from 'zod'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import classes from '../../../ui/FormLayout.module.css'
import { closeTicket, keepTicket, refreshLists, refreshTicket, type Side } from './support.queries.ts'

const Form = z.object({ reason: trimmed(SUPPORT_REASON_LENGTH) })

type CloseDialogProps = { side: Side; ticket: SupportTicket; onDone: () => void; onClose: () => void }

export function CloseDialog({ side, ticket, onDone, onClose }: CloseDialogProps) {
  const form = useZodForm(Form, { reason: '' })
  const save = async ({ reason }: { reason: string }) => {
    try {
      keepTicket(side, await closeTicket(side, ticket, reason))
    } catch (error) {
      // The ticket behind the dialog may have changed.
      await refreshTicket(ticket.ticketId)
      throw error
    }
    notify.success('The ticket is closed')
    onClose()
    onDone()
    await refreshLists()
  }
  return (
    <FormModal title={`Close ticket ${ticket.ticketId}`} onClose={onClose} isDirty={form.isDirty()}>
      <form className={classes.form} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <p className={classes.text}>The thread in Discord is locked. The messages stay readable here.</p>
        <Textarea
          label="Reason"
          description={side === 'staff' ? 'Shown to the member who opened the ticket.' : undefined}
          data-autofocus
          autosize
          minRows={2}
          maxRows={6}
          maxLength={SUPPORT_REASON_LENGTH}
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel="Close ticket" isSubmitting={form.submitting} onCancel={onClose} />
      </form>
    </FormModal>
  )
}
