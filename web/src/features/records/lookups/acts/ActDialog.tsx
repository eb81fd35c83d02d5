import { NativeSelect, NumberInput, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DateField } from '../../../../ui/DateField.tsx'
import { notify } from '../../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { boardStore } from '../../../dispatch/board/board.port.ts'
import { actForm, type ActField, type ActForm } from './act-forms.ts'
import type { Act, FieldsAct } from './acts.ts'
import { FieldsDialog } from './FieldsDialog.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { FormButtons } from '../../../../ui/FormButtons.tsx'

/** Asks for what an act needs, and does it. */
export const ActDialog = ({ act, onClose }: { act: Act; onClose: () => void }) =>
  act.kind === 'fields' ? <FieldsDialog act={act} onClose={onClose} /> : <FormDialog act={act} onClose={onClose} />

function FormDialog({ act, onClose }: { act: Exclude<Act, FieldsAct>; onClose: () => void }) {
  const { userId, name } = useSignedInUser()
  const [of] = useState(() => actForm(act, { userId, name, identifier: boardStore().get().units.get(userId)?.identifier ?? '' }))
  return <Dialog of={of} onClose={onClose} />
}

function Dialog({ of, onClose }: { of: ActForm; onClose: () => void }) {
  const form = useZodForm(of.schema, of.initial)
  const given = form.getValues()
  const asked = of.fields.filter(({ isAsked }) => isAsked?.(given) ?? true)
  const save = async (values: Record<string, unknown>) => {
    const done = await of.run(values)
    onClose()
    notify.success(done)
  }
  return (
    <FormModal title={of.title} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text component="p" inherit c="dimmed" className="anywhere">
          {of.subject}
        </Text>
        {asked.map((field, index) => (
          <Field key={field.name} field={field} isFirst={index === 0} inputProps={form.getInputProps(field.name)} />
        ))}
        <FormButtons submitLabel={of.submit} danger={of.isDanger ?? false} isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

type FieldProps = { field: ActField; isFirst: boolean; inputProps: object }

function Field({
  field: { label, kind, placeholder, description, isOptional = false, min, options = [] },
  isFirst,
  inputProps,
}: FieldProps) {
  const common = {
    label,
    description,
    placeholder,
    withAsterisk: !isOptional && kind !== 'choice',
    'data-autofocus': isFirst || undefined,
    ...inputProps,
  }
  switch (kind) {
    case 'text':
      return <Textarea autosize minRows={2} maxRows={6} {...common} />
    case 'number':
      return <NumberInput min={1} allowDecimal={false} allowNegative={false} clampBehavior="none" {...common} />
    case 'day':
      return <DateField min={min} {...common} />
    case 'choice':
      return <NativeSelect data={[...options]} {...common} />
    case 'line':
      return <TextInput autoComplete="off" {...common} />
  }
}
