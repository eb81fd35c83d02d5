import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'

/** A password as it is typed at the sign-in: can be shown, and says that Caps Lock is on. */
export function LoginPassword({ description, ...rest }: PasswordInputProps) {
  const [hasCapsLock, setCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      size="md"
      description={hasCapsLock ? 'Caps Lock is on' : description}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLock(false)}
      {...rest}
    />
  )
}
