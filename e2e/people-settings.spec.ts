import { DEPARTMENT } from '@tenfour/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { addToDepartment, atAnotherMachine, card, heading } from './support/people.ts'
import { signIn } from './support/session.ts'
import { expect, test } from './support/test.ts'

// Two people at once, with accessibility checks of every page.
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** Notes the theme once there is something to paint: the portal's own scripts run only after the whole page has been read. */
const watchFirstPaint = () => {
  const watcher = new MutationObserver(() => {
    if (!document.body) return
    sessionStorage.setItem('first-paint', String(document.documentElement.dataset['mantineColorScheme']))
    watcher.disconnect()
  })
  watcher.observe(document, { childList: true, subtree: true })
}

test('a member sees their home and gives their Steam hex', { tag: '@full' }, async ({ page, portal }) => {
  const member = await portal.createUser({ name: 'Rosa Delgado', departments: ['LSPD:Officer I', 'CIV'] })
  await signIn(page, member)
  await expect(heading(page)).toHaveText(/^(Good (morning|afternoon|evening)|Hello), Rosa$/)
  await expect(page.getByText('Off duty')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go on duty' })).toHaveAttribute('href', '/cad')
  await expect(page.getByRole('link', { name: 'Start civilian patrol' })).toBeVisible()
  await expect(card(page, 'Your departments')).toContainText('Officer I')
  await expect(card(page, 'Servers')).toContainText('Server 1')
  await expect(card(page, 'Your patrols')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Account Settings' }).click()
  const hex = page.getByLabel('Steam hex', { exact: true })
  const save = page.getByRole('button', { name: 'Save profile' })
  await hex.fill('11000010zz')
  await expect(page.getByText('“z” is not one of 0–9 and a–f')).toBeVisible()
  await hex.fill('11000010a')
  await expect(page.getByText('9 of 15 characters')).toBeVisible()
  await save.click()
  await expect(page.getByText('A Steam hex has exactly 15 characters')).toBeVisible()
  await expect(hex).toBeFocused()
  await expectAccessible(page)

  await hex.fill('76561198129753149')
  await page.getByRole('button', { name: 'Turn it into 11000010a1a2c3d' }).click()
  await save.click()
  await expect(page.getByText('Your profile is saved')).toBeVisible()
  await page.reload()
  await expect(hex).toHaveValue('11000010a1a2c3d')
})

test(
  'someone new is told what to do next, and the page follows when they are added to a department',
  { tag: '@full' },
  async ({ page, portal, as }) => {
    const newcomer = await portal.createUser({ name: 'Nell Newcomer' })
    await as(newcomer)
    await page.goto('/user/home')
    const steps = card(page, 'Getting started')
    await expect(steps).toContainText('Join a department')
    await expectAccessible(page)
    await steps.getByRole('link', { name: 'Open settings' }).click()
    await expect(page.getByLabel('Steam hex', { exact: true })).toBeFocused()
    await page.goBack()
    await expect(steps).toBeVisible()
    await addToDepartment(portal, newcomer, DEPARTMENT.LSPD)
    await expect(card(page, 'Your departments')).toContainText('Los Santos Police Department')
    await expect(page.getByRole('link', { name: 'Go on duty' })).toBeVisible()
  },
)

test('a member chooses how the portal looks, on every browser, and shows a picture of themselves', async ({
  page,
  portal,
  as,
  browser,
}) => {
  const member = await portal.createUser({ name: 'Theo Marlin', departments: ['LSPD:Officer I'] })
  await as(member)
  await page.goto('/user/settings')
  const scheme = (of: Page) => of.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
  const ground = (of: Page) => of.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ground').trim())
  const saved = page.waitForResponse((response) => response.url().includes('/api/user/theme/'))
  await page.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowLeft')
  await saved
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeFocused()
  expect(await scheme(page)).toBe('dark')
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  expect(await ground(page)).toBe('#eef1f5')
  await page.emulateMedia({ media: 'screen' })
  expect(await ground(page)).toBe('#0a0e13')
  await page.addInitScript(watchFirstPaint)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
  expect(await page.evaluate(() => sessionStorage.getItem('first-paint'))).toBe('dark')

  const elsewhere = await atAnotherMachine(browser, portal, member, '/user/home')
  await expect.poll(() => scheme(elsewhere)).toBe('dark')
  await elsewhere.goto('/cad')
  await elsewhere.getByRole('button', { name: 'Use the light theme' }).click()
  expect(await scheme(elsewhere)).toBe('light')
  await elsewhere.reload()
  await expect(elsewhere.getByRole('button', { name: 'Use the light theme' })).toBeVisible()

  await page.getByText('Light', { exact: true }).click()
  await elsewhere.goto('/user/home')
  await expect.poll(() => scheme(elsewhere)).toBe('light')

  const upload = page.getByRole('button', { name: 'Upload picture' })
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: /(Upload|Change) picture/ }).press('Enter')
    await (await chooser).setFiles({ name, mimeType, buffer })
  }
  await choose('notes.txt', 'text/plain', Buffer.from('no picture'))
  await expect(page.getByText('Choose a PNG, JPEG or WebP picture.')).toBeVisible()
  await choose('me.png', 'image/png', PIXEL)
  await expect(page.getByText('Your picture is saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeFocused()
  await expect(page.getByRole('group', { name: 'Picture' }).locator('img')).toHaveAttribute('src', /^data:image\/webp/)
  await page.getByRole('button', { name: 'Remove picture' }).press('Enter')
  await expect(upload).toBeFocused()
})

test('unsaved changes are asked about before they are lost', async ({ page, portal, as }) => {
  await as(await portal.createUser({ name: 'Una Saved' }))
  await page.goto('/user/settings')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Una Unsaved')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/settings/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Una Unsaved')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/home/)
})

