import { expect, type Page } from '@playwright/test'
import { createSession } from './api.ts'
import type { Account, Portal } from './portal.ts'

/** Where the web app stores the token. */
const TOKEN_KEY = 'token'

/** Signs in through the form and waits until the login page is left. */
export async function signIn(page: Page, account: Pick<Account, 'email' | 'password'>, { path = '/login' } = {}): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email address').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** Gives the page a session directly, for tests that are not about signing in. */
export async function withSession(page: Page, portal: Portal, account: Pick<Account, 'email' | 'password'>): Promise<void> {
  const token = await createSession(portal, account)
  // Any response from the portal's origin gives access to its storage; this one runs no app code.
  await page.goto(`${portal.url}/portal-config.json`)
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN_KEY, token] as const)
}
