import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { AskedField, Field } from '@tenfour/contract'
import type { ReactNode } from 'react'
import type { FieldDraft } from './field-values.ts'
import { CardLoading } from '../../../ui/CardStates.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { PageError } from '../../../ui/PageStates.tsx'
import { reloadFields, useFields } from './fields-store.ts'
import classes from './Fields.module.css'

type FieldInputsProps = {
  /** In the order of the form. */
  fields: readonly AskedField[]
  values: FieldDraft
  onChange: (fieldId: number, value: FieldDraft[string]) => void
  /** The problems by `fields.<id>`, as the server and `fieldProblems` name them. */
  errors?: Readonly<Record<string, ReactNode>>
  /** `xs` in a panel. */
  size?: 'xs' | 'sm' | 'md'
  readOnly?: boolean
}

/** The community's own fields in a form. It renders nothing where there are none. */
export function FieldInputs({ fields, values, onChange, errors = {}, size = 'sm', readOnly = false }: FieldInputsProps) {
  if (fields.length === 0) return null
  return (
    <div className={classes.inputs} data-size={size}>
      {fields.map((field) => (
        <FieldInput
          key={field.fieldId}
          field={field}
          value={values[field.fieldId] ?? ''}
          error={errors[`fields.${field.fieldId}`]}
          size={size}
          readOnly={readOnly}
          onChange={(value) => onChange(field.fieldId, value)}
        />
      ))}
    </div>
  )
}

type FieldInputProps = {
  field: AskedField
  value: FieldDraft[string]
  error: ReactNode
  size: 'xs' | 'sm' | 'md'
  readOnly: boolean
  onChange: (value: FieldDraft[string]) => void
}

function FieldInput({ field, value, error, size, readOnly, onChange }: FieldInputProps) {
  const { name, help, type, isRequired, options } = field
  const common = { label: name, description: help || undefined, withAsterisk: isRequired, required: false, error, size }
  switch (type) {
    case 'text':
      return (
        <Textarea
          {...common}
          autosize
          minRows={1}
          maxRows={6}
          readOnly={readOnly}
          value={String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'number':
    case 'date':
      return (
        <TextInput
          {...common}
          type={type === 'date' ? 'date' : 'text'}
          inputMode={type === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          readOnly={readOnly}
          value={String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    case 'choice': {
      // An option that was removed stays where it was chosen.
      const chosen = String(value)
      const data = chosen === '' || options.includes(chosen) ? options : [...options, chosen]
      return <Select {...common} disabled={readOnly} data={data} value={chosen} onChange={onChange} />
    }
    case 'flag':
      return (
        <Select
          {...common}
          disabled={readOnly}
          data={['Yes', 'No']}
          value={value === true ? 'Yes' : value === false ? 'No' : ''}
          onChange={(word) => onChange(word === '' ? '' : word === 'Yes')}
        />
      )
  }
}

type SelectProps = {
  label: string
  data: readonly string[]
  value: string
  onChange: (value: string) => void
  disabled: boolean
}

const Select = ({ data, onChange, ...rest }: SelectProps) => (
  <NativeSelect
    {...rest}
    data={[{ value: '', label: 'Not recorded' }, ...data]}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

type WithFieldsProps = { title: string; onClose: () => void; children: (fields: readonly Field[]) => ReactNode }

/** A dialog that needs to know the fields: it would save a form without those that are not loaded yet. */
export function WithFields({ title, onClose, children }: WithFieldsProps) {
  const { fields, error } = useFields()
  if (fields) return children(fields)
  return (
    <FormModal title={title} onClose={onClose}>
      {error === undefined ? <CardLoading rows={5} /> : <PageError error={error} onRetry={reloadFields} />}
    </FormModal>
  )
}
