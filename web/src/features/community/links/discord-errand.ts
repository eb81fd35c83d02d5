import { z } from 'zod'
import { isOwnPath } from '../../../platform/session/return-url.ts'
import { tabStore, type KeyValueStore } from '../../../platform/storage/storage.ts'

/** The errand of this tab at Discord. Only this tab keeps it: a code that comes back to another tab is not accepted. */
const Errand = z.object({
  purpose: z.enum(['link', 'sign-in', 'join', 'confirm', 'apply']),
  tabSecret: z.string(),
  /** The page to show afterwards. */
  returnTo: z.string().refine(isOwnPath),
})
export type DiscordErrand = z.infer<typeof Errand>

const KEY = 'discord'

export const keepErrand = (errand: DiscordErrand, store: KeyValueStore = tabStore): void => store.setItem(KEY, JSON.stringify(errand))

/** Can be taken once. */
export function takeErrand(store: KeyValueStore = tabStore): DiscordErrand | null {
  const text = store.getItem(KEY)
  store.removeItem(KEY)
  if (text === null) return null
  try {
    return Errand.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
