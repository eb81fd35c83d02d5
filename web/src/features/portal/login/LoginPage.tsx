import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { portalConfig } from '../../../platform/config/config.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { returnUrlFrom } from '../../../platform/session/return-url.ts'
import { signIn } from '../../../platform/session/session.ts'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import classes from './LoginPage.module.css'

/** Not part of what every page carries. Without it, the password still does. */
const DiscordButton = lazyComponent(async () => (await import('../../community/links/DiscordButton.port.tsx')).DiscordButton, {
  what: 'Signing in with Discord',
  shape: { Loading: () => null, Failed: () => null },
})

type Missing = { readonly emailAddress?: string; readonly password?: string }

export function LoginPage() {
  const { communityName, hasDiscord } = portalConfig()
  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      <div className={classes.box}>
        <div className={classes.brand}>
          <Mark size={44} />
          <h1 className={classes.title}>{communityName}</h1>
          <Text c="dimmed" inherit>
            Sign in to your account
          </Text>
        </div>
        <LoginForm />
        {hasDiscord && <DiscordButton returnTo={() => returnUrlFrom(window.location.search)} />}
        <p className={classes.help}>Accounts are created by your community’s staff. If you cannot sign in, ask them.</p>
      </div>
    </main>
  )
}

function LoginForm() {
  const navigate = useNavigate()
  const [values, setValues] = useState({ emailAddress: '', password: '' })
  const [missing, setMissing] = useState<Missing>({})
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [isPending, setPending] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const emailAddress = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  useEffect(() => emailAddress.current?.focus(), [])

  const change = (name: keyof typeof values, value: string) => {
    setValues({ ...values, [name]: value })
    setMissing({ ...missing, [name]: undefined })
  }
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

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
      await navigate({ href: returnUrlFrom(window.location.search), replace: true })
    } catch (error) {
      setFailure(errorInfo(error))
      setPending(false)
      password.current?.select()
    }
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Sign in">
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
      <PasswordInput
        ref={password}
        label="Password"
        name="password"
        autoComplete="current-password"
        size="md"
        value={values.password}
        error={missing.password}
        description={hasCapsLock ? 'Caps Lock is on' : undefined}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        onChange={(event) => change('password', event.currentTarget.value)}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
      />
      <Button type="submit" size="md" fullWidth loading={isPending} aria-disabled={isPending}>
        Sign in
      </Button>
    </form>
  )
}
