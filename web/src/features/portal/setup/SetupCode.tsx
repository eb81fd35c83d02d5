import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** The field for the one-time code, which has the focus first. */
export function SetupCode(props: TextInputProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <TextInput
      label="Set-up code"
      description="Printed in the console the portal was started from"
      size="md"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      ref={field}
      classNames={{ input: 'mono' }}
      required
      withAsterisk={false}
      {...props}
    />
  )
}
