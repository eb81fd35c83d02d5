import { expect } from '@playwright/test'
import type { Account, Portal } from './portal.ts'

export type CallApi = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<T>
type At = Pick<Portal, 'url' | 'apiKey'>

/** Calls of the API in the name of whoever holds the token. */
export const apiOf =
  (portal: At, token: string): CallApi =>
  async <T>(method: string, path: string, body?: unknown) => {
    const headers = { 'x-api-key': portal.apiKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${portal.url}${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    const text = await response.text()
    expect(response.ok, `${method} ${path} answered ${response.status}: ${text}`).toBe(true)
    return JSON.parse(text) as T
  }

/** A new session of this account, without the browser. */
export async function createSession(portal: At, account: Pick<Account, 'email' | 'password'>): Promise<string> {
  const response = await fetch(`${portal.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'x-api-key': portal.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress: account.email, password: account.password }),
  })
  const token = response.headers.get('x-idp-token')
  if (!response.ok || !token) throw new Error(`${account.email} could not sign in: ${response.status} ${await response.text()}`)
  return token
}
