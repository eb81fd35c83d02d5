import type { DiscordStarted } from '@tenfour/contract'
import { useEffect, useEffectEvent } from 'react'
import { keepErrand, type DiscordErrand } from './discord-return.ts'

/** Leaves for Discord's page. `ask` calls the portal: the sign-in, which every page carries, knows nothing of linking. */
export async function startDiscord(
  purpose: DiscordErrand['purpose'],
  ask: (origin: string) => Promise<DiscordStarted>,
  returnTo: string,
): Promise<void> {
  const { url, tabSecret } = await ask(window.location.origin)
  keepErrand({ purpose, tabSecret, returnTo })
  window.location.assign(url)
}

/** For those who come back from Discord's page by the browser's back button, which may show the page from memory as it was left. */
export function usePageRestored(onRestored: () => void): void {
  const restore = useEffectEvent(onRestored)
  useEffect(() => {
    const listen = ({ persisted }: PageTransitionEvent) => void (persisted && restore())
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  }, [])
}
