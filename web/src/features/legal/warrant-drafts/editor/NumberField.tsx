import { TextInput } from '@mantine/core'
import { useState } from 'react'

type NumberFieldProps = {
  label: string
  placeholder: string
  unit?: '$'
  value: number | null
  error: string | undefined
  readOnly: boolean
  onChange: (value: number | null) => void
}

/** A whole number, or nothing. What is no number is not taken over, and is gone when the field is left. */
export function NumberField({ label, placeholder, unit, value, error, readOnly, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (value === null ? '' : value.toLocaleString('en'))
  const plain = text.replaceAll(/[\s,$]/g, '')
  const isNumber = plain === '' || /^\d{1,9}$/.test(plain)
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
      error={isNumber ? error : 'Enter a whole number'}
      readOnly={readOnly}
      onChange={({ currentTarget }) => {
        const next = currentTarget.value.replaceAll(/[\s,$]/g, '')
        setTyped(currentTarget.value)
        if (next === '') onChange(null)
        else if (/^\d{1,9}$/.test(next)) onChange(Number(next))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
