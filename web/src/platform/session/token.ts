import { localStore } from '../storage/storage.ts'

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
