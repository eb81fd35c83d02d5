import type { Page } from '@playwright/test'
import { expectAccessible, expectPageAccessible } from './support/accessible.ts'
import { createSession } from './support/api.ts'
import { expect, test } from './support/test.ts'

/** Collects requests to anyone but the portal, and what the content security policy refuses the viewer. */
async function watchPolicy(page: Page, url: string): Promise<string[]> {
  const seen: string[] = []
  const context = page.context()
  context.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== url) seen.push(`asked: ${request.url()}`)
  })
  await context.exposeFunction('reportViolation', (text: string) => seen.push(`refused: ${text}`))
  await context.addInitScript(() => {
    const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
    if (location.pathname !== '/api/docs') return
    addEventListener('securitypolicyviolation', (event) => {
      reportViolation(`${event.violatedDirective} ${event.blockedURI} in ${event.sourceFile}:${event.lineNumber}:${event.columnNumber}`)
    })
  })
  return seen
}

/** Elements of the viewer in which axe finds faults that no setting of the viewer removes. */
const VIEWER = {
  except: [
    '.code-input-lite__editor', // the name of a header to try a call with: neither a name nor what it controls
    '.endpoints', // the list of a tag's calls: scrolls, but only once one of its links has the focus
    'button[class*="copy-button"]', // copies the name of a field: no name
    '.group\\/group-button > button', // opens a tag: 22 pixels high
    '.section-header-label', // fourth-level headings below second-level ones
  ],
}

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test('the API is shown with its rooms, and tried out, without anyone else being asked', async ({ page, portal, as }) => {
  const seen = await watchPolicy(page, portal.url)
  await page.emulateMedia({ colorScheme: 'light' })
  await as(portal.root)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'API documentation' }).click()
  await expect(page).toHaveURL(`${portal.url}/api/docs`)
  await expect(page.getByRole('heading', { level: 1, name: 'Tenfour' })).toBeVisible()
  await expectPageAccessible(page, VIEWER)
  const light = await background(page)

  await test.step('a link leads back to the portal', async () => {
    await page.getByRole('link', { name: 'Back to the portal' }).click()
    await expect(page).toHaveURL(`${portal.url}/user/home`)
    await page.goto('/api/docs')
  })

  await test.step('a call is tried out with an API key and a token', async () => {
    await page.getByRole('textbox', { name: 'Value' }).first().fill(portal.apiKey)
    await page
      .getByRole('textbox', { name: 'Bearer Token' })
      .first()
      .fill(await createSession(portal, portal.root))
    await page.goto('/api/docs#calls/tag/auth/GET/api/auth/me')
    const call = page.locator('section', { has: page.getByRole('heading', { name: 'The signed-in user', exact: true }) }).last()
    await expect(call).toContainText('For any signed-in user.')
    await call.getByRole('button', { name: 'Test Request' }).click()
    const answer = page.waitForResponse(`${portal.url}/api/auth/me`)
    await page.getByRole('button', { name: /^Send get request/ }).click()
    expect((await answer).status()).toBe(200)
    await expect(page.getByText('200 OK')).toBeVisible()
    await expect(page.getByRole('dialog').getByText(portal.root.email).first()).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(portal.apiKey)
  })

  await test.step('rooms are described with who may join, and their events', async () => {
    await page.goto('/api/docs?api=live')
    await page.getByRole('link', { name: 'board', exact: true }).first().click()
    await expect(page.getByText("A server's units on duty, open calls and recent tones.")).toBeVisible()
    await expect(page.getByText('unit.changed')).toBeVisible()
    await expectAccessible(page, VIEWER)
  })

  await test.step('it has the theme of the device, or the one that was chosen on the portal', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => background(page)).not.toBe(light)
    await expectAccessible(page, VIEWER)
    await page.evaluate(() => localStorage.setItem('theme', 'light'))
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => background(page)).toBe(light)
  })

  expect(seen).toEqual([])
})
