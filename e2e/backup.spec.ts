import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as plain } from '@playwright/test'
import { expectAccessible, expectPageAccessible } from './support/accessible.ts'
import { startPortal } from './support/portal.ts'
import { signIn } from './support/session.ts'

const PASS = 'seven words that nobody would ever guess'

/** A restore makes every table anew. */
const RESTORE_MS = 180_000

const JOURNEY = 'a community is backed up, restored at the set-up of a new portal, and a backup that failed is found on home'
plain(JOURNEY, { tag: '@full' }, async ({ page }) => {
  plain.setTimeout(3 * RESTORE_MS)
  const [first, second] = await Promise.all([startPortal(), startPortal({ withRoot: false })])
  try {
    const file = join(first.dataDir, 'downloaded.backup')
    await plain.step('Root sets backups up, backs up now, and downloads the file', async () => {
      await signIn(page, first.root, { path: `${first.url}/login` })
      await page.goto(`${first.url}/admin/health`)
      await page.getByRole('button', { name: 'Set up backups' }).click()
      await page.getByRole('textbox', { name: 'Pass phrase' }).fill(PASS)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(/every day at \d\d:00/)).toBeVisible()
      const backUp = page.getByRole('button', { name: 'Back up now' })
      await backUp.click()
      await expect(page.getByText(/^(Backing up|Reading the file back)/)).toBeVisible()
      await expect(page.getByText('Read back', { exact: true })).toBeVisible()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download' }).first().click()
      await (await download).saveAs(file)
    })

    await plain.step('the new portal takes it with the code and the pass phrase, and shows what is in it', async () => {
      const [code = ''] = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(second.output()) ?? []
      await page.goto(`${second.url}/setup`)
      await page.getByRole('button', { name: 'Restore it' }).press('Enter')
      await expect(page.getByLabel('Set-up code')).toBeFocused()
      await expectPageAccessible(page)
      await page.keyboard.type(code)
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose a file' }).click()
      await (await chooser).setFiles(file)
      const phrase = page.getByRole('textbox', { name: 'Pass phrase of the backup' })
      await phrase.fill('not the pass phrase')
      await page.keyboard.press('Enter')
      await expect(page.getByText(/^The pass phrase is not the one of this backup/)).toBeVisible()
      await phrase.fill(PASS)
      await page.keyboard.press('Enter')
      const preview = page.getByRole('region', { name: 'What is in the backup' })
      await expect(preview.getByRole('heading')).toBeFocused()
      await expect(preview).toContainText('Accounts1')
      await expect(preview).toContainText('This machine does not know who lost access since the backup.')
      await expectAccessible(page)
    })

    await plain.step('it is restored, and its Root signs in', async () => {
      await page.getByRole('button', { name: 'Restore this community' }).press('Enter')
      await expect(page.getByRole('heading', { name: 'The community is restored' })).toBeFocused({ timeout: RESTORE_MS })
      await page.getByRole('link', { name: 'Sign in' }).press('Enter')
      await signIn(page, first.root, { path: `${second.url}/login` })
      await expect(page.getByText('A backup was restored: look through what that changed').first()).toBeVisible()
    })

    await plain.step('a backup fails, and home leads to the reason', async () => {
      const folder = join(second.dataDir, 'other-disk')
      await page.goto(`${second.url}/admin/health`)
      await page.getByRole('button', { name: 'Change the plan' }).click()
      await page.getByRole('textbox', { name: 'Folder' }).fill(folder)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await rm(folder, { recursive: true })
      await writeFile(folder, 'no disk any more')
      await page.getByRole('button', { name: 'Back up now' }).click()
      await expect(page.getByText('Failed', { exact: true }).first()).toBeVisible()
      await page.goto(`${second.url}/user/home`)
      await page
        .getByRole('link', { name: /The last backup failed/ })
        .first()
        .click()
      await expect(page).toHaveURL(`${second.url}/admin/health`)
      await expect(page.getByText('Its reason is in the list.', { exact: false })).toBeVisible()
      await expectPageAccessible(page)
    })
  } finally {
    await Promise.all([first.stop(), second.stop()])
  }
})
