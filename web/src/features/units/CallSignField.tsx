import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { templateExample } from '../departments/departments.port.ts'
import type { DutyWords } from './duty-words.ts'

type CallSignFieldProps = {
  words: DutyWords
  template: string
  value: string
  onChange: (identifier: string) => void
  error?: ReactNode
}

export function CallSignField({ words, template, value, onChange, error }: CallSignFieldProps) {
  const example = templateExample(template)
  return (
    <TextInput
      label={words.identifier}
      description={example ? `${words.identifierHelp}, such as ${example}` : words.identifierHelp}
      placeholder={example || undefined}
      withAsterisk
      maxLength={16}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      classNames={{ input: 'mono' }}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      error={error}
    />
  )
}
