import { getDiscordJoining, getDiscordLink, getMemberDiscordLink, type DiscordStarted } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { useEffect, useEffectEvent } from 'react'
import { keepErrand, type DiscordErrand } from './discord-errand.ts'

export const linkQuery = queryOptions({
  queryKey: ['discord', 'link'],
  queryFn: ({ signal }) => call(getDiscordLink, { quiet: true, signal }),
  // Linking with a code may have happened in another tab.
  refetchOnWindowFocus: true,
  meta: { handled: true },
})

export const memberLinkQuery = (userId: number) =>
  queryOptions({
    queryKey: ['discord', 'link', userId],
    queryFn: ({ signal }) => call(getMemberDiscordLink, { params: { userId }, quiet: true, signal }),
    meta: { handled: true },
  })

export const joiningQuery = queryOptions({
  queryKey: ['discord', 'joining'],
  queryFn: ({ signal }) => call(getDiscordJoining, { quiet: true, signal }),
  staleTime: 0,
  meta: { handled: true },
})

export const refreshLink = (): Promise<void> => queryClient.invalidateQueries({ queryKey: linkQuery.queryKey })

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
