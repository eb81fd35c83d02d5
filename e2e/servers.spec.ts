import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBridge } from '../bridge/build.ts'
import { startGame } from '../bridge/src/simulate/game.ts'
import { expectAccessible } from './support/accessible.ts'
import { createSession } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** For a first visit to a page on a busy machine. */
const PATIENCE = { timeout: 60_000 }

test('an admin adds a server, issues a key that is seen once, rotates it and revokes it', async ({ page, portal, as }) => {
  await as(portal.root)
  await page.goto('/servers/list')
  const name = `Blaine County ${process.pid}`
  await page.getByRole('button', { name: 'Add server' }).click(PATIENCE)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Maximum players' }).fill('many')
  await dialog.getByRole('button', { name: 'Add server' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await expect(dialog.getByText('Enter a whole number')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Address' }).fill('play.example:30120')
  await dialog.getByRole('textbox', { name: 'Maximum players' }).fill('96')
  await dialog.getByRole('button', { name: 'Add server' }).click()

  // Servers of other tests may fill the first page.
  await page.getByRole('searchbox', { name: 'Search name or address' }).fill(name)
  await expect(page).toHaveURL(/[?&]q=Blaine/)
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('Never connected')
  await expect(row).toContainText('– / 96')
  await expectAccessible(page)
  await row.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveURL(/[?&]server=\d+/)
  await expect(page.getByText('No players were reported in this time.')).toBeVisible(PATIENCE)

  await page.getByRole('button', { name: 'Issue key' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Main machine')
  await dialog.getByRole('button', { name: 'Issue key' }).click()
  const lines = dialog.getByText(/^exec @tenfour\/tenfour.cfg\s+set tenfour_url/)
  await expect(lines).toContainText(/set tenfour_key "server_\S{32}"/)
  const [key = ''] = /server_\S{32}/.exec((await lines.textContent()) ?? '') ?? []
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  const keys = page.getByRole('listitem').filter({ hasText: 'Main machine' })
  await expect(keys).toContainText('never used')
  expect(await page.content()).not.toContain(key)

  await keys.getByRole('button', { name: 'Rotate Main machine' }).click()
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  await expect(dialog.getByText(/^server_/)).not.toHaveText(key)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(keys).toHaveCount(2)
  const replaced = keys.filter({ hasText: 'Replaced' })
  await replaced.getByRole('button', { name: 'Revoke Main machine' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('No longer valid (1)')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Retire' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire server' }).click()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible()
})

test(
  'a push shows which server acknowledged and which is not connected; units and calls follow without a reload',
  { tag: '@full' },
  async ({ page, portal, as }) => {
    const headers = async (account: Parameters<typeof createSession>[1]) => ({
      'x-api-key': portal.apiKey,
      'content-type': 'application/json',
      authorization: `Bearer ${await createSession(portal, account)}`,
    })
    const send = async (account: Parameters<typeof createSession>[1], path: string, body: object) => {
      const answer = await fetch(`${portal.url}${path}`, { method: 'POST', headers: await headers(account), body: JSON.stringify(body) })
      expect(answer.status, path).toBe(200)
      return (await answer.json()) as { serverId: number }
    }
    const [here, away] = [`Here ${process.pid}`, `Away ${process.pid}`]
    const { serverId } = await send(portal.root, '/api/patrol/server', { name: here })
    await send(portal.root, '/api/patrol/server', { name: away, environment: 'dev' })
    const printed = await portal.command('key', 'issue', '--kind', 'server', '--name', 'Pushed to', '--server', String(serverId))
    const folder = mkdtempSync(join(tmpdir(), 'tenfour-e2e-push-'))
    const game = await startGame({
      folder: await buildBridge(folder),
      url: portal.url,
      key: printed.trim().split('\n').at(-1) ?? '',
      players: 3,
    })
    try {
      await as(portal.root)
      await page.goto(`/servers/list?q=${process.pid}`)
      const row = page.getByRole('row', { name: here })
      await expect(row).toContainText('Online', PATIENCE)
      await expect(row).toContainText('Up to date', PATIENCE)
      await page.getByRole('button', { name: 'Push whitelists' }).click()
      const dialog = page.getByRole('dialog', { name: 'Push whitelists' })
      await expect(dialog.getByRole('listitem').filter({ hasText: here })).toContainText('Acknowledged', PATIENCE)
      await expect(dialog.getByRole('listitem').filter({ hasText: away })).toContainText('Server not connected', PATIENCE)
      await expect(dialog.getByText(/of \d+ servers acknowledged/)).toBeVisible()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()

      const officer = await portal.createUser({ name: `On duty ${process.pid}`, departments: ['LSPD'] })
      await expect(row.getByRole('cell').nth(3)).toHaveText('0')
      await send(officer, '/api/patrol/unit/save', { serverId, departmentId: 2, identifier: '4L12', type: 1 })
      await expect(row.getByRole('cell').nth(3)).toHaveText('1', PATIENCE)
      await page.getByRole('searchbox', { name: 'Search name or address' }).fill(away)
      await expect(row).toHaveCount(0)
      await expect(page).toHaveURL(/[?&]q=Away/)
    } finally {
      game.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

test(
  'of two admins who edit a server, the second sees what the first changed, and decides',
  { tag: '@full' },
  async ({ page, portal, as }) => {
    const headers = {
      'x-api-key': portal.apiKey,
      'content-type': 'application/json',
      authorization: `Bearer ${await createSession(portal, portal.root)}`,
    }
    const save = async (body: object) =>
      (await (await fetch(`${portal.url}/api/patrol/server`, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as {
        serverId: number
      }
    const name = `Contested ${process.pid}`
    const { serverId } = await save({ name })
    await as(portal.root)
    await page.goto(`/servers/list?server=${serverId}`)
    await page.getByRole('button', { name: 'Edit' }).click(PATIENCE)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Maximum players' }).fill('64')
    await save({ serverId, name, address: 'theirs.example:30120', version: 1 })
    await expect(dialog.getByText('Its address is now theirs.example:30120.')).toBeVisible(PATIENCE)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Use theirs' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue('theirs.example:30120')
    await dialog.getByRole('textbox', { name: 'Maximum players' }).fill('64')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('– / 64')).toBeVisible(PATIENCE)
    await expect(page.getByText('Production · theirs.example:30120')).toBeVisible()
  },
)
