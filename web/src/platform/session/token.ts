import { localStore, type KeyValueStore } from '../storage/storage.ts'
import { originMatches } from '@tenfour/contract'
import { z } from 'zod'

export const TOKEN_KEY = 'token'

const listeners = new Set<(isThere: boolean) => void>()
/** The listener is told whether there is a token, whenever it is stored or removed in this tab. */
export function onToken(listener: (isThere: boolean) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const getToken = (): string | null => localStore.getItem(TOKEN_KEY)
export function setToken(token: string): void {
  localStore.setItem(TOKEN_KEY, token)
  for (const listener of listeners) listener(true)
}
export function clearToken(): void {
  localStore.removeItem(TOKEN_KEY)
  for (const listener of listeners) listener(false)
}

const DEVICE_KEY = 'device'
const DEVICE_BYTES = 18

/** Identifies this browser to the portal. Kept after sign-out: it neither identifies the user nor grants access. */
export function deviceOf(store: KeyValueStore): string {
  const kept = store.getItem(DEVICE_KEY)
  if (kept && /^[\w+/]{20,64}$/.test(kept)) return kept
  const made = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(DEVICE_BYTES))))
  store.setItem(DEVICE_KEY, made)
  return made
}

const TokenMessage = z.object({ type: z.literal('token'), token: z.string().trim().min(1).max(500) })

type Allowed = { readonly ownOrigin: string; readonly frameOrigins: readonly string[] }

/** The token in a window message, if it has one and comes from an allowed origin. */
export function tokenFromMessage(
  message: { readonly origin: string; readonly data: unknown },
  { ownOrigin, frameOrigins }: Allowed,
): string | null {
  if (message.origin !== ownOrigin && !originMatches(message.origin, frameOrigins)) return null
  return TokenMessage.safeParse(message.data).data?.token ?? null
}
