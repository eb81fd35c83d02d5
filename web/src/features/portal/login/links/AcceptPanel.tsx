import { Button, Text } from '@mantine/core'
import type { InvitationOffer } from '@tenfour/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../../platform/api/api-error.ts'
import { DEFAULT_RETURN_URL } from '../../../../platform/session/return-url.ts'
import { signOut } from '../../../../platform/session/session.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { Banner } from '../../../../ui/Banner.tsx'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { withReason } from '../../../people/invitations/invitations.port.ts'
import { LOGIN_PANEL, LoginHelp } from '../LoginFrame.port.tsx'
import { accept } from './link.queries.ts'

type Member = NonNullable<InvitationOffer['member']>
type AcceptPanelProps = { code: string; member: Member; onAccepted: () => Promise<unknown>; onRefused: (error: unknown) => void }

/** For someone who is signed in: what they would gain, or why they can't. */
export function AcceptPanel({ code, member: { name, gains, refusal }, onAccepted, onRefused }: AcceptPanelProps) {
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const submit = async () => {
    setFailure(null)
    try {
      await accept(code)
      await onAccepted()
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return onRefused(error)
      setFailure(errorInfo(withReason(error)))
    }
  }
  const home = (label: string, isMain: boolean) => (
    <Button size="md" fullWidth variant={isMain ? 'filled' : 'default'} renderRoot={(props) => <Link to={DEFAULT_RETURN_URL} {...props} />}>
      {label}
    </Button>
  )
  return (
    <>
      <section className={LOGIN_PANEL} aria-label="Accept the invitation">
        <FormError error={failure} />
        {refusal === null ? (
          <>
            <div>
              <Text fw={600}>You get</Text>
              <Stack as="ul" gap={2}>
                {gains.map((gain) => (
                  <li key={gain}>{gain}</li>
                ))}
              </Stack>
            </div>
            <Stack gap={8}>
              <ActionButton size="md" fullWidth action={submit}>
                Join as you, {name}
              </ActionButton>
              {home('Not now', false)}
            </Stack>
          </>
        ) : (
          <>
            <Banner tone="info" title={`You can’t accept this invitation, ${name}.`}>
              {refusal}
            </Banner>
            {home('Go to your home page', true)}
          </>
        )}
      </section>
      <LoginHelp>
        Not {name}? <TextButton onClick={signOut}>Sign out</TextButton>
      </LoginHelp>
    </>
  )
}
