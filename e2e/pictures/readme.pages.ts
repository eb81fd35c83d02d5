import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { HEADERS, type Call } from '@tenfour/contract'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { panel } from '../support/dispatch.ts'
import { as, signInAs, type Who } from './sessions.ts'
import { acknowledge, lookUp, pathOfWarrant } from './steps.ts'

const TO = process.env.PICTURES_TO ?? ''

const callNamed = async (title: RegExp) => {
  const calls = await as('dispatcher')<readonly Call[]>('GET', '/api/cad/calls/active/1')
  const call = calls.find((each) => title.test(each.title))
  if (!call) throw new Error(`The demo has no call like ${title}`)
  return call
}

async function open(page: Page, who: Who, path: string, colorScheme: 'light' | 'dark' = 'dark'): Promise<void> {
  await signInAs(page, who)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
}

async function draw(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(TO, `${name}.png`), animations: 'disabled', caret: 'hide' })
}

/** The ground is drawn bit by bit: until it has stayed the same for a while. */
async function groundDrawn(ground: Locator): Promise<void> {
  const content = () => ground.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  let [before, since] = ['', Date.now()]
  await expect
    .poll(
      async () => {
        const now = await content()
        if (now !== before) [before, since] = [now, Date.now()]
        return Date.now() - since
      },
      { intervals: [500] },
    )
    .toBeGreaterThan(5000)
}

test('desktop', async ({ page }) => {
  await open(page, 'dispatcher', '/cad/desktop')
  await acknowledge(page)
  await page.getByRole('grid', { name: 'Calls' }).getByText('Robbery in progress').click()
  await expect(panel(page, 'call').getByRole('list', { name: 'Log, newest first' })).toBeVisible()
  await groundDrawn(page.locator('.ol-layer canvas').first())
  await draw(page, 'desktop')
})

test('lookup', async ({ page }) => {
  const { callId } = await callNamed(/Shots heard/)
  const { userId } = await as('officer')<{ userId: number }>('GET', '/api/auth/me')
  await as('dispatcher')('POST', `/api/cad/call/${callId}/units`, { attach: [{ userId, from: 0 }], detach: [] })
  await open(page, 'officer', '/cad/desktop')
  await acknowledge(page)
  await expect(panel(page, 'call')).toContainText('Shots heard')
  await lookUp(page)
  await draw(page, 'lookup')
})

test('warrant', async ({ page }) => {
  await open(page, 'legal', await pathOfWarrant(as('legal')), 'light')
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await draw(page, 'warrant')
})

test('replay', async ({ page }) => {
  const { callId, createdAt } = await callNamed(/Vehicle pursuit/)
  const at = new Date(Date.parse(createdAt) + 420_000).toISOString()
  await open(page, 'admin', `/staff/patrol-viewer/replay?call=${callId}&at=${at}&show=all`)
  await groundDrawn(
    page
      .getByRole('application', { name: /^Map of the island/ })
      .locator('.ol-layer canvas')
      .first(),
  )
  await draw(page, 'replay')
})

test('home', async ({ page }) => {
  await open(page, 'officer', '/user/home', 'light')
  await draw(page, 'home')
})

// From here on the pictures of docs/people.md.

test('add-user', async ({ page }) => {
  await open(page, 'admin', '/admin/add-user', 'light')
  await page.getByLabel('Name').fill('Rosa Delgado')
  await page.getByLabel('Email address').fill('rosa@example.org')
  await page.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: /\(LSPD\)/ }).click()
  const posting = page.getByRole('group', { name: 'LSPD' })
  await posting.getByRole('combobox', { name: 'Rank' }).click()
  await page.getByRole('option', { name: 'Cadet' }).click()
  await page.getByRole('button', { name: 'Generate' }).click()
  await draw(page, 'add-user')
})

test('discord-joining', async ({ page }) => {
  await open(page, 'root', '/discord/joining', 'light')
  await page.getByLabel('Let members of Discord servers join').check()
  await page.getByRole('main').getByRole('checkbox').last().check()
  await draw(page, 'discord-joining')
})

