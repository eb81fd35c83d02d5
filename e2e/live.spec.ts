import { signIn } from './support/session.ts'
import { expect, test } from './support/test.ts'

test('a role given while the page is open brings its menu without a reload', async ({ page, portal }) => {
  const account = await portal.createUser({ departments: ['LSPD'] })
  await signIn(page, account)
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(main.getByRole('button', { name: 'Staff' })).toHaveCount(0)
  await page.evaluate(() => ((window as unknown as { isSamePage: boolean }).isSamePage = true))
  await portal.command('user', 'add-role', '--email', account.email, '--role', 'Staff')
  await expect(main.getByRole('button', { name: 'Staff' })).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { isSamePage?: boolean }).isSamePage)).toBe(true)
})

test('a new server appears in an open menu without a reload, also after the connection was lost', async ({
  page,
  portal,
  context,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load/)
  const admin = await portal.createUser({ roles: ['Admin'] })
  await signIn(page, admin)
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const save = (name: string) =>
    fetch(`${portal.url}/api/patrol/server`, {
      method: 'POST',
      headers: { 'x-api-key': portal.apiKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  const stamp = Date.now().toString(36)
  expect((await save(`Live ${stamp}`)).status).toBe(200)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Livemap' }).click()
  await expect(page.getByRole('menuitem', { name: `Live ${stamp}` })).toBeVisible()
  await context.setOffline(true)
  expect((await save(`Missed ${stamp}`)).status).toBe(200)
  await context.setOffline(false)
  await expect(page.getByRole('menuitem', { name: `Missed ${stamp}` })).toBeVisible({ timeout: 60_000 })
})
