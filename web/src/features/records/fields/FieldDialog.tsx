import { ActionIcon, Button, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { FIELD_TYPE_WORDS, FieldAudience, FieldType, MAX_FIELD_OPTIONS, type Field, type FieldInput, type FieldOf } from '@tenfour/contract'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { useZodForm, type ZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { useCurrentValues } from '../../../ui/use-current-values.tsx'
import { draftOfField, FieldForm, newField } from './field-form.ts'
import { audienceChoices, hasCopy, kindName } from './field.labels.ts'
import { saveField } from './fields.queries.ts'
import { Stack, Row, Columns } from '../../../ui/layout.tsx'
import classes from './Fields.module.css'

type FieldDialogProps = { of: FieldOf; field: Field | null; onClose: () => void }

const AUDIENCE_LABELS: Readonly<Record<FieldAudience, string>> = {
  owner: 'Its owner',
  police: 'Police and communications',
  fire: 'Fire and medical',
}

export function FieldDialog({ of, field, onClose }: FieldDialogProps) {
  const form = useZodForm(FieldForm, field ? draftOfField(field) : newField(of))
  const { base, notice } = useCurrentValues(field, (current) => {
    form.setInitialValues(draftOfField(current))
    form.reset()
  })
  const { type } = form.getValues()
  const save = async (input: FieldInput) => {
    await saveField(input, base)
    notify.success(`${input.name} has been ${base ? 'saved' : 'added'}`)
    onClose()
  }
  const kind = kindName(of).toLowerCase()
  return (
    <FormModal title={base ? `Edit ${base.name}` : `Add a field to ${kind}s`} onClose={onClose} isDirty={form.isDirty()} size={560}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        {notice}
        <FormError error={form.failure} />
        <Columns gap={14} align="start" stackBelow="30em">
          <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" maxLength={40} {...form.getInputProps('name')} />
          <NativeSelect
            label="Type"
            disabled={base !== null}
            description={base ? 'The type stays as it is.' : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={FieldType.options.map((value) => ({ value, label: FIELD_TYPE_WORDS[value] }))}
            {...form.getInputProps('type')}
          />
        </Columns>
        {type === 'choice' && <Options form={form} isEdit={base !== null} />}
        <TextInput
          label="Help"
          description="A line under the field, for those who fill it in"
          autoComplete="off"
          maxLength={160}
          {...form.getInputProps('help')}
        />
        <Checkbox
          label="Required"
          description={`A ${kind} can’t be saved without it. ${of === 'registration' ? '' : 'Existing ones need it when they are next changed.'}`}
          {...form.getInputProps('isRequired', { type: 'checkbox' })}
        />
        <Audience form={form} of={of} />
        <FormButtons submitLabel={base ? 'Save' : 'Add field'} isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

type PartProps = { form: ZodForm<typeof FieldForm> }

function Audience({ form, of }: PartProps & { of: FieldOf }) {
  const { audience } = form.getValues()
  const choices = audienceChoices(of)
  const set = (chosen: readonly string[]) =>
    form.setFieldValue(
      'audience',
      FieldAudience.options.filter((each) => chosen.includes(each)),
    )
  if (choices.length > 0)
    return (
      <Checkbox.Group
        label="Who sees it"
        withAsterisk
        description="The owner fills in what they see. What they don’t see, units on duty fill in."
        value={audience}
        onChange={set}
        error={form.errors['audience']}
      >
        <Row gap="8px 18px" style={{ paddingTop: 8 }}>
          {choices.map((each) => (
            <Checkbox key={each} value={each} label={AUDIENCE_LABELS[each]} />
          ))}
        </Row>
      </Checkbox.Group>
    )
  if (!hasCopy(of)) return null
  return (
    <Checkbox
      label="On the copy too"
      description="The person concerned gets a copy of the report, without its narrative."
      checked={audience.includes('owner')}
      onChange={({ currentTarget }) => set(currentTarget.checked ? [...audience, 'owner'] : audience.filter((each) => each !== 'owner'))}
    />
  )
}

/** The options of a choice, one line each. Enter goes on to the next. */
function Options({ form, isEdit }: PartProps & { isEdit: boolean }) {
  const list = useRef<HTMLOListElement>(null)
  const { options } = form.getValues()
  const focusAt = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('input').item(Math.max(0, index))?.focus())
  const add = (at: number) => {
    if (options.length >= MAX_FIELD_OPTIONS) return
    form.insertListItem('options', '', at)
    focusAt(at)
  }
  const remove = (index: number) => {
    if (options.length === 1) form.setFieldValue('options', [''])
    else form.removeListItem('options', index)
    form.clearErrors()
    focusAt(Math.min(index, options.length - 2))
  }
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || options[index]?.trim() === '') return
    event.preventDefault()
    if (options[index + 1] === undefined) add(index + 1)
    else focusAt(index + 1)
  }
  return (
    <Stack as="fieldset" gap={8} className={classes.options}>
      <legend>Options</legend>
      {isEdit && (
        <Text component="p" size="sm" c="dimmed">
          An option that you remove stays where it was chosen.
        </Text>
      )}
      <ol ref={list}>
        {options.map((_option, index) => (
          // The lines have no ids, and their values are in the form by their places.
          // oxlint-disable-next-line no-array-index-key
          <li key={index}>
            <TextInput
              aria-label={`Option ${index + 1}`}
              placeholder={`Option ${index + 1}`}
              autoComplete="off"
              maxLength={80}
              {...form.getInputProps(`options.${index}`)}
              onKeyDown={(event) => onKeyDown(event, index)}
            />
            <ActionIcon variant="subtle" color="gray" size={34} aria-label={`Remove option ${index + 1}`} onClick={() => remove(index)}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {options.length < MAX_FIELD_OPTIONS && (
        <Button
          style={{ alignSelf: 'start' }}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => add(options.length)}
        >
          Add option
        </Button>
      )}
    </Stack>
  )
}
