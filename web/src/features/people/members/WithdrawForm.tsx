import { Textarea } from '@mantine/core'
import { withdrawMark, type Mark } from '@tenfour/contract'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import classes from './Members.module.css'
import { refreshMembers } from './members.queries.ts'
import { Stack } from '../../../ui/layout.tsx'
import { FormButtons } from '../../../ui/FormButtons.tsx'

const Withdrawal = z.object({ reason: z.string().trim().min(1, 'Enter a reason').max(500, 'At most 500 characters') })

type WithdrawFormProps = { userId: number; mark: Mark; onClose: () => void }

export function WithdrawForm({ userId, mark: { markId, kind, text }, onClose }: WithdrawFormProps) {
  const form = useZodForm(Withdrawal, { reason: '' })
  const withdraw = async (body: z.infer<typeof Withdrawal>) => {
    await call(withdrawMark, { params: { userId, markId }, body })
    notify.success(`The ${kind} is withdrawn`)
    onClose()
    await refreshMembers()
  }
  return (
    <FormModal title={`Withdraw this ${kind}`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(withdraw)}>
        <FormError error={form.failure} />
        <blockquote className={classes.quote}>{text}</blockquote>
        <Textarea
          label="Reason"
          description="It stays on record as withdrawn, with this reason."
          withAsterisk
          data-autofocus
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel="Withdraw" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
