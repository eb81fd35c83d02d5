import { Text, Textarea } from '@mantine/core'
import { contestFine, type OwnFine } from '@tenfour/contract'
import { bodyOf } from '../../../platform/api/body-of.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { money } from './fine.labels.ts'
import { contest } from './fines.actions.ts'
import { Stack } from '../../../ui/layout.tsx'

const ContestForm = bodyOf(contestFine).pick({ reason: true })

export function ContestDialog({ fine, onClose }: { fine: OwnFine; onClose: () => void }) {
  const form = useZodForm(ContestForm, { reason: '' })
  const save = async ({ reason }: { reason: string }) => {
    await contest(fine, reason)
    notify.success(`${fine.number} has been contested`)
    onClose()
  }
  return (
    <FormModal title={`Contest ${fine.number}?`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text component="p" c="dimmed">
          <Text span inherit c="var(--text)" fw={700}>
            {money(fine.amount)}
          </Text>{' '}
          for {fine.about}. A supervisor of the department decides whether the fine is upheld, reduced or dropped. A fine can be contested
          once.
        </Text>
        <Textarea
          label="Reason"
          withAsterisk
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          placeholder="I had sold the car the day before"
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel="Contest" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
