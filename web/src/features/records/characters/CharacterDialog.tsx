import { Textarea, TextInput } from '@mantine/core'
import { CharacterInput, medicalSwitch, type Field, type GameField, type OwnCharacter } from '@tenfour/contract'
import { useIsOn } from '../../../platform/features/features.ts'
import { DateField } from '../../../ui/DateField.tsx'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { FieldInputs, WithFields } from '../fields/FieldInputs.port.tsx'
import { filledBy, draftOf as fieldsDraft, fieldsForm } from '../fields/fields.port.ts'
import { useCurrentValues } from '../../../ui/use-current-values.tsx'
import { addCharacter, saveCharacter } from './characters.actions.ts'
import { Stack, Columns } from '../../../ui/layout.tsx'
import type { z } from 'zod'

const FROM_GAME = 'From the game, and changed there'

type CharacterDialogProps = {
  /** Null for a new one. */
  character: OwnCharacter | null
  onClose: () => void
  onCreated?: (character: OwnCharacter) => void
}

export const CharacterDialog = (props: CharacterDialogProps) => (
  <WithFields title={titleOf(props.character)} onClose={props.onClose}>
    {(fields) => <CharacterFormDialog {...props} fields={filledBy(fields, 'character', 'owner')} />}
  </WithFields>
)

const titleOf = (character: OwnCharacter | null): string => (character ? `Edit ${character.name}` : 'Create a character')

function CharacterFormDialog({ character, fields, onClose, onCreated }: CharacterDialogProps & { fields: readonly Field[] }) {
  const hasMedical = useIsOn(medicalSwitch)
  const form = useZodForm(characterForm(fields), draftOf(character, fields))
  const { base, notice } = useCurrentValues(character, (current) => {
    form.setInitialValues(draftOf(current, fields))
    form.reset()
  })
  const save = async (input: CharacterInput) => {
    const saved = base ? await saveCharacter(base.characterId, base.version, input) : await addCharacter(input)
    notify.success(`${saved.name} has been ${base ? 'saved' : 'created'}`)
    onClose()
    if (!base) onCreated?.(saved)
  }
  /** Fields that come from the game are shown, and not changed here. */
  const input = (field: z.infer<typeof GameField>) => ({
    ...form.getInputProps(field),
    ...(base?.ledByGame.includes(field) && { readOnly: true, description: FROM_GAME }),
  })
  const area = (field: 'description' | 'medicalNotes' | 'contacts', label: string, description: string) => (
    <Textarea
      label={label}
      description={description}
      autosize
      minRows={2}
      maxRows={6}
      {...(field === 'description' ? input(field) : form.getInputProps(field))}
    />
  )
  return (
    <FormModal title={titleOf(base)} onClose={onClose} isDirty={form.isDirty()} size={640}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        {notice}
        <FormError error={form.failure} />
        <Columns gap={14} align="start" stackBelow="30em">
          <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" placeholder="Dexter Marlowe" {...input('name')} />
          <DateField label="Born on" withAsterisk min="1900-01-01" {...input('bornOn')} />
        </Columns>
        <Columns of="minmax(0, 1fr) 130px" gap={14} align="start">
          <TextInput label="Address" autoComplete="off" placeholder="1142 Mirror Park Blvd" {...input('address')} />
          <TextInput label="Postal" autoComplete="off" inputMode="numeric" {...input('postal')} />
        </Columns>
        <Columns gap={14} align="start" stackBelow="30em">
          <TextInput label="Occupation" autoComplete="off" {...input('occupation')} />
          <TextInput label="Phone" autoComplete="off" inputMode="tel" {...input('phone')} />
        </Columns>
        {area('description', 'Description', 'What an officer would see: height, build, hair, marks')}
        {hasMedical && area('medicalNotes', 'Medical notes', 'Only fire and medical units see these: blood type, allergies, conditions')}
        {hasMedical && area('contacts', 'Emergency contacts', 'Only fire and medical units see these')}
        <FieldInputs
          fields={fields}
          values={form.getValues().fields}
          errors={form.errors}
          onChange={(fieldId, value) => form.setFieldValue(`fields.${fieldId}`, value)}
        />
        <FormButtons submitLabel={base ? 'Save' : 'Create character'} isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

/** With the community's own fields, as far as the owner fills them in. */
export const characterForm = (fields: readonly Field[]) => CharacterInput.extend({ fields: fieldsForm(fields) })
type CharacterDraft = z.input<ReturnType<typeof characterForm>>

export const EMPTY_CHARACTER: CharacterDraft = {
  name: '',
  bornOn: '',
  address: '',
  postal: '',
  description: '',
  occupation: '',
  phone: '',
  medicalNotes: '',
  contacts: '',
  fields: {},
}

/** The editable fields of a character, or of a new one; the date field is empty where the birth date is unknown. */
export function draftOf(character: OwnCharacter | null, own: readonly Field[]): CharacterDraft {
  if (!character) return { ...EMPTY_CHARACTER, fields: fieldsDraft(own, {}) }
  const { name, bornOn, address, postal, description, occupation, phone, medicalNotes, contacts, fields } = character
  const draft = { name, bornOn: bornOn ?? '', address, postal, description, occupation, phone, medicalNotes, contacts }
  return { ...draft, fields: fieldsDraft(own, fields) }
}
