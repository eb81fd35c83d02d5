import { PasswordInput, TextInput, type PasswordInputProps } from '@mantine/core'
import { PASSWORD_MIN_LENGTH } from '@tenfour/contract'
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

/** A password that somebody chooses. */
export const NewPassword = (props: PasswordInputProps) => (
  <LoginPassword
    label="Password"
    description={`At least ${PASSWORD_MIN_LENGTH} characters`}
    autoComplete="new-password"
    required
    withAsterisk={false}
    {...props}
  />
)

type AccountFieldsProps = {
  /** The form's props for a field. */
  readonly inputProps: (field: 'name' | 'emailAddress' | 'password') => object
}

/** Name, email address and password of a new account, which its owner makes. */
export const AccountFields = ({ inputProps }: AccountFieldsProps) => (
  <>
    <TextInput
      label="Your name"
      description="As other members see it"
      size="md"
      autoComplete="name"
      required
      withAsterisk={false}
      {...inputProps('name')}
    />
    <TextInput
      label="Email address"
      description="You sign in with it. Only staff can see it"
      type="email"
      size="md"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      {...inputProps('emailAddress')}
    />
    <NewPassword {...inputProps('password')} />
  </>
)
