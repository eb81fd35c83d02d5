import { readFile } from 'node:fs/promises'
import { DEPARTMENT, UNIT_CLASS } from '@tenfour/contract'
import { apiOf, createSession } from './support/api.ts'
import { expect, panel, test } from './support/dispatch.ts'

const CALLS = { direction: 'row', areas: [{ level: 1, share: 1, tabs: ['calls'], active: 'calls' }] }

test(
  "a layout is saved, exported, imported and chosen; the department's default is there to return to",
  { tag: '@full' },
  async ({ evening, portal }) => {
    const { page } = await evening.join('firefighter', 'E-51')
    page.on('dialog', (dialog) => void dialog.accept())
    const openMenu = () => page.getByRole('button', { name: 'Panels', exact: true }).click()
    const choose = async (item: string) => {
      await openMenu()
      await page.getByRole('menu').getByText(item, { exact: true }).click()
    }
    const dialog = page.getByRole('dialog', { name: 'Layouts' })
    const importFile = async (name: string, content: string) => {
      const chooser = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Import' }).click()
      await (await chooser).setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
    }

    await choose('Map')
    await expect(panel(page, 'map')).toHaveCount(0)
    await choose('Save or manage layouts…')
    await expect(dialog.getByText('You have not saved a layout yet.')).toBeVisible()
    await dialog.getByLabel('Save the desktop as it is now').fill('Without the map')
    await page.keyboard.press('Enter')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export Without the map' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    await importFile('layout.json', file.replace('"units"', '"<script>"'))
    await expect(dialog.getByRole('alert')).toContainText('A panel is named with small letters and hyphens')
    await importFile('layout.json', file)
    await expect(dialog.getByRole('button', { name: 'Use Without the map 2' })).toBeVisible()
    // Only those who head the department, and staff, set its default.
    await expect(dialog.getByText(/^Default of/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await choose('Reset layout')
    await expect(panel(page, 'map')).toBeVisible()

    const staff = apiOf(portal, await createSession(portal, portal.root))
    const setDefault = (layout: object | null, version: number) =>
      staff('PUT', `/api/cad/layouts/departments/${DEPARTMENT.FIRE}`, { unitClass: UNIT_CLASS.Fire, size: 'wide', layout, version })
    await setDefault(CALLS, 0)
    try {
      await page.reload()
      await expect(panel(page, 'calls')).toBeVisible()
      await expect(panel(page, 'units')).toHaveCount(0)
      await choose('Without the map 2')
      await expect(panel(page, 'units')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Panels', exact: true })).toBeFocused()
      await choose('As FIRE has it')
      await expect(panel(page, 'units')).toHaveCount(0)
      await choose('As shipped')
      await expect(panel(page, 'map')).toBeVisible()
    } finally {
      await setDefault(null, 1)
    }
  },
)
