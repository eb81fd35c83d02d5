import { Checkbox, TextInput } from '@mantine/core'
import type { RepairCharacter } from '@tenfour/contract'
import { DateField } from '../../../ui/DateField.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { CharacterFields, saveCharacter } from './repairs.queries.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { Stack } from '../../../ui/layout.tsx'

export function CharacterRepairDialog({ character, onClose }: { character: RepairCharacter; onClose: () => void }) {
  const { characterId, name, bornOn, member, isDeleted, version } = character
  const form = useZodForm(CharacterFields, {
    name,
    bornOn: bornOn ?? '',
    memberEmail: member?.emailAddress ?? '',
    isDeleted,
    reason: '',
    version,
  })
  return (
    <FormModal onClose={onClose} isDirty={form.isDirty()} title={`Correct ${name}`} size={520}>
      <Stack
        as="form"
        gap={16}

        noValidate
        onSubmit={form.submit(async (body) => {
          await saveCharacter(characterId, body)
          notify.success(`${body.name} has been corrected`)
          onClose()
        })}
      >
        <FormError error={form.failure} />
        <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
        <DateField label="Born" {...form.getInputProps('bornOn')} />
        <TextInput
          label="Member’s email address"
          description="Leave empty if it belongs to nobody."
          autoComplete="off"
          {...form.getInputProps('memberEmail')}
        />
        <Checkbox label="Deleted" {...form.getInputProps('isDeleted', { type: 'checkbox' })} />
        <TextInput label="Reason" description="Shown to the member." withAsterisk autoComplete="off" {...form.getInputProps('reason')} />
        <FormButtons submitLabel="Save" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
