import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { readWholeNumber } from './whole-number.ts'

type NumberFieldProps = {
  label: string
  placeholder: string
  unit?: '$'
  value: number | null
  error: string | undefined
  readOnly: boolean
  /** Undefined for what is not a number. */
  onChange: (value: number | null | undefined) => void
}

/** A whole number, or nothing. What is not a number stays in the field until it is corrected. */
export function NumberField({ label, placeholder, unit, value, error, readOnly, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === null ? '' : value.toLocaleString('en'))
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      w={150}
      leftSection={unit}
      leftSectionWidth={unit ? 20 : undefined}
      value={text}
      error={error}
      readOnly={readOnly}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(readWholeNumber(currentTarget.value))
      }}
      onBlur={() => readWholeNumber(text) !== undefined && setTyped(null)}
    />
  )
}
