import type { CurrentUser } from '@tenfour/contract'
import type { Browser, Page } from '@playwright/test'
import type { Account, Portal } from './portal.ts'
import { apiOf, createSession } from './api.ts'
import { withSession } from './session.ts'
import { expect } from './test.ts'

/** Another person in another browser, whose page stays open. */
export async function atAnotherMachine(browser: Browser, portal: Portal, account: Account, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  await withSession(page, portal, account)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const card = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

export async function openMember(page: Page, name: string): Promise<void> {
  await page.goto(`/staff/members?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(heading(page)).toContainText(name)
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
}

export async function addToDepartment(portal: Portal, account: Account, departmentId: number): Promise<void> {
  const { userId, name, emailAddress, version } = await apiOf(portal, await createSession(portal, account))<CurrentUser>(
    'GET',
    '/api/auth/me',
  )
  const userDepartments = [{ departmentId, rankId: null, isPrimary: true }]
  const user = { name, emailAddress, version, userPermissions: [], userDepartments }
  const asRoot = apiOf(portal, await createSession(portal, portal.root))
  await asRoot('PUT', `/api/user/UpdateUserAsync/${userId}/true`, { user })
}
