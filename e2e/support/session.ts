import { expect, type Page } from '@playwright/test'
import { createSession } from './api.ts'
import type { Account, Portal } from './portal.ts'

/** Where the web app keeps the token. */
const TOKEN_KEY = 'token'

/** Signs in as a person does. Ends when the login page is left. */
export async function signIn(page: Page, account: Pick<Account, 'email' | 'password'>, { path = '/login' } = {}): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email address').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** Gives the page a signed-in session at once, for tests that are about something else. */
export async function withSession(page: Page, portal: Portal, account: Pick<Account, 'email' | 'password'>): Promise<void> {
  const token = await createSession(portal, account)
  // Any answer of the portal's origin will do to reach its storage; this one runs no code of the app.
  await page.goto(`${portal.url}/portal-config.json`)
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [TOKEN_KEY, token] as const)
}
