import { z } from 'zod'
import { isOwnPath } from '../../../platform/session/return-url.ts'
import { tabStore, type KeyValueStore } from '../../../platform/storage/storage.ts'

/** The errand of this tab at Discord. Only this tab keeps it: a code that comes back to another tab is not accepted. */
const Errand = z.object({
  purpose: z.enum(['link', 'sign-in']),
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

/** Discord's answer in the address it sends the browser to: a code, or the reason for none. */
export type DiscordAnswer = { readonly code: string; readonly state: string } | { readonly error: string }

let answer: DiscordAnswer | null = null

/** Moves Discord's answer from the address into memory. False if the address has none. */
export function keepAnswer(search: string): boolean {
  const given = new URLSearchParams(search)
  const [code, state, error] = [given.get('code'), given.get('state'), given.get('error')]
  if (error !== null) answer = { error }
  else if (code !== null && state !== null) answer = { code, state }
  return given.size > 0
}

/** Can be taken once. */
export function takeAnswer(): DiscordAnswer | null {
  const taken = answer
  answer = null
  return taken
}
