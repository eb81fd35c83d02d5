import type { startDiscordSignIn } from '@tenfour/contract'
import { call } from '../../../platform/api/client.ts'
import { keepErrand, type DiscordErrand } from './discord-return.ts'

/** Both have the same shape. */
type Start = typeof startDiscordSignIn

/** Leaves for Discord's page. The endpoint is passed in: the sign-in, which every page carries, knows nothing of linking. */
export async function startDiscord(purpose: DiscordErrand['purpose'], start: Start, returnTo: string): Promise<void> {
  const { url, tabSecret } = await call(start, { body: { origin: window.location.origin } })
  keepErrand({ purpose, tabSecret, returnTo })
  window.location.assign(url)
}
