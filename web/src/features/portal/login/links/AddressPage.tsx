import { Button, Text } from '@mantine/core'
import { confirmAddress } from '@tenfour/contract'
import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { portalConfig } from '../../../../platform/config/config.ts'
import { errorInfo, type ErrorInfo } from '../../../../ui/error-info.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { Stack } from '../../../../ui/layout.tsx'
import { LOGIN_PANEL, LoginFrame, LoginHelp } from '../LoginFrame.port.tsx'

/** Confirms a new email address by the code of a mailed link, which stays behind `#`. */
export function AddressPage() {
  // The page stays as it is while the one that follows is loading.
  const code = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).hash }).trim()
  return <Confirm key={code} code={code} />
}

function Confirm({ code }: { code: string }) {
  const [confirmed, setConfirmed] = useState<string | null>(null)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [isPending, setPending] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (confirmed !== null) heading.current?.focus({ preventScroll: true })
  }, [confirmed])
  const confirm = async () => {
    setPending(true)
    setFailure(null)
    await call(confirmAddress, { body: { code } }).then(
      ({ emailAddress }) => setConfirmed(emailAddress),
      (error: unknown) => setFailure(errorInfo(error)),
    )
    setPending(false)
  }
  return (
    <LoginFrame
      headingRef={heading}
      title={confirmed === null ? 'Confirm your email address' : 'Your email address is changed'}
      lead={portalConfig().communityName}
    >
      <Stack className={LOGIN_PANEL}>
        <FormError error={failure} />
        {confirmed !== null ? (
          <Text style={{ overflowWrap: 'anywhere' }}>
            You sign in with <b>{confirmed}</b> from now on.
          </Text>
        ) : code === '' ? (
          <Text>This address has no code. Open the whole link from the mail again.</Text>
        ) : (
          <>
            <Text>You asked for a mail to a new address. Confirm it, and you sign in with it from now on.</Text>
            <Button size="md" fullWidth aria-busy={isPending || undefined} onClick={isPending ? undefined : () => void confirm()}>
              Confirm
            </Button>
          </>
        )}
      </Stack>
      <LoginHelp>
        <Link to="/user/home">Go to the portal</Link>
      </LoginHelp>
    </LoginFrame>
  )
}
