import { Button, Loader } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../platform/notify/notify.ts'
import { DEFAULT_RETURN_URL, loginUrlFor } from '../../../platform/session/return-url.ts'
import { getToken } from '../../../platform/session/token.ts'
import { FormError } from '../../../ui/FormError.tsx'
import classes from './Discord.module.css'
import { DiscordButton } from './DiscordButton.port.tsx'
import { finishDiscord, type Outcome } from './finish-discord.ts'
import { refreshLink } from './links.queries.ts'
import { Row } from '../../../ui/layout.tsx'

type Failed = Extract<Outcome, { kind: 'failed' }>

/** Where Discord sends the browser back to. */
export function DiscordReturnPage() {
  const navigate = useNavigate()
  const [failed, setFailed] = useState<Failed | null>(null)
  const isStarted = useRef(false)

  useEffect(() => {
    if (isStarted.current) return
    isStarted.current = true
    const finish = async () => {
      const outcome = await finishDiscord()
      if (outcome.kind === 'failed') return setFailed(outcome)
      if (outcome.kind === 'linked') {
        notify.success(`Your Discord account ${outcome.link.username} is linked`)
        await refreshLink()
      }
      await navigate({ href: outcome.returnTo, replace: true })
    }
    void finish()
  }, [navigate])

  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      <div className={classes.box}>
        {failed ? (
          <Failure failed={failed} />
        ) : (
          <>
            <h1 className={classes.title}>Discord</h1>
            <Row as="output" gap={12} nowrap>
              <Loader size="sm" aria-hidden /> One moment…
            </Row>
          </>
        )}
      </div>
    </main>
  )
}

function Failure({ failed: { message, errand } }: { failed: Failed }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // Come back in another tab, a link has no errand here. Someone who is signed in was linking.
  const isLink = errand ? errand.purpose === 'link' : getToken() !== null
  const returnTo = errand?.returnTo ?? DEFAULT_RETURN_URL
  const back = isLink ? (errand?.returnTo ?? '/user/settings') : errand ? loginUrlFor(returnTo) : '/login'
  return (
    <>
      <h1 ref={heading} className={classes.title} tabIndex={-1}>
        {isLink ? 'Your Discord account was not linked' : 'You are not signed in'}
      </h1>
      <FormError error={{ message }} />
      <Button size="md" fullWidth onClick={() => void navigate({ href: back, replace: true })}>
        {isLink ? 'Back to account settings' : 'Sign in with your password'}
      </Button>
      {!isLink && <DiscordButton returnTo={() => returnTo} />}
    </>
  )
}
