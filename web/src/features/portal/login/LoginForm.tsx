import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { signIn } from '../../../platform/session/session.ts'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { LOGIN_PANEL } from './LoginFrame.port.tsx'
import { LoginPassword } from './AccountFields.port.tsx'

type Missing = { readonly emailAddress?: string; readonly password?: string }

type LoginFormProps = { onSignedIn: () => unknown; /** Help below the button. */ children?: ReactNode }

/** Signs in by password. */
export function LoginForm({ onSignedIn, children }: LoginFormProps) {
  const [values, setValues] = useState({ emailAddress: '', password: '' })
  const [missing, setMissing] = useState<Missing>({})
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [isPending, setPending] = useState(false)
  const emailAddress = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  useEffect(() => emailAddress.current?.focus(), [])

  const change = (name: keyof typeof values, value: string) => {
    setValues({ ...values, [name]: value })
    setMissing({ ...missing, [name]: undefined })
  }

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isPending) return
    const lacking: Missing = {
      emailAddress: values.emailAddress.trim() ? undefined : 'Enter your email address',
      password: values.password ? undefined : 'Enter your password',
    }
    setMissing(lacking)
    setFailure(null)
    if (lacking.emailAddress) return emailAddress.current?.focus()
    if (lacking.password) return password.current?.focus()
    setPending(true)
    try {
      await signIn({ emailAddress: values.emailAddress.trim(), password: values.password })
      await onSignedIn()
    } catch (error) {
      setFailure(errorInfo(error))
      setPending(false)
      password.current?.select()
    }
  }

  return (
    <form className={LOGIN_PANEL} onSubmit={submit} noValidate aria-label="Sign in">
      <FormError error={failure && { message: failure.message }} />
      <TextInput
        ref={emailAddress}
        label="Email address"
        type="email"
        name="emailAddress"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        value={values.emailAddress}
        error={missing.emailAddress}
        onChange={(event) => change('emailAddress', event.currentTarget.value)}
      />
      <LoginPassword
        ref={password}
        label="Password"
        name="password"
        autoComplete="current-password"
        value={values.password}
        error={missing.password}
        onChange={(event) => change('password', event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth loading={isPending} aria-disabled={isPending}>
        Sign in
      </Button>
      {children}
    </form>
  )
}
