import { Button } from '@mantine/core'
import { readDiscordLinkCode, removeDiscordLink, type DiscordLink } from '@tenfour/contract'
import { IconBrandDiscord } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type ReactNode, useEffect, useEffectEvent } from 'react'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import classes from './Discord.module.css'
import { LinkCodeDialog, LinkDialog, type LinkCode } from './LinkDialogs.tsx'
import { LinkedAccount } from './LinkedAccount.tsx'
import { linkQuery, refreshLink } from './links.queries.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'

/** The member's own Discord account, in their settings. `choices` are what follows from being linked. */
export function DiscordCard({ choices }: { choices?: ReactNode }) {
  const own = useQuery(linkQuery)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** The account about to be linked: one to be chosen at Discord's page, or the one that asked for a code. */
  const [linking, setLinking] = useState<'page' | LinkCode | null>(null)
  const body = useRef<HTMLDivElement>(null)

  const focusCard = () => keepFocus(body.current)
  const run = async (work: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(errorInfo(error))
    } finally {
      setBusy(false)
      focusCard()
    }
  }
  const askForCode = async (code: string) => setLinking({ code, ...(await call(readDiscordLinkCode, { body: { code } })) })
  useLinkCode((code) => void run(() => askForCode(code)))
  const startLink = () => {
    setFailure(null)
    setLinking('page')
  }
  const closeDialog = () => {
    setLinking(null)
    focusCard()
  }

  const unlink = async (link: DiscordLink) => {
    const isSure = await confirm({
      title: `Unlink ${link.displayName}?`,
      body: 'You can no longer sign in with it, and the portal takes back the Discord roles it gave you. Other sessions that were signed in with Discord end.',
      confirmLabel: 'Unlink',
      danger: true,
    })
    if (!isSure) return
    await run(async () => {
      await call(removeDiscordLink)
      await refreshLink()
      notify.success('Your Discord account is unlinked')
    })
  }

  return (
    <Card title="Discord">
      <div ref={body} tabIndex={-1} className={classes.body}>
        <div className={classes.failure}>
          <FormError error={failure} />
        </div>
        {own.data?.link ? (
          <Linked link={own.data.link} isBusy={isBusy} choices={choices} onUnlink={(link) => void unlink(link)} />
        ) : own.data ? (
          <NotLinked isAvailable={own.data.isAvailable && !isTablet()} isBusy={isBusy} onLink={startLink} />
        ) : own.isError ? (
          <CardError what="Your Discord account" onRetry={own.refetch} />
        ) : (
          <CardLoading rows={2} />
        )}
      </div>
      {linking === 'page' && <LinkDialog onClose={closeDialog} />}
      {linking !== null && linking !== 'page' && <LinkCodeDialog code={linking} onClose={closeDialog} />}
    </Card>
  )
}

type LinkedProps = { link: DiscordLink; isBusy: boolean; choices: ReactNode; onUnlink: (link: DiscordLink) => void }

function Linked({ link, isBusy, choices, onUnlink }: LinkedProps) {
  return (
    <>
      <LinkedAccount link={link} />
      {choices}
      <Button variant="default" loading={isBusy} onClick={() => onUnlink(link)}>
        Unlink
      </Button>
    </>
  )
}

type NotLinkedProps = { isAvailable: boolean; isBusy: boolean; onLink: () => void }

function NotLinked({ isAvailable, isBusy, onLink }: NotLinkedProps) {
  if (!isAvailable) {
    return <p className={classes.text}>Your account is not linked. If your community has a Discord server, use /link there.</p>
  }
  return (
    <>
      <p className={classes.text}>
        Link your Discord account to get your roles there, and to sign in with it. Your password keeps working.
      </p>
      <Button variant="default" leftSection={<IconBrandDiscord size={18} stroke={1.7} aria-hidden />} loading={isBusy} onClick={onLink}>
        Link Discord account
      </Button>
    </>
  )
}

/** Takes the code of `/link` out of an address such as /user/settings#discord=CODE. */
function useLinkCode(onCode: (code: string) => void): void {
  const navigate = useNavigate()
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const code = new URLSearchParams(hash).get('discord')
  const take = useEffectEvent((given: string) => {
    void navigate({ to: '.', hash: '', replace: true, resetScroll: false })
    onCode(given)
  })
  useEffect(() => {
    if (code) take(code)
  }, [code])
}
