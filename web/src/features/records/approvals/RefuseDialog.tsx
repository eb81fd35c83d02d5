import { Textarea } from '@mantine/core'
import { Reason } from '@tenfour/contract'
import { z } from 'zod'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Stack } from '../../../ui/layout.tsx'

const Refusal = z.object({ reason: Reason })

type RefuseDialogProps = { title: string; onRefuse: (reason: string) => Promise<void>; onClose: () => void }

export function RefuseDialog({ title, onRefuse, onClose }: RefuseDialogProps) {
  const form = useZodForm(Refusal, { reason: '' })
  return (
    <FormModal title={`Refuse: ${title}`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(({ reason }) => onRefuse(reason))}>
        <FormError error={form.failure} />
        <Textarea
          label="Reason"
          description="The member sees it"
          withAsterisk
          data-autofocus
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel="Refuse" danger isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
