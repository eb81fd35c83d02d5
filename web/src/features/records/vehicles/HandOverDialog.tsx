import { Text } from '@mantine/core'
import { BirthDayInput, CharacterName, type OwnCharacter, type OwnVehicle } from '@tenfour/contract'
import { useMemo } from 'react'
import { z } from 'zod'
import { DateField } from '../../../ui/DateField.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { TextCombo } from '../../../ui/TextCombo.tsx'
import { offer } from './vehicles.actions.ts'
import { Stack } from '../../../ui/layout.tsx'

const HandOver = z.object({
  name: CharacterName,
  bornOn: z
    .string()
    .transform((day) => day || undefined)
    .pipe(BirthDayInput.optional()),
})

type HandOverDialogProps = {
  vehicle: OwnVehicle
  /** The member's other characters, who get it at once. */
  others: readonly OwnCharacter[]
  onClose: () => void
}

export function HandOverDialog({ vehicle, others, onClose }: HandOverDialogProps) {
  const form = useZodForm(HandOver, { name: '', bornOn: '' })
  const { name: typed } = form.getValues()
  const suggestions = useMemo(() => suggested(others, typed), [others, typed])
  const save = async ({ name, bornOn }: z.output<typeof HandOver>) => {
    const transfer = await offer(vehicle, { name, ...(bornOn && { bornOn }) })
    notify.success(transfer ? `${vehicle.plate} is offered to ${transfer.to.name}` : `${vehicle.plate} now belongs to ${name}`)
    onClose()
  }
  return (
    <FormModal title={`Hand over ${vehicle.plate}`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text component="p" c="dimmed">
          It changes hands when its new owner accepts. Another character of your own gets it at once.
        </Text>
        <TextCombo
          label="New owner"
          isDialogFocus
          placeholder="First and last name"
          maxLength={80}
          text={typed}
          onText={(name) => form.setFieldValue('name', name)}
          error={form.errors['name']}
          suggestions={suggestions}
          listLabel="Your other characters"
        />
        <DateField label="Born on" description="Only needed where several people have this name" {...form.getInputProps('bornOn')} />
        <FormButtons submitLabel="Hand over" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

const suggested = (others: readonly OwnCharacter[], typed: string): readonly string[] =>
  [...new Set(others.map(({ name }) => name))].filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()))
