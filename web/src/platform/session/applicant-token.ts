import { localStore } from '../storage/storage.ts'

const KEY = 'application'
/** The token of an application. It opens no session, and is kept beside that of a session. */
export const applicantToken = {
  get: (): string | null => localStore.getItem(KEY),
  set: (token: string): void => localStore.setItem(KEY, token),
  clear: (): void => localStore.removeItem(KEY),
}
