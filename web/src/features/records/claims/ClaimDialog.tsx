import { SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import type { OwnCharacter } from '@tenfour/contract'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { ClaimForm, type ClaimDraft, type ClaimInput, claim } from './claims.actions.ts'
import { Stack } from '../../../ui/layout.tsx'

export function ClaimDialog({ character, onClose }: { character: OwnCharacter; onClose: () => void }) {
  const start: ClaimDraft = { kind: 'vehicle', plate: '', text: '' }
  const form = useZodForm(ClaimForm, start)
  const { kind } = form.getValues()
  const save = async (input: ClaimInput) => {
    await claim(character.characterId, input)
    notify.success('Claimed. A supervisor decides.')
    onClose()
  }
  return (
    <FormModal title="Claim what an officer noted" onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text component="p" c="dimmed">
          Officers note people and vehicles that are not registered. If one of them is {character.name} or belongs to {character.name}, a
          supervisor can hand the note over with its record.
        </Text>
        <SegmentedControl
          aria-label="What was noted"
          value={kind}
          onChange={(value) => form.setFieldValue('kind', value === 'vehicle' ? 'vehicle' : 'character')}
          data={[
            { value: 'vehicle', label: 'A vehicle' },
            { value: 'character', label: `A person named ${character.name}` },
          ]}
        />
        {kind === 'vehicle' && (
          <TextInput
            label="Plate"
            withAsterisk
            data-autofocus
            autoComplete="off"
            classNames={{ input: 'mono' }}
            {...form.getInputProps('plate')}
          />
        )}
        <Textarea
          label="What the supervisor should know"
          autosize
          minRows={2}
          maxRows={6}
          placeholder="I was stopped in it on Friday, before I had registered it"
          {...form.getInputProps('text')}
        />
        <FormButtons submitLabel="Claim" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
