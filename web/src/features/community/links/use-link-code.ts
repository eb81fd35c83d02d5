import { linkByDiscordCode, readDiscordLinkCode } from '@tenfour/contract'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../../platform/api/client.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { refreshLink } from './links.queries.ts'

/** Links with the code of `/link` that an address such as /user/settings#discord=CODE carries. `run` shows what goes wrong. */
export function useLinkCode(run: (work: () => Promise<unknown>) => Promise<void>): void {
  const navigate = useNavigate()
  const hash = useRouterState({ select: ({ location }) => location.hash })
  const code = new URLSearchParams(hash).get('discord')
  const take = useEffectEvent((given: string) => {
    void navigate({ to: '.', hash: '', replace: true, resetScroll: false })
    void run(() => linkWith(given))
  })
  useEffect(() => {
    if (code) take(code)
  }, [code])
}

async function linkWith(code: string): Promise<void> {
  const { username, displayName } = await call(readDiscordLinkCode, { body: { code } })
  const isSure = await confirm({
    title: `Link Discord account ${displayName} to your account?`,
    body: 'The owner of this Discord account can then sign in as you. Go on only if you used /link in Discord yourself just now.',
    subject: username,
    confirmLabel: 'Link',
    startsAtCancel: true,
  })
  if (!isSure) return
  const link = await call(linkByDiscordCode, { body: { code } })
  await refreshLink()
  notify.success(`Your Discord account ${link.username} is linked`)
}
