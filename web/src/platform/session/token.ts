import { localStore } from '../storage/storage.ts'

export const TOKEN_KEY = 'token'

export const getToken = (): string | null => localStore.getItem(TOKEN_KEY)
export const setToken = (token: string): void => localStore.setItem(TOKEN_KEY, token)
export const clearToken = (): void => localStore.removeItem(TOKEN_KEY)
