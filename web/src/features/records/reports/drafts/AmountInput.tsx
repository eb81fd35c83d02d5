import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { bareNumber } from '../../../../platform/format/text.ts'
import classes from './Editor.module.css'

type AmountInputProps = {
  label: string
  value: number
  unit?: string
  range?: string
  error: string | undefined
  width: number
  readOnly: boolean
  onChange: (value: number) => void
}

/** A whole number. Text that is no number is not taken over, and is gone when the field is left. */
export function AmountInput({ label, value, unit, range, error, width, readOnly, onChange }: AmountInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? String(value)
  return (
    <TextInput
      size="xs"
      aria-label={range ? `${label}, ${range}` : label}
      inputMode="numeric"
      autoComplete="off"
      classNames={{ input: classes.amount, error: classes.amountError, description: classes.amountRange }}
      styles={{ wrapper: { width } }}
      leftSection={unit}
      leftSectionWidth={unit ? 11 + 7 * unit.length : undefined}
      inputWrapperOrder={['input', 'description', 'error']}
      description={error === undefined ? range : undefined}
      error={error}
      value={text}
      readOnly={readOnly}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => {
        const next = bareNumber(currentTarget.value)
        setTyped(currentTarget.value)
        if (/^\d{1,9}$/.test(next)) onChange(Number(next))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
