import { expect, test } from './support/test.ts'

test('a failure no page answers for is a toast at the bottom left: ten seconds, six at most, progress bar, close button', async ({
  page,
  portal,
  as,
  problems,
}) => {
  problems.allow(/500|Failed to load/)
  await as(portal.root)
  await page.goto('/user/settings')
  let failures = 0
  await page.route('**/api/user/export/**', (route) => route.fulfill({ status: 500, json: { message: `Failure ${(failures += 1)}` } }))
  const download = page.getByRole('button', { name: 'Download as JSON' })
  // Taken before the toast shows, so that noticing it late does not shorten the measured time.
  const clickedAt = Date.now()
  await download.click()
  const toast = page.getByRole('alert').filter({ hasText: 'Failure 1' })
  await expect(toast).toBeVisible()
  const box = await toast.boundingBox()
  expect(box?.x).toBeLessThan(400)
  expect(box?.y).toBeGreaterThan(400)
  await expect(toast.getByRole('progressbar')).toBeAttached()
  await expect(toast.getByRole('button', { name: /close/i })).toBeVisible()
  await expect(toast).toHaveCount(0, { timeout: 15_000 })
  expect(Date.now() - clickedAt).toBeGreaterThan(8500)
  for (let index = 0; index < 8; index += 1) {
    await download.click()
    await expect.poll(() => failures).toBe(index + 2)
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Failure' })).toHaveCount(6)
})

for (const [what, answer, text] of [
  ['no answer', undefined, 'An internal error occured; please try again later or contact Development'],
  ['a 404 without words', { status: 404, body: '' }, 'Not Found'],
  ['a body with a message', { status: 409, json: { message: 'It has changed' } }, 'It has changed'],
  ['plain text', { status: 400, body: 'Bad beat' }, 'Bad beat'],
] as const) {
  test(`the global handler tells of ${what} in the words of the specification`, async ({ page, portal, as, problems }) => {
    problems.allow(/Failed to load|ERR_FAILED/)
    await as(portal.root)
    await page.goto('/user/settings')
    await page.route('**/api/user/export/**', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await page.getByRole('button', { name: 'Download as JSON' }).click()
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
  })
}

test('the loading bar shows for a slow call, and never for a quick one', async ({ page, portal, as }) => {
  await as(portal.root)
  await page.goto('/user/settings')
  const bar = page.getByRole('progressbar', { name: 'Loading' })
  await expect(bar).toHaveCount(0)
  await page.route('**/api/user/export/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Download as JSON' }).click()
  await expect(bar).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('an error no one foresaw is logged locally and found in the downloaded log, without tokens', async ({
  page,
  portal,
  as,
  problems,
}) => {
  problems.allow(/a planted error/)
  await as(portal.root)
  await page.goto('/user/settings')
  await page.getByRole('button', { name: 'Download Logs' }).waitFor()
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('a planted error Bearer abcdefghijklmnopqrstuvwxyz0123456789')
    })
  })
  await page.waitForTimeout(300)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Logs' }).click()
  const stream = await (await download).createReadStream()
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  expect(text).toContain('a planted error')
  expect(text).not.toContain('abcdefghijklmnopqrstuvwxyz0123456789')
})

test('a page whose code can not be loaded says so and offers to try again', async ({ page, portal, as, problems }) => {
  problems.allow(/Failed to|ERR_FAILED|error/i)
  await as(portal.root)
  await page.goto('/user/home')
  await page.getByRole('main').waitFor()
  await page.route('**/assets/WarrantsPage*', (route) => route.abort())
  await page.getByRole('link', { name: 'Manage Warrants' }).click()
  await expect(page.getByRole('button', { name: /again|reload/i })).toBeVisible()
  await page.unroute('**/assets/WarrantsPage*')
})
