import { login, logout, me, signInWithDiscord, type CurrentUser, type DiscordReturn, type LoginPayload } from '@tenfour/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, onUnauthorizedCall } from '../api/client.ts'
import { log } from '../log/log.ts'
import { queryClient, retryTransient } from '../query/query-client.ts'
import { localStore } from '../storage/storage.ts'
import { deviceOf, clearToken, getToken, setToken } from './token.ts'

/** Why a session ended: the user signed out, it was revoked or expired, or the stored token was rejected. */
export type SessionEnd = 'signedOut' | 'expired' | 'refused'

export const currentUserQuery = queryOptions({
  queryKey: ['auth', 'me'],
  queryFn: () => call(me),
  staleTime: Infinity,
  gcTime: Infinity,
  retry: retryTransient,
  retryDelay: (failures) => 300 * 2 ** failures,
  meta: { handled: true },
})

const endListeners = new Set<(reason: SessionEnd) => void>()
export function onSessionEnd(listener: (reason: SessionEnd) => void): () => void {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}

/** The signed-in user; loaded if only the token is there, null if there is none. A rejected token is removed. */
export async function resolveUser(): Promise<CurrentUser | null> {
  if (!getToken()) return null
  try {
    return await queryClient.query({ ...currentUserQuery, staleTime: 'static' })
  } catch (error) {
    if (!getToken()) return null
    throw error
  }
}

/** Removes everything of the session stored in this browser. */
export function endSession(reason: SessionEnd): void {
  clearToken()
  queryClient.clear()
  for (const listener of endListeners) listener(reason)
}

export async function signIn(payload: LoginPayload): Promise<void> {
  signedIn(await call(login, { body: { ...payload, device: deviceOf(localStore) } }))
}

export async function signInByDiscord(given: DiscordReturn): Promise<void> {
  signedIn(await call(signInWithDiscord, { body: { ...given, device: deviceOf(localStore) } }))
}

/** The user of a call that has issued a token. */
export function signedIn(user: CurrentUser): void {
  if (!getToken()) throw new Error('The portal sent no session token')
  queryClient.setQueryData(currentUserQuery.queryKey, user)
}

/** Signs out immediately; the server is told in the background, and if that fails the session expires by itself. */
export function signOut(): void {
  call(logout, { quiet: true }).catch((error: unknown) => log.warning('The portal could not be told of the sign-out', error))
  endSession('signedOut')
}

/** Starts a session with a token from elsewhere; does nothing while there already is a session. */
export function adoptToken(token: string): boolean {
  if (getToken()) return false
  setToken(token)
  return true
}

onUnauthorizedCall(({ isAuthUrl }) => endSession(isAuthUrl ? 'refused' : 'expired'))
