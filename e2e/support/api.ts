import { expect } from '@playwright/test'

export type Account = { readonly email: string; readonly name: string; readonly password: string }
export type CallApi = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<T>
/** A portal's address and its web client key. */
export type PortalAccess = { readonly url: string; readonly apiKey: string }

/** Calls the API with this token. */
export const apiOf =
  (portal: PortalAccess, token: string): CallApi =>
  async <T>(method: string, path: string, body?: unknown) => {
    const headers = { 'x-api-key': portal.apiKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${portal.url}${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) })
    const text = await response.text()
    expect(response.ok, `${method} ${path} answered ${response.status}: ${text}`).toBe(true)
    return JSON.parse(text) as T
  }

/** Signs in without a browser and returns the token. */
export async function createSession(portal: PortalAccess, account: Pick<Account, 'email' | 'password'>): Promise<string> {
  const response = await fetch(`${portal.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'x-api-key': portal.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ emailAddress: account.email, password: account.password }),
  })
  const token = response.headers.get('x-idp-token')
  if (!response.ok || !token) throw new Error(`${account.email} could not sign in: ${response.status} ${await response.text()}`)
  return token
}
