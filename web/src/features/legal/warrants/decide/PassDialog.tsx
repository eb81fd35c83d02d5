import { Textarea } from '@mantine/core'
import { z } from 'zod'
import { useZodForm } from '../../../../ui/form.ts'
import { FormButtons } from '../../../../ui/FormButtons.tsx'
import { FormError } from '../../../../ui/FormError.tsx'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { Stack } from '../../../../ui/layout.tsx'

const PassForm = z.object({ remark: z.string().trim().max(500, 'A remark has at most 500 characters') })
type PassDialogProps = { number: string; onPass: (remark: string) => Promise<void>; onClose: () => void }

export function PassDialog({ number, onPass, onClose }: PassDialogProps) {
  const form = useZodForm(PassForm, { remark: '' })
  return (
    <FormModal title={`Pass ${number} to a judge`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(({ remark }) => onPass(remark))}>
        <FormError error={form.failure} />
        <Textarea
          label="Remark"
          description="Optional, for those who sign"
          data-autofocus
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('remark')}
        />
        <FormButtons submitLabel="Pass on" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
