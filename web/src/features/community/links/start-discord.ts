import { startDiscordLink, startDiscordSignIn } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { keepErrand, type DiscordErrand } from './discord-return.ts'

/** Leaves for Discord's page. */
export async function startDiscord(purpose: DiscordErrand['purpose'], returnTo: string): Promise<void> {
  const start = purpose === 'link' ? startDiscordLink : startDiscordSignIn
  const { url, tabSecret } = await call(start, { body: { origin: window.location.origin } })
  keepErrand({ purpose, tabSecret, returnTo })
  window.location.assign(url)
}
