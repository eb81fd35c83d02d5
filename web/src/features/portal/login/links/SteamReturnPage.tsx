import { Button, Loader } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { portalConfig } from '../../../../platform/config/config.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { getToken } from '../../../../platform/session/token.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { Row, Stack } from '../../../../ui/layout.tsx'
import { finishProof } from '../../../people/steam-claims/steam-claims.port.ts'
import { LOGIN_PANEL, LoginFrame } from '../LoginFrame.port.tsx'

const SETTINGS = '/user/settings'

/** Steam sends the browser back here. */
export function SteamReturnPage() {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string | null>(null)
  const isStarted = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    const finish = async () => {
      const outcome = await finishProof()
      if (outcome.kind === 'failed') return setFailure(outcome.message)
      if (outcome.kind === 'proved') notify.success(`Your Steam account ${outcome.steamHex} is proved`)
      else notify.error(`Another member has proved the Steam account ${outcome.steamHex} too. The staff decide whose it is.`)
      await navigate({ href: SETTINGS, replace: true })
    }
    void finish()
  }, [navigate])
  useEffect(() => {
    if (failure !== null) heading.current?.focus({ preventScroll: true })
  }, [failure])

  return (
    <LoginFrame
      headingRef={heading}
      title={failure === null ? 'Steam' : 'Your Steam account was not proved'}
      lead={portalConfig().communityName}
    >
      <Stack className={LOGIN_PANEL}>
        {failure === null ? (
          <Row as="output" gap={12} nowrap>
            <Loader size="sm" aria-hidden /> One moment…
          </Row>
        ) : (
          <>
            <FormError error={{ message: failure }} />
            <Button size="md" fullWidth onClick={() => void navigate({ href: getToken() ? SETTINGS : '/login', replace: true })}>
              {getToken() ? 'Back to account settings' : 'Sign in'}
            </Button>
          </>
        )}
      </Stack>
    </LoginFrame>
  )
}
