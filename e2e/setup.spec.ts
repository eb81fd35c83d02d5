import { test as plain, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectPageAccessible } from './support/accessible.ts'
import { startPortal } from './support/portal.ts'
import { expect } from './support/test.ts'

/** Tab until it has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab never reached it')
}

plain('a new portal leads to its set-up, takes the printed code once, and signs the first person in', async ({ page }) => {
  const portal = await startPortal({ withRoot: false })
  try {
    const [code] = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(portal.output()) ?? []
    await page.goto(`${portal.url}/`)
    await expect(page).toHaveURL(`${portal.url}/setup`)
    await expectPageAccessible(page)
    const own = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(own)

    await plain.step('half-typed data is not lost without a question, and cancelling a browser-back stays on the page', async () => {
      const question = '1 change on this page is lost.'
      await page.goto(`${portal.url}/api/docs`)
      await page.goto(`${portal.url}/404`)
      await page.getByRole('link', { name: 'Click here to take me back home' }).click()
      await expect(page).toHaveURL(`${portal.url}/setup`)
      await page.getByLabel(/community/i).fill('Half typed')
      for (let round = 0; round < 2; round += 1) {
        await page.evaluate(() => window.history.back())
        await expect(page.getByText(question)).toBeVisible()
        await page.getByRole('button', { name: /stay|cancel/i }).click()
        await expect(page.getByText(question)).toHaveCount(0)
        await expect(page).toHaveURL(`${portal.url}/setup`)
        await expect(page.getByLabel(/community/i)).toHaveValue('Half typed')
      }
      await page.evaluate(() => window.history.back())
      await page.getByRole('button', { name: /leave/i }).click()
      await expect(page).not.toHaveURL(`${portal.url}/setup`)
      await page.goto(`${portal.url}/setup`)
    })

    const fill = async (given: string, password = 'correct horse battery') => {
      await page.getByLabel(/code/i).fill(given)
      await page.getByLabel(/community/i).fill('San Andreas Division')
      await page.getByLabel(/your name/i).fill('Rosa Delgado')
      await page.getByLabel(/email/i).fill('rosa@example.com')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Password again', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
    }
    await fill('AAAA-AAAA-AAAA', 'short')
    await expect(page.getByText('A password has at least 10 characters').first()).toBeVisible()
    await fill('AAAA-AAAA-AAAA')
    await expect(page.getByText('This is not the code printed in the console').first()).toBeVisible()
    await expectAccessible(page)
    await fill(code ?? '')
    await expect(page).toHaveURL(`${portal.url}/user/home`)
    await expect(page.getByRole('heading', { name: /Rosa/ })).toBeVisible()
    await page.goto(`${portal.url}/setup`)
    await expect(page).toHaveURL(`${portal.url}/user/home`)

    await plain.step('the founder is asked to ask nobody, and joins a department by keyboard', async () => {
      const steps = page.getByRole('listitem').filter({ has: page.locator('strong') })
      await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
      await expect(page.getByText(/chain of command/)).toHaveCount(0)
      await expectAccessible(page)
      await tabTo(page, page.getByRole('button', { name: 'Join LSPD' }))
      await page.keyboard.press('Enter')
      await expect(steps.filter({ hasText: 'Join a department (done)' })).toContainText('You are in LSPD.')
      await expect(page.getByRole('link', { name: /^Open (?!the CAD)/ })).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Add a user' })).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(page.getByRole('link', { name: 'Open the CAD' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${portal.url}/cad`)
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: /Go on duty/ })).toBeVisible()
    })

    await plain.step('a step is done once the portal knows, and the steps stay dismissed', async () => {
      await portal.command('user', 'create', '--name', 'Second', '--email', 'second@example.com')
      await page.goto(`${portal.url}/user/home`)
      await expect(page.getByText('Add members (done)')).toBeAttached()
      await expect(page.getByText('2 accounts.')).toBeVisible()
      await tabTo(page, page.getByRole('button', { name: 'Dismiss' }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0)
      await expect(page.locator('#main')).toBeFocused()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Go to' })).toBeVisible()
      await expect(page.getByRole('heading', { name: 'First steps' })).toHaveCount(0)
    })
  } finally {
    await portal.stop()
  }
})
