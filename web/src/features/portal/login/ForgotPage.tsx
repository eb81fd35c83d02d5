import { Button, Text, TextInput } from '@mantine/core'
import { EmailAddress, RESET_LINK_MINUTES, sendPasswordLink } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { portalConfig } from '../../../platform/config/config.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { LOGIN_PANEL, LoginFrame, LoginHelp } from './LoginFrame.port.tsx'

/** Asks for an email address and has a link for a new password mailed to it. */
export function ForgotPage() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (sentTo !== null) heading.current?.focus({ preventScroll: true })
  }, [sentTo])
  return (
    <LoginFrame
      headingRef={heading}
      title={sentTo === null ? 'Forgot your password?' : 'Check your mail'}
      lead={portalConfig().communityName}
    >
      {!portalConfig().hasMail ? <NoMail /> : sentTo === null ? <AddressForm onSent={setSentTo} /> : <Sent to={sentTo} />}
      <LoginHelp>
        <Link to="/login" activeOptions={{ exact: true }}>
          Back to the sign-in
        </Link>
      </LoginHelp>
    </LoginFrame>
  )
}

const AskedAddress = z.object({ emailAddress: EmailAddress })

function AddressForm({ onSent }: { onSent: (emailAddress: string) => void }) {
  const form = useZodForm(AskedAddress, { emailAddress: '' })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = async (body: z.output<typeof AskedAddress>) => {
    await call(sendPasswordLink, { body })
    onSent(body.emailAddress)
  }
  return (
    <form className={LOGIN_PANEL} noValidate aria-label="Forgot password" onSubmit={form.submit(submit)}>
      <FormError error={form.failure} />
      <Text>Enter the email address of your account. You get a mail with a link to set a new password.</Text>
      <TextInput
        ref={field}
        label="Email address"
        type="email"
        size="md"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('emailAddress')}
      />
      <Button type="submit" size="md" fullWidth loading={form.submitting}>
        Send link
      </Button>
    </form>
  )
}

const Sent = ({ to }: { to: string }) => (
  <Stack className={LOGIN_PANEL}>
    <Text style={{ overflowWrap: 'anywhere' }}>
      If an account has the address <b>{to}</b>, a mail with a link is on its way. The link works once, for {RESET_LINK_MINUTES} minutes.
    </Text>
    <Text c="dimmed" size="sm">
      No mail after a few minutes? Look in your junk folder, and check that this is the address that you sign in with. Staff can give you a
      link too.
    </Text>
  </Stack>
)

const NoMail = () => (
  <div className={LOGIN_PANEL}>
    <Text>This portal sends no mails. Ask your community’s staff for a link with which you set a new password.</Text>
  </div>
)
