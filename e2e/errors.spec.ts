import { readFile } from 'node:fs/promises'
import { expect, test } from './support/test.ts'

test('a failure no page answers for is a toast at the bottom left with a close button, and a slow call shows the loading bar', async ({
  page,
  portal,
  as,
  problems,
}) => {
  problems.allow(/500|Failed to load/)
  await as(portal.root)
  await page.goto('/user/settings')
  const bar = page.getByRole('progressbar', { name: 'Loading' })
  await expect(bar).toHaveCount(0)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/user/export/**', async (route) => {
    await answer.promise
    await route.fulfill({ status: 500, json: { message: 'Failure 1' } })
  })
  await page.getByRole('button', { name: 'Download as JSON' }).click()
  await expect(bar).toBeVisible()
  answer.resolve()
  const toast = page.getByRole('alert').filter({ hasText: 'Failure 1' })
  await expect(toast).toBeVisible()
  // It stays as long as someone points at it.
  await toast.hover()
  await expect(bar).toHaveCount(0)
  const box = await toast.boundingBox()
  expect(box?.x).toBeLessThan(400)
  expect(box?.y).toBeGreaterThan(400)
  // The toast closes when this has run out, also for those who want no animations.
  await expect(toast.getByRole('progressbar')).toHaveCSS('animation-duration', '10s')
  await toast.getByRole('button', { name: /close/i }).click()
  await expect(toast).toHaveCount(0)
})

test('an error no one foresaw is logged locally and found in the downloaded log, named by the time, without tokens or debug entries', async ({
  page,
  portal,
  as,
  problems,
}) => {
  problems.allow(/a planted error/)
  await as(portal.root)
  await page.goto('/user/settings')
  const button = page.getByRole('button', { name: 'Download Logs' })
  await button.waitFor()
  const thrown = page.waitForEvent('pageerror')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('a planted error Bearer abcdefghijklmnopqrstuvwxyz0123456789')
    })
  })
  await thrown
  // The entry is stored in the background: what is downloaded has it sooner or later.
  let text = ''
  await expect(async () => {
    const downloading = page.waitForEvent('download')
    await button.click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^portal-log-\d{4}-\d{2}-\d{2}T.*\.txt$/)
    text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('a planted error')
  }).toPass()
  expect(text).not.toContain('abcdefghijklmnopqrstuvwxyz0123456789')
  expect(text).not.toContain('[Debug]')
  await page.goto('/user/home')
  await expect(page.getByRole('main')).toBeVisible()
  await expect(button).toHaveCount(0)
})
