import type { Page } from '@playwright/test'
import { apiOf, type CallApi, type PortalAccess } from '../support/api.ts'

/** Accounts of the demo, by the first part of their addresses. */
export type Who = 'root' | 'admin' | 'officer' | 'dispatcher' | 'fire' | 'civilian' | 'legal'
export type Sessions = { readonly portal: PortalAccess; readonly tokens: Readonly<Record<string, string>> }

/** Told by the setup to the processes of the tests, as a variable of their environment. */
const sessions = (): Sessions => JSON.parse(process.env.PICTURES_SESSIONS ?? '') as Sessions
const tokenOf = (who: Who): string => sessions().tokens[who] ?? ''

/** Calls the API as one of them. */
export const as = (who: Who): CallApi => apiOf(sessions().portal, tokenOf(who))

/** Every page opened from now on is theirs. */
export const signInAs = (page: Page, who: Who): Promise<unknown> =>
  page.addInitScript(([token]) => localStorage.setItem('token', token), [tokenOf(who)] as const)
