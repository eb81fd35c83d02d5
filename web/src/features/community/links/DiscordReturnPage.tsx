import { Button, Loader } from '@mantine/core'
import { REGISTRATION_PATH } from '@tenfour/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { portalConfig } from '../../../platform/config/config.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { DEFAULT_RETURN_URL, loginUrlFor } from '../../../platform/session/return-url.ts'
import { getToken } from '../../../platform/session/token.ts'
import { FormError } from '../../../ui/FormError.tsx'
import classes from './Discord.module.css'
import { DiscordButton } from './DiscordButton.port.tsx'
import type { DiscordErrand } from './discord-errand.ts'
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
      if (outcome.kind === 'proved') notify.success(`Your Discord account ${outcome.username} is proved`)
      if (outcome.kind === 'joined') notify.success(`Welcome to ${portalConfig().communityName}`)
      if (outcome.kind === 'confirmed') await refreshLink()
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

function Failure({ failed: { message, code, errand } }: { failed: Failed }) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  // Come back in another tab, a link has no errand here. Someone who is signed in was linking.
  const purpose = errand?.purpose ?? (getToken() === null ? 'sign-in' : 'link')
  const { joinsByDiscord, communityName } = portalConfig()
  const isNew = purpose === 'sign-in' && code === 'conflict' && joinsByDiscord === true
  const isMember = purpose === 'join' && (code === 'conflict' || code === 'credentials_invalid')
  const canJoin = isNew || (purpose === 'join' && !isMember && code !== 'feature_off')
  const title = isNew
    ? 'You have no account here yet'
    : isMember && code === 'conflict'
      ? 'You already have an account here'
      : TITLES[isMember ? 'sign-in' : purpose]
  // A member whose address is taken links their Discord account there, once they are signed in.
  const returnTo = isMember && code === 'conflict' ? SETTINGS : (errand?.returnTo ?? DEFAULT_RETURN_URL)
  const isSignedIn = purpose === 'link' || purpose === 'confirm'
  const isApplying = purpose === 'apply'
  const back = isApplying ? REGISTRATION_PATH : isSignedIn ? (errand?.returnTo ?? SETTINGS) : errand ? loginUrlFor(returnTo) : '/login'
  return (
    <>
      <h1 ref={heading} className={classes.title} tabIndex={-1}>
        {title}
      </h1>
      {isNew ? (
        <p className={classes.lead}>
          Members of our Discord server can join. Discord then also tells {communityName} your email address, and that you are a member.
        </p>
      ) : (
        <FormError error={{ message }} />
      )}
      {canJoin && <DiscordButton purpose="join" returnTo={() => returnTo} />}
      <Button size="md" fullWidth variant={canJoin ? 'default' : 'filled'} onClick={() => void navigate({ href: back, replace: true })}>
        {isApplying ? 'Back to your application' : isSignedIn ? 'Back to account settings' : 'Sign in with your password'}
      </Button>
      {purpose === 'sign-in' && !isNew && <DiscordButton returnTo={() => returnTo} />}
    </>
  )
}

const SETTINGS = '/user/settings'
const TITLES: Readonly<Record<DiscordErrand['purpose'], string>> = {
  link: 'Your Discord account was not linked',
  confirm: 'You were not confirmed with Discord',
  'sign-in': 'You are not signed in',
  join: 'You have not joined',
  apply: 'Your Discord account was not proved',
}
