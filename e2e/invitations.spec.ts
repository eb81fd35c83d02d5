import { devices, type Page } from '@playwright/test'
import { expectAccessible, expectPageAccessible } from './support/accessible.ts'
import { apiOf, createSession } from './support/api.ts'
import { watchProblems } from './support/problems.ts'
import { expect, test } from './support/test.ts'

/** A phone, with the engine that is there. */
const { defaultBrowserType: _engine, ...phone } = devices['iPhone 13']

const fitsItsWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .last()
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a member comes from a link to duty on a phone: made, opened, joined, on duty; the code stays behind #', async ({
  page,
  portal,
  browser,
  as,
  problems,
}) => {
  await as(portal.root)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Invite' }).click()
  // The list of users has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Invitations' })).toBeVisible()
  await choose(page, 'Department', 'Los Santos Police Department (LSPD)')
  await choose(page, 'Rank', 'Officer I')
  await page.getByLabel('For how many people').fill('2')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Los Santos Police Department, Officer I' })).toBeFocused()
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expectPageAccessible(page)
  const link = await page.getByText(/\/login\/join#/).innerText()
  const code = link.split('#')[1] ?? ''
  expect(code.length).toBeGreaterThan(20)

  const context = await browser.newContext({ ...phone, baseURL: portal.url })
  const onPhone = await watchProblems(context)
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  const member = await context.newPage()
  await member.goto(`/login/join#${code}`)
  await expect(member.getByRole('region', { name: 'The invitation' })).toContainText('Officer I')
  expect(await fitsItsWidth(member)).toBe(true)
  await expectPageAccessible(member)

  await member.getByLabel('Your name').fill('Vera Oakes')
  await member.getByLabel('Email address').fill('vera.oakes@example.com')
  await member.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await member.getByLabel('Steam hex').fill('11000010a1b2c3d')
  await member.getByRole('button', { name: /^Join / }).tap()
  await expect(member).toHaveURL(`${portal.url}/user/home`)
  await expect(member.getByText(/^Welcome to .+, Vera\. You are signed in\.$/)).toBeVisible()

  await member.getByRole('link', { name: 'Go on duty' }).tap()
  // Other tests have added servers to this portal.
  await expect(async () => {
    await member.getByText('Server 1', { exact: true }).tap()
    // A tap while the list of servers grows may meet none.
    await expect(member.getByRole('radio', { name: /^Server 1 / })).toBeChecked({ timeout: 2000 })
  }).toPass()
  await member.getByLabel('Call sign').fill('7L42')
  await member.getByRole('button', { name: /^Go on duty/ }).tap()
  await expect(member).toHaveURL(/\/cad\/desktop/)

  expect(asked.filter((url) => url.includes(code))).toEqual([])
  const kept = await member.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
  expect(kept).not.toContain(code)
  expect(portal.output()).not.toContain(code)
  expect(onPhone.unexpected()).toEqual([])
  await context.close()

  await page.reload()
  const entry = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem')
  await expect(entry).toContainText('1 of 2')
  await expect(entry).toContainText('Vera Oakes joined with it')
  await entry.getByRole('button', { name: /^End/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End invitation' }).click()
  await expect(page.getByText('No open invitations.')).toBeVisible()
  problems.allow(/status of 404/)
  await page.goto(`/login/join#${code}`)
  await expect(page.getByRole('heading', { name: 'This invitation does not work' })).toBeVisible()
})

test('beside each other: a place that is used shows at once; a paused invitation says why, and is resumed', async ({
  page,
  portal,
  browser,
  as,
  problems,
}) => {
  const maker = await portal.createUser({ name: 'Mia Maker', roles: ['Admin'] })
  const [byMaker, byRoot] = await Promise.all([maker, portal.root].map(async (who) => apiOf(portal, await createSession(portal, who))))
  if (!byMaker || !byRoot) throw new Error('no sessions')
  await as(portal.root)
  await page.goto('/admin/invitations')
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const invitation = { departmentId: 2, rankId: null, places: 3, expiresAt, note: 'Night class' }
  const { code } = await byMaker<{ code: string }>('POST', '/api/invitations', invitation)
  const entry = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: 'Night class' })
  await expect(entry).toContainText('0 of 3')
  await byRoot('POST', '/api/invitations/join', {
    code,
    name: 'Noa New',
    emailAddress: 'noa@example.com',
    password: 'correct horse battery',
  })
  await expect(entry).toContainText('1 of 3')
  await expect(entry).toContainText('Noa New joined with it')

  const { userId } = await byMaker<{ userId: number }>('GET', '/api/auth/me')
  await byRoot('PUT', `/api/user/state/${userId}`, { action: 'disable' })
  const visitor = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await visitor.goto(`/login/join#${code}`)
  await expect(visitor.getByText(/This invitation is paused/)).toBeVisible()
  await page.goto('/user/home')
  await page.getByRole('link', { name: /1 paused invitation/ }).click()
  await expect(entry).toContainText('Paused')
  await expectAccessible(page)
  await entry.getByRole('button', { name: /^Resume/ }).press('Enter')
  await expect(page.getByText(/is open again, and counts as yours/)).toBeVisible()
  await expect(entry).not.toContainText('Paused')
  await visitor.reload()
  await expect(visitor.getByRole('region', { name: 'The invitation' })).toBeVisible()
  await visitor.context().close()
  problems.allow(/status of 409/)
})