/** Sends it from another network than the members of the demo, who would all be shown as the same. */
async function sendFromElsewhere(path: string, body: object): Promise<void> {
  const url = process.env.PICTURES_URL ?? ''
  const { apiKey } = (await (await fetch(`${url}/portal-config.json`)).json()) as { apiKey: string }
  const headers = { 'content-type': 'application/json', [HEADERS.apiKey]: apiKey }
  const sent = request(`${url}${path}`, { method: 'POST', headers, localAddress: '127.0.0.77' }).end(JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  expect(response.resume().statusCode).toBe(200)
}

test('application', async ({ page }) => {
  const settings = await as('root')<readonly { key: string; version: number }[]>('GET', '/api/settings')
  const version = settings.find(({ key }) => key === 'registrations.open')?.version ?? 0
  await as('root')('PUT', '/api/settings/registrations.open', { value: true, version })
  const question = { of: 'registration', type: 'text', name: 'Why do you want to join', isRequired: true, audience: ['owner'] }
  const { fieldId } = await as('root')<{ fieldId: number }>('POST', '/api/fields', question)
  const fields = { [fieldId]: 'My friends play here, and I was a dispatcher elsewhere for two years.' }
  const { conduct } = await as('officer')<{ conduct: { number: number } | null }>('GET', '/api/registration')
  const applicant = { name: 'Nora Vance', emailAddress: 'nora@example.org', password: 'a password of my own', fields }
  await sendFromElsewhere('/api/registration', { ...applicant, conduct: conduct?.number ?? null })
  await open(page, 'admin', '/admin/registrations', 'light')
  await page.getByRole('listitem').filter({ hasText: 'Nora Vance' }).getByRole('button', { name: /^Open/ }).click()
  await expect(page.getByRole('dialog')).toContainText('My friends play here')
  await draw(page, 'application')
})

test('password-link', async ({ page }) => {
  await open(page, 'admin', '/staff/members?q=Calder', 'light')
  await page.getByRole('link', { name: 'June Calder' }).click()
  await page.getByRole('button', { name: 'Create password link' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('dialog').locator('code')).toBeVisible()
  await draw(page, 'password-link')
})

test('let-go', async ({ page }) => {
  await open(page, 'admin', '/staff/members?q=Calder', 'light')
  await page.getByRole('link', { name: 'June Calder' }).click()
  await page.getByRole('button', { name: 'Let go' }).click()
  await expect(page.getByRole('region', { name: 'What this changes' })).toContainText('Portal')
  await page.getByRole('dialog').getByLabel('Reason').fill('Has not been on patrol since March')
  await draw(page, 'let-go')
})

test('invitation', async ({ page, browser }) => {
  await open(page, 'admin', '/admin/invitations', 'light')
  await page.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: /\(LSPD\)/ }).click()
  await page.getByRole('combobox', { name: 'Rank' }).click()
  await page.getByRole('option', { name: 'Cadet' }).click()
  await page.getByLabel('For how many people').fill('20')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await draw(page, 'invitation')
  const link = await page.getByText(/\/login\/join#/).innerText()
  const newcomer = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  await newcomer.goto(link)
  await expect(newcomer.getByLabel('Your name')).toBeVisible()
  await draw(newcomer, 'join')
})

test('people-file', async ({ page }) => {
  await open(page, 'admin', '/admin/add-users', 'light')
  const rows = ['Ida Berg,ida@example.org,LSPD,Cadet,', 'Nils Dahl,nils@example.org,NASA,,12', 'Una Holm,una@example.org,FIRE,,']
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  const buffer = Buffer.from(['name,email,department,rank,steamHex', ...rows].join('\n'))
  await (await choosing).setFiles({ name: 'recruits.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('region', { name: 'Problems' })).toBeVisible()
  await draw(page, 'people-file')
})

test('member-departments', async ({ page }) => {
  await open(page, 'admin', '/staff/members?q=Calder', 'light')
  await page.getByRole('link', { name: 'June Calder' }).click()
  await page.getByRole('button', { name: /^Transfer or remove/ }).click()
  await page.getByRole('menuitem', { name: /^Transfer/ }).click()
  await page.getByRole('combobox', { name: 'Department' }).click()
  await page.getByRole('option', { name: /\(FIRE\)/ }).click()
  await expect(page.getByText('Portal', { exact: true })).toBeVisible()
  await draw(page, 'member-departments')
})
