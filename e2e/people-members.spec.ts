import { DEPARTMENT, type CurrentUser } from '@tenfour/contract'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import type { Account, Portal } from './support/portal.ts'
import { createSession, signIn, withSession } from './support/session.ts'
import { expect, test } from './support/test.ts'

// Journeys of two people at once, with a look at every page's accessibility on the way.
test.describe.configure({ timeout: 90_000 })

/** Another person at another machine, whose page stays open meanwhile. */
async function atAnotherMachine(browser: Browser, portal: Portal, account: Account, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  await withSession(page, portal, account)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const card = (page: Page, title: string) => page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

async function openMember(page: Page, name: string): Promise<void> {
  await page.goto(`/staff/members?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name, exact: true }).click()
  await expect(heading(page)).toContainText(name)
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
}

async function addToDepartment(portal: Portal, account: Account, departmentId: number): Promise<void> {
  const as = async (token: string, path: string, init: RequestInit = {}) => {
    const headers = { 'x-api-key': portal.apiKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${portal.url}${path}`, { ...init, headers })
    expect(response.ok, `${path} answered ${response.status}`).toBe(true)
    return (await response.json()) as CurrentUser
  }
  const { userId, name, emailAddress, version } = await as(await createSession(portal, account), '/api/auth/me')
  const userDepartments = [{ departmentId, rankId: null, isPrimary: true }]
  const user = { name, emailAddress, version, userPermissions: [], userDepartments }
  const body = JSON.stringify({ user })
  await as(await createSession(portal, portal.root), `/api/user/UpdateUserAsync/${userId}/true`, { method: 'PUT', body })
}