test('a session is ended, and a password changed with the current one: either signs the other browser out at once', async ({
  page,
  portal,
  as,
  browser,
  problems,
}) => {
  const member = await portal.createUser({ name: 'Cy Sessions' })
  const other = await atAnotherMachine(browser, portal, member, '/user/home')
  const expectSignedOut = async () => {
    const alert = other.getByRole('alertdialog')
    await expect(alert).toContainText('Your session has expired. Please login again.')
    await expect(alert).toHaveCount(1)
    await expectAccessible(other)
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect(other).toHaveURL(/\/login/)
    await expect(alert).toHaveCount(0)
  }
  await as(member)
  await page.goto('/user/settings')
  const sessions = card(page, 'Active sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('This session')
  await sessions.getByRole('button', { name: /^End the session/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expectSignedOut()

  await signIn(other, member)
  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  const form = page.getByRole('form', { name: 'Password' })
  await form.getByLabel('Current password').fill('wrong horse battery')
  await form.getByLabel('New password').first().fill('another horse battery')
  await form.getByLabel('New password again').fill('another horse battery')
  problems.allow(/status of 4\d\d/)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveURL(/settings/)
  await form.getByLabel('Current password').fill(member.password)
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed')).toBeVisible()
  await expectSignedOut()
  await other.context().close()
})

test('everything kept about an account can be taken along', { tag: '@full' }, async ({ page, portal, as }) => {
  await as(await portal.createUser({ name: 'Dot Data' }))
  await page.goto('/user/settings')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download as JSON' }).click()])
  expect(download.suggestedFilename()).toMatch(/^portal-account-\d{4}-\d\d-\d\d\.json$/)
})

test(
  'a profile changed in two windows is asked about only where both changed it',
  { tag: '@full' },
  async ({ page, portal, as, browser }) => {
    const member = await portal.createUser({ name: 'Twin Window' })
    const other = await atAnotherMachine(browser, portal, member, '/user/settings')
    await as(member)
    await page.goto('/user/settings')
    const nameField = (at: Page) => at.getByRole('textbox', { name: 'Name', exact: true })
    await nameField(page).fill('Twin Mine')
    await nameField(other).fill('Twin Theirs')
    await other.getByLabel('teal').check({ force: true })
    await other.getByRole('button', { name: 'Save profile' }).click()
    await expect(other.getByText('Your profile is saved')).toBeVisible()

    await expect(page.getByText('Your name is “Twin Theirs” there.')).toBeVisible()
    await expect(nameField(page)).toHaveValue('Twin Mine')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await expect(page.getByText('Your profile is saved')).toBeVisible()
    await expect(page.getByLabel('teal')).toBeChecked()
    await expect(nameField(other)).toHaveValue('Twin Mine')
    await other.context().close()
  },
)

test('a member goes to Steam and comes back with a proved Steam account; a refusal says what to do', async ({
  page,
  portal,
  as,
  problems,
}) => {
  problems.allow(/status of 404 .*\/api\/steam\/proof\/finish\)$/)
  await as(await portal.createUser({ name: 'Pat Prover' }))
  const steamHex = '11000010a1b2c3d'
  let isProved = false
  const claim = () => ({ steamHex: isProved ? steamHex : null, provedAt: isProved ? '2026-11-18T20:00:00.000Z' : null, disputed: [] })
  await page.route('**/api/user/steam/*', (route) => route.fulfill({ json: { ...claim(), proveAt: portal.url } }))
  const returnTo = `${portal.url}/login/steam?state=of-this-tab`
  await page.route('**/api/steam/proof/start', (route) =>
    route.fulfill({
      json: {
        url: `https://steamcommunity.com/openid/login?${new URLSearchParams({ 'openid.return_to': returnTo })}`,
        tabSecret: 'secret',
      },
    }),
  )
  const answer = {
    ns: 'http://specs.openid.net/auth/2.0',
    mode: 'id_res',
    op_endpoint: 'https://steamcommunity.com/openid/login',
    claimed_id: 'https://steamcommunity.com/openid/id/76561198129753149',
    identity: 'https://steamcommunity.com/openid/id/76561198129753149',
    return_to: returnTo,
    response_nonce: '2026-11-18T20:00:00Za+b/c=',
    assoc_handle: '1234567890',
    signed: 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle',
    sig: 'W0u+5/tYf0SBzZm7VSPEsTlmYqE=',
  }
  const fields = Object.entries(answer).map(([name, value]) => [`openid.${name}`, value])
  await page.route('https://steamcommunity.com/**', (route) =>
    route.fulfill({ status: 302, headers: { location: `${returnTo}&${new URLSearchParams(fields)}` } }),
  )

  await page.goto('/user/settings')
  const profile = card(page, 'Profile')
  // The portal under test has no address of its own, and refuses for real.
  await profile.getByRole('button', { name: 'Prove with Steam' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your Steam account was not proved' })).toBeFocused()
  await expect(page.getByRole('alert')).toContainText('the portal does not know its own address')
  await expect(page).toHaveURL('/login/steam')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to account settings' }).click()

  let posted: unknown
  await page.route('**/api/steam/proof/finish', (route) => {
    posted = route.request().postDataJSON()
    isProved = true
    return route.fulfill({ json: { steamHex, outcome: 'proved' } })
  })
  await profile.getByRole('button', { name: 'Prove with Steam' }).press('Enter')
  await expect(page.getByText(`Your Steam account ${steamHex} is proved`)).toBeVisible()
  await expect(page).toHaveURL('/user/settings')
  expect(posted).toEqual({ state: 'of-this-tab', tabSecret: 'secret', answer })
  await expect(profile.getByText(/^Proved at Steam/)).toBeVisible()
  await expect(profile.getByRole('button', { name: 'Prove another Steam account' })).toBeVisible()
})
