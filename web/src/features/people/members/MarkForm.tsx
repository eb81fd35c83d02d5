import { NumberInput, SegmentedControl, Textarea } from '@mantine/core'
import { addMark, MarkKind } from '@tenfour/contract'
import { z } from 'zod'
import { DateField } from '../../../ui/DateField.tsx'
import { call } from '../../../platform/api/client.ts'
import { endOfCommunityDay, useToday } from '../../../platform/calendar/calendar.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { refreshMembers } from './members.queries.ts'
import { Columns, Stack } from '../../../ui/layout.tsx'
import { FormButtons } from '../../../ui/FormButtons.tsx'

const MarkDraft = z.object({
  kind: MarkKind,
  text: z.string().trim().min(1, 'Enter a reason').max(2000, 'At most 2,000 characters'),
  points: z.int('Enter a whole number').min(0, 'At least 0 points').max(100, 'At most 100 points'),
  until: z.string(),
})

type MarkFormProps = { userId: number; name: string; onClose: () => void }

export function MarkForm({ userId, name, onClose }: MarkFormProps) {
  const form = useZodForm(MarkDraft, { kind: 'warning', text: '', points: 1, until: '' })
  const { kind, points } = form.getValues()
  const isWarning = kind === 'warning'
  const today = useToday()
  const save = async (draft: z.infer<typeof MarkDraft>) => {
    const body = {
      kind: draft.kind,
      text: draft.text,
      points: isWarning ? draft.points : 0,
      expiresAt: isWarning ? endOfCommunityDay(draft.until) : null,
    }
    await call(addMark, { params: { userId }, body })
    notify.success(isWarning ? `${name} has been warned` : `${name} has been commended`)
    onClose()
    await refreshMembers()
  }
  return (
    <FormModal title="Commend or warn" onClose={onClose} isDirty={form.isDirty('text')}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <SegmentedControl
          aria-label="Kind"
          value={kind}
          onChange={(value) => form.setFieldValue('kind', MarkKind.parse(value))}
          data={[
            { value: 'warning', label: 'Warning' },
            { value: 'commendation', label: 'Commendation' },
          ]}
        />
        <Textarea label="Reason" withAsterisk data-autofocus autosize minRows={3} maxRows={10} {...form.getInputProps('text')} />
        {isWarning && (
          <Columns gap={14} align="start" stackBelow="36em">
            <NumberInput
              label="Points"
              min={0}
              max={100}
              allowDecimal={false}
              value={points}
              onChange={(value) => form.setFieldValue('points', Number(value))}
              error={form.errors['points']}
            />
            <DateField label="Counts until" min={today} description="Blank = permanent" {...form.getInputProps('until')} />
          </Columns>
        )}
        <FormButtons submitLabel={isWarning ? 'Warn' : 'Commend'} isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