test('a member sees their home and gives their Steam hex', async ({ page, portal }) => {
  const member = await portal.createUser({ name: 'Rosa Delgado', departments: ['LSPD:Officer I', 'CIV'] })
  await signIn(page, member)
  await expect(heading(page)).toHaveText(/^Good (morning|afternoon|evening), Rosa$/)
  await expect(page.getByText('Off duty')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go on duty' })).toHaveAttribute('href', '/cad')
  await expect(page.getByRole('link', { name: 'Start civilian patrol' })).toBeVisible()
  await expect(card(page, 'Your departments')).toContainText('Officer I')
  await expect(card(page, 'Servers')).toContainText('Server 1')
  await expect(card(page, 'Your patrols')).toContainText('No patrols yet')
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Account Settings' }).click()
  const hex = page.getByLabel('Steam hex', { exact: true })
  const save = page.getByRole('button', { name: 'Save profile' })
  await hex.fill('11000010zz')
  await expect(page.getByText('“z” is none of 0–9 and a–f')).toBeVisible()
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

test('someone new is told what to do next, and the page follows when they are added to a department', async ({ page, portal, as }) => {
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
})

test('what is not saved is asked about before it is lost', async ({ page, portal, as }) => {
  await as(await portal.createUser({ name: 'Una Saved' }))
  await page.goto('/user/settings')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Una Unsaved')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/settings/)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/home/)
})

test('a promotion reaches the open page of the member, and their history', async ({ page, portal, as, browser }) => {
  const member = await portal.createUser({ name: 'Pim Promoted', departments: ['LSPD:Officer I'] })
  const theirs = await atAnotherMachine(browser, portal, member, '/user/home')
  await expect(card(theirs, 'Your departments')).toContainText('Officer I')

  await as(await portal.createUser({ name: 'Sam Staff', roles: ['Staff'] }))
  await openMember(page, 'Pim Promoted')
  await page.getByRole('button', { name: 'Change rank in LSPD' }).click()
  await choose(page, 'Rank', 'Sergeant')
  await expectAccessible(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change rank' }).click()
  await expect(dialog.getByText('Enter a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Led the harbour search')
  await dialog.getByRole('button', { name: 'Change rank' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Departments and ranks')).toContainText('PromotedOfficer I → SergeantLSPD')
  await expect(card(page, 'Departments and ranks')).toContainText('Led the harbour search')

  await expect(card(theirs, 'Your departments')).toContainText('Sergeant')
  await expect(theirs.getByText('Sergeant, Los Santos Police Department')).toBeVisible()
  await theirs.context().close()
})

test('an announcement appears on open home pages, and stays dismissed', async ({ page, portal, as, browser }) => {
  const member = await portal.createUser({ name: 'Ann Ounced', departments: ['FIRE'] })
  const theirs = await atAnotherMachine(browser, portal, member, '/user/home')
  await expect(card(theirs, 'Announcements')).not.toContainText('Loading')

  await as(await portal.createUser({ name: 'Stella Staff', roles: ['Staff'] }))
  await page.goto('/user/home')
  await page.getByRole('link', { name: 'Write', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Write announcement' })
  await dialog.getByLabel('Title').fill('New ladder truck')
  await dialog.getByLabel('Text').fill('Training at https://example.org/ladder on Sunday.')
  await dialog.getByLabel('For').selectOption({ label: 'San Andreas Fire Rescue' })
  await dialog.getByRole('button', { name: '1 week' }).click()
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('New ladder truck')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Announce' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /New ladder truck/ })).toContainText('FIRE')
  await expectAccessible(page)

  const item = theirs.getByRole('article').filter({ hasText: 'New ladder truck' })
  await expect(item).toContainText('FIRE')
  await expect(item.getByRole('link')).toHaveAttribute('rel', /noopener/)
  await item.getByRole('button', { name: 'Dismiss New ladder truck' }).click()
  await expect(item).toBeHidden()
  await theirs.getByRole('button', { name: 'Undo' }).click()
  await expect(item).toBeVisible()
  await item.getByRole('button', { name: 'Dismiss New ladder truck' }).click()
  await expect(item).toBeHidden()
  await theirs.reload()
  await expect(card(theirs, 'Announcements')).not.toContainText('New ladder truck')
  await theirs.waitForLoadState('networkidle')
  await theirs.evaluate(() => Object.keys(localStorage).forEach((key) => key !== 'token' && localStorage.removeItem(key)))
  await theirs.reload()
  await expect(heading(theirs)).toBeVisible()
  await expect(card(theirs, 'Announcements')).not.toContainText('New ladder truck')

  await page
    .getByRole('row', { name: /New ladder truck/ })
    .getByRole('button', { name: /^Delete/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete announcement' }).click()
  await expect(page.getByRole('row', { name: /New ladder truck/ })).toBeHidden()
  await theirs.context().close()
})

test('ending a session signs out the other browser at once', async ({ page, portal, as, browser }) => {
  const member = await portal.createUser({ name: 'Cy Sessions' })
  const other = await atAnotherMachine(browser, portal, member, '/user/home')
  await as(member)
  await page.goto('/user/settings')
  const sessions = card(page, 'Active sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expect(sessions.getByRole('listitem').first()).toContainText('This one')
  await sessions.getByRole('button', { name: /^End the session/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(other.getByText('Your session has expired. Please login again.')).toBeVisible()
  await other.getByRole('button', { name: 'OK' }).click()
  await expect(other).toHaveURL(/\/login/)
  await other.context().close()
})

test('a changed password needs the current one and ends other sessions', async ({ page, portal, as, browser, problems }) => {
  const member = await portal.createUser({ name: 'Pat Word' })
  const other = await atAnotherMachine(browser, portal, member, '/user/home')
  await as(member)
  await page.goto('/user/settings')
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
  await expect(other.getByText('Your session has expired. Please login again.')).toBeVisible()
  await other.context().close()
})

test('everything kept about an account can be taken along', async ({ page, portal, as }) => {
  await as(await portal.createUser({ name: 'Dot Data' }))
  await page.goto('/user/settings')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download as JSON' }).click()])
  expect(download.suggestedFilename()).toMatch(/^portal-account-\d{4}-\d\d-\d\d\.json$/)
})

test('a note, a warning that is withdrawn, and a leave that is ended', async ({ page, portal, as }) => {
  await portal.createUser({ name: 'Wes Warned', departments: ['BCSO'] })
  await as(await portal.createUser({ name: 'Sid Staff', roles: ['Staff'] }))
  await openMember(page, 'Wes Warned')
  await expectAccessible(page)

  const notes = card(page, 'Staff notes')
  await notes.getByLabel('New note').fill('Asked about the field training')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Asked about the field training')

  const marks = card(page, 'Commendations and warnings')
  await marks.getByRole('button', { name: 'Commend or warn' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What for').fill('Drove through the parade')
  await dialog.getByLabel('Points').fill('3')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Warn', exact: true }).click()
  await expect(marks).toContainText('3 points in force')
  await marks.getByRole('button', { name: 'Withdraw' }).click()
  await dialog.getByLabel('Reason').fill('It was the float')
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(marks.getByRole('listitem')).toContainText('It was the float')
  await expect(marks).not.toContainText('in force')

  const leaves = card(page, 'Leave of absence')
  await leaves.getByRole('button', { name: 'Add leave' }).click()
  const today = new Date().toISOString().slice(0, 10)
  await dialog.getByLabel('First day').fill(today)
  await dialog.getByLabel('Last day').fill('2020-01-01')
  await dialog.getByLabel('Reason').fill('Exams')
  await dialog.getByRole('button', { name: 'Add leave' }).click()
  await expect(dialog.getByText('The leave ends before it starts')).toBeVisible()
  await dialog.getByLabel('Last day').fill('2099-01-01')
  await dialog.getByRole('button', { name: 'Add leave' }).click()
  await expect(leaves.getByRole('listitem')).toContainText('Now')
  await expect(heading(page)).toContainText('On leave')
  await expectAccessible(page)
  await leaves.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End leave' }).click()
  await expect(leaves.getByRole('listitem')).toContainText('Ended early')

  await notes.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click()
  await expect(notes).toContainText('No notes yet')
})

test('the whitelist asks for a Steam hex first', async ({ page, portal, as, problems }) => {
  await portal.createUser({ name: 'Hal Hexless' })
  await as(await portal.createUser({ name: 'Walt Staff', roles: ['Staff'] }))
  await openMember(page, 'Hal Hexless')
  problems.allow(/status of 400/)
  await card(page, 'Whitelist').getByLabel('Game server').click()
  await expect(card(page, 'Whitelist').getByRole('alert')).toContainText(/Steam hex/)
  await expect(card(page, 'Whitelist').getByLabel('Game server')).not.toBeChecked()
})

test('several ranks are changed at once, as previewed', async ({ page, portal, as }) => {
  for (const [name, rank] of [
    ['Bulk Adams', 'Trooper'],
    ['Bulk Baker', 'Colonel'],
    ['Bulk Clark', 'Sergeant'],
  ]) {
    await portal.createUser({ name, departments: [`SAHP:${rank}`] })
  }
  await portal.createUser({ name: 'Bulk Davis', departments: ['CIV'] })
  await as(await portal.createUser({ name: 'Bo Staff', roles: ['Staff'] }))
  await page.goto('/staff/members')
  await page.getByLabel('Search by name').fill('Bulk')
  await expect(page).toHaveURL(/q=Bulk/)
  await expect(page.getByRole('row')).toHaveCount(5)
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Select every row of this page' }).check()
  await page.getByRole('button', { name: 'Change rank of 4' }).click()
  await choose(page, 'Department', 'SAHP')
  await choose(page, 'Rank', 'Sergeant')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: /Bulk Adams/ })).toContainText('Promotion')
  await expect(dialog.getByRole('row', { name: /Bulk Baker/ })).toContainText('Demotion')
  await expect(dialog.getByRole('row', { name: /Bulk Clark/ })).toContainText('Already holds it')
  await expect(dialog.getByRole('row', { name: /Bulk Davis/ })).toContainText('Not in this department')
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('New structure')
  await dialog.getByRole('button', { name: 'Change 2 ranks' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Bulk Adams/ })).toContainText('SAHP Sergeant')
  await expect(page.getByRole('row', { name: /Bulk Baker/ })).toContainText('SAHP Sergeant')
})

test('the roster keeps its filters in the address', async ({ page, portal, as }) => {
  await portal.createUser({ name: 'Filter Frost', departments: ['COMM:Dispatcher'] })
  await portal.createUser({ name: 'Filter Grey', departments: ['COMM:Reserve Dispatcher'] })
  await as(await portal.createUser({ name: 'Fay Staff', roles: ['Staff'] }))
  await page.goto('/staff/members?q=Filter')
  await page.getByLabel('Department', { exact: true }).selectOption({ label: 'COMM' })
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByLabel('Reserves').selectOption({ label: 'Without reserves' })
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Filter Frost' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Rank', { exact: true }).selectOption({ label: 'Senior Dispatcher' })
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('nobody sees the record of someone above them', async ({ page, portal, as, problems }) => {
  await portal.createUser({ name: 'Ada Above', roles: ['Admin'] })
  await as(await portal.createUser({ name: 'Lou Staff', roles: ['Staff'] }))
  problems.allow(/status of 403/)
  await page.goto('/staff/members?q=Ada+Above')
  await page.getByRole('link', { name: 'Ada Above' }).click()
  await expect(page.getByText('You can’t see this')).toBeVisible()
  await expectAccessible(page)
})

test('a profile changed in two windows is asked about only where both changed it', async ({ page, portal, as, browser }) => {
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
})

test('two staff edit one announcement: the second decides what becomes of the first', async ({ page, portal, as, browser, problems }) => {
  const first = await portal.createUser({ name: 'Ed First', roles: ['Staff'] })
  const editing = async (at: Page) => {
    await at
      .getByRole('row', { name: /Shared words/ })
      .getByRole('button', { name: /^Edit/ })
      .click()
    return at.getByRole('dialog', { name: 'Edit announcement' })
  }
  await as(await portal.createUser({ name: 'Ed Second', roles: ['Staff'] }))
  await page.goto('/staff/announcements?write=new')
  const writing = page.getByRole('dialog', { name: 'Write announcement' })
  await writing.getByLabel('Title').fill('Shared words')
  await writing.getByLabel('Text').fill('As first written')
  await writing.getByRole('button', { name: 'Announce' }).click()
  await expect(writing).toBeHidden()

  const other = await atAnotherMachine(browser, portal, first, '/staff/announcements')
  const mine = await editing(page)
  const theirs = await editing(other)
  await theirs.getByLabel('Text').fill('As changed by the first')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs).toBeHidden()

  problems.allow(/status of 409/)
  await mine.getByLabel('Text').fill('As changed by the second')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByText('This announcement was changed meanwhile.')).toBeVisible()
  await mine.getByRole('button', { name: 'Use theirs' }).click()
  await expect(mine.getByLabel('Text')).toHaveValue('As changed by the first')
  await mine.getByLabel('Text').fill('As agreed')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine).toBeHidden()
  await other.context().close()
})

test('a bulk change that was overtaken changes nothing and shows what is true now', async ({ page, portal, as, browser, problems }) => {
  await portal.createUser({ name: 'Race Evans', departments: ['FIRE:Firefighter'] })
  const overtaker = await portal.createUser({ name: 'Race Staff', roles: ['Staff'] })
  await as(await portal.createUser({ name: 'Slow Staff', roles: ['Staff'] }))
  await page.goto('/staff/members?q=Race+Evans')
  await page.getByRole('checkbox', { name: 'Select Race Evans' }).check()
  await page.getByRole('button', { name: 'Change rank of 1' }).click()
  await choose(page, 'Department', 'FIRE')
  await choose(page, 'Rank', 'Captain')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: /Race Evans/ })).toContainText('Firefighter')

  const other = await atAnotherMachine(browser, portal, overtaker, '/staff/members?q=Race+Evans')
  await other.getByRole('link', { name: 'Race Evans' }).click()
  await other.getByRole('button', { name: 'Change rank in FIRE' }).click()
  await choose(other, 'Rank', 'Engineer')
  await other.getByRole('dialog').getByLabel('Reason').fill('Passed the course')
  await other.getByRole('dialog').getByRole('button', { name: 'Change rank' }).click()
  await expect(other.getByRole('dialog')).toBeHidden()

  problems.allow(/status of 409/)
  await dialog.getByLabel('Reason').fill('New structure')
  await dialog.getByRole('button', { name: 'Change 1 rank' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing was changed')
  await expect(dialog.getByRole('row', { name: /Race Evans/ })).toContainText('Engineer')
  await dialog.getByRole('button', { name: 'Change 1 rank' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Race Evans/ })).toContainText('FIRE Captain')
  await other.context().close()
})

test('a half-written form is not lost to a stray Escape, and gives the focus back', async ({ page, portal, as }) => {
  await as(await portal.createUser({ name: 'Kay Board', roles: ['Staff'] }))
  await page.goto('/staff/announcements')
  const open = page.getByRole('button', { name: 'Write announcement' }).first()
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Write announcement' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Half a title')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Go on writing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Title')).toHaveValue('Half a title')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})
