import { expectAccessible } from './support/accessible.ts'
import type { Portal } from './support/portal.ts'
import { createSession } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** An integration with its own key, acting for the root account. */
async function integration(portal: Portal, name: string) {
  const key = /integration_[\w-]+/.exec(await portal.command('key', 'issue', '--kind', 'integration', '--name', name))?.[0] ?? ''
  const token = await createSession(portal, portal.root)
  return async (path: string) => {
    const { headers } = await fetch(`${portal.url}${path}`, { headers: { 'x-api-key': key, authorization: `Bearer ${token}` } })
    return headers.get('x-request-id') ?? ''
  }
}

test(
  'calls appear as they are made, wait while someone reads, and lead to everything about one request',
  { tag: '@full' },
  async ({ page, portal, as }) => {
    const call = await integration(portal, 'Statistics')
    await as(portal.root)
    await page.goto('/servers/events')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API Logs')
    await expect(page.getByText('Nothing has been recorded yet')).toBeVisible()
    await page.mouse.move(0, 0)
    await call('/api/departments?token=not-to-be-seen')
    const first = page.getByRole('button', { name: 'GET /api/departments', exact: true })
    await expect(first).toBeVisible()
    await expect(page.getByText(/^1 call in the last hour, none failed/)).toBeVisible()
    await expect(page.locator('body')).not.toContainText('not-to-be-seen')

    await first.hover()
    const requestId = await call('/api/nothing-here')
    await page.getByRole('button', { name: '1 new call' }).click()
    await page
      .getByRole('row', { name: /nothing-here/ })
      .getByRole('cell')
      .first()
      .click()
    await expect(page.getByRole('button', { name: 'GET /api/nothing-here' })).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByText(requestId)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show everything with this request id' }).click()
    await expect(page).toHaveURL(new RegExp(`requestId=${requestId}`))
    await expect(first).toHaveCount(0)

    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByLabel('Key', { exact: true }).selectOption({ label: 'Statistics' })
    await expect(page).toHaveURL(/keyId=\d+/)
    await expect(first).toBeVisible()
    await page.getByText('As a table').click()
    await expect(page.getByRole('table', { name: /^Calls and errors/ })).toContainText('From')
    await expectAccessible(page)
    await page.getByText('As a table').click()
    await page.getByLabel('Outcome').selectOption('ok')
    await expect(first).toBeVisible()
    await expect(page.getByRole('button', { name: 'GET /api/nothing-here' })).toHaveCount(0)
    await page.getByLabel('Find in path or error').fill('no such thing')
    await expect(page.getByText('Nothing matches')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Nothing matches')).toBeVisible()
  },
)
