import { Button, PasswordInput } from '@mantine/core'
import { Password, PASSWORD_MIN_LENGTH, updateSelf, type CurrentUser } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { profileOf } from './use-profile-form.ts'
import { refreshSessions, setCurrentUser } from './settings.queries.ts'
import classes from './SettingsPage.module.css'
import { Columns, Row, Stack } from '../../../ui/layout.tsx'

const passwordChange = (currentPassword: z.ZodString) =>
  z
    .object({ currentPassword, password: Password, again: z.string() })
    .refine(({ password, again }) => password === again, { path: ['again'], error: 'The two passwords are not the same' })
const PasswordChange = passwordChange(z.string().min(1, 'Enter your current password'))
const FirstPassword = passwordChange(z.string())
const UNCONFIRMED = { message: 'Confirm with Discord that it is you, then try again.' }
const EMPTY = { currentPassword: '', password: '', again: '' }

type PasswordCardProps = {
  user: CurrentUser
  /** Shows the fields once a member without a password has confirmed that it is them. */
  confirmed: (fields: ReactNode) => ReactNode
}

export function PasswordCard({ user, confirmed }: PasswordCardProps) {
  const hasPassword = user.hasPassword !== false
  const form = useZodForm(hasPassword ? PasswordChange : FirstPassword, EMPTY)
  const { password } = form.getValues()
  const strength = passwordStrength(password)
  // The library marks an invalid password field only visually.
  const field = (name: keyof typeof EMPTY) => ({ ...form.getInputProps(name), 'aria-invalid': form.errors[name] !== undefined })
  const change = async ({ currentPassword, password: next }: z.infer<typeof PasswordChange>) => {
    const body = { user: { ...profileOf(user), version: user.version }, password: next, ...(hasPassword && { currentPassword }) }
    setCurrentUser(await call(updateSelf, { params: { userId: user.userId }, body }))
    form.setValues(EMPTY)
    notify.success(`Your password is ${hasPassword ? 'changed' : 'set'}, and your other sessions have ended`)
    await refreshSessions(user.userId)
  }
  const fields = (
    <Stack as="form" noValidate aria-label="Password" onSubmit={form.submit(change)}>
      <FormError error={form.failure} />
      {!hasPassword && form.errors['currentPassword'] && <FormError error={UNCONFIRMED} />}
      <input type="hidden" name="username" autoComplete="username" value={user.emailAddress} readOnly />
      {hasPassword && (
        <PasswordInput
          label="Current password"
          withAsterisk
          autoComplete="current-password"
          className={classes.half}
          {...field('currentPassword')}
        />
      )}
      <Columns align="start" stackBelow="36em">
        <div>
          <PasswordInput
            label="New password"
            withAsterisk
            autoComplete="new-password"
            description={`At least ${PASSWORD_MIN_LENGTH} characters; a few unrelated words do best.`}
            {...field('password')}
          />
          {password !== '' && (
            <div className={classes.strength} data-level={strength.level}>
              <span className={classes.meter} aria-hidden>
                <i />
                <i />
                <i />
              </span>
              <output>{strength.text}</output>
            </div>
          )}
        </div>
        <PasswordInput label="New password again" withAsterisk autoComplete="new-password" {...field('again')} />
      </Columns>
      <Row gap="8px 12px">
        <Button type="submit" loading={form.submitting}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
        <span className="muted">Signs you out everywhere else.</span>
      </Row>
    </Stack>
  )
  return (
    <Card title="Password">
      {hasPassword ? (
        fields
      ) : (
        <Stack>
          <CardNote>You have no password yet. With one you can sign in while Discord is away, too.</CardNote>
          {confirmed(fields)}
        </Stack>
      )}
    </Card>
  )
}

type Strength = { readonly level: 0 | 1 | 2 | 3; readonly text: string }

/** A rough score that favours length over special characters; the only actual rule is the minimum length. */
export function passwordStrength(password: string): Strength {
  const missing = PASSWORD_MIN_LENGTH - password.length
  if (missing > 0) return { level: 0, text: `${missing} more ${missing === 1 ? 'character' : 'characters'} needed` }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length
  const distinct = new Set(password.toLowerCase()).size
  if (distinct < 5) return { level: 1, text: 'Weak: mostly the same characters' }
  const score = Math.min(password.length, distinct * 2) + kinds * 2
  if (score >= 24) return { level: 3, text: 'Strong' }
  return score >= 17 ? { level: 2, text: 'Fair: longer is stronger' } : { level: 1, text: 'Weak: add another word' }
}
