import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import type { Account, Portal } from './support/portal.ts'
import { signIn, withSession } from './support/session.ts'
import { expect, test } from './support/test.ts'

/** For two browsers, or a first visit to a page, on a busy machine. */
const PATIENCE = 60_000

let nameCount = 0
/** Tests of a worker share the portal, so each uses unique names. */
const fresh = (name: string) => `${name} ${process.pid}-${(nameCount += 1)}`
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '.')}@example.com`

/** Another person in another browser. */
async function anotherBrowser(browser: Browser, portal: Portal, account: Pick<Account, 'email' | 'password'>): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  await withSession(page, portal, account)
  return page
}

async function openUser(page: Page, name: string, tab?: string): Promise<void> {
  await page.goto(`/admin/users?q=${encodeURIComponent(name)}`)
  await page.getByRole('row', { name }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  if (tab)
    await page
      .getByRole('navigation', { name: /Parts of the account/ })
      .getByRole('link', { name: tab })
      .click()
}

async function choose(page: Page, label: string, option: string, within = page.locator('body')): Promise<void> {
  await within
    .getByRole('combobox', { name: label })
    .or(within.getByRole('textbox', { name: label }))
    .last()
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const save = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' })
const settled = (page: Page) => expect(page.getByRole('progressbar', { name: 'Loading' })).toHaveCount(0)

test('an admin creates a member with two departments, who signs in', async ({ page, portal, browser, as, problems }) => {
  const name = fresh('Dana Cole')
  await as(portal.root)
  await page.goto('/admin/add-user')
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByText('Enter a name')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()

  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email address').fill(portal.root.email.toUpperCase())
  await choose(page, 'Department', 'Los Santos Police Department (LSPD)')
  await choose(page, 'Department', 'San Andreas Fire Rescue (FIRE)')
  await choose(page, 'Rank', 'Officer I', page.getByRole('group', { name: 'LSPD' }))
  await page.getByRole('group', { name: 'FIRE' }).getByRole('radio', { name: 'Primary' }).check()
  await page.getByRole('button', { name: 'Generate' }).click()
  const password = await page.getByLabel('Password', { exact: false }).first().inputValue()
  expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)

  await test.step('an address that is taken is said at its field', async () => {
    problems.allow(/409 \(Conflict\)/)
    await page.getByRole('button', { name: 'Create user' }).click()
    await expect(page.getByText('This email address already has an account')).toBeVisible()
    await expect(page.getByLabel('Email address')).toBeFocused()
  })

  await page.getByLabel('Email address').fill(emailOf(name))
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByRole('heading', { name: `${name} has been created` })).toBeFocused()
  await expect(page.getByText(password, { exact: true })).toBeVisible()
  await expectAccessible(page)

  await test.step('the next one starts with the same departments', async () => {
    await page.getByRole('button', { name: 'Create another' }).click()
    await expect(page.getByLabel('Name')).toHaveValue('')
    await expect(page.getByRole('group', { name: 'FIRE' }).getByRole('radio', { name: 'Primary' })).toBeChecked()
    await expect(page.getByText(password)).toHaveCount(0)
  })

  await test.step('the member signs in with it', async () => {
    const theirs = await (await browser.newContext({ baseURL: portal.url })).newPage()
    await signIn(theirs, { email: emailOf(name), password })
    await expect(theirs).toHaveURL(/\/user\/home/)
    await expect(theirs.getByText('Officer I', { exact: false }).first()).toBeVisible()
    await theirs.context().close()
  })
})

test(
  'two admins at once: the second sees what differs, and re-applies or takes theirs',
  { tag: '@full' },
  async ({ page, portal, browser, as, problems }) => {
    problems.allow(/409 \(Conflict\)/)
    const member = await portal.createUser({
      name: fresh('Kim Vale'),
      email: `${fresh('kim').replace(' ', '')}@example.com`,
      departments: ['LSPD'],
    })
    const admin = await portal.createUser({ name: fresh('Second Admin'), roles: ['Admin'] })
    const other = await anotherBrowser(browser, portal, admin)
    await as(portal.root)
    await openUser(page, member.name)
    await openUser(other, member.name)

    await page.getByLabel('Name').fill(`${member.name} the First`)
    await save(page).click()
    await expect(page.getByRole('heading', { level: 1, name: `${member.name} the First` })).toBeVisible()

    await other.getByLabel('Name').fill(`${member.name} the Second`)
    await other.getByLabel('Steam hex').fill('11000010abcdef1')
    await save(other).click()
    const dialog = other.getByRole('dialog', { name: 'This account has changed since you opened it' })
    await expect(dialog.getByRole('row', { name: /^Name/ })).toContainText(`${member.name} the Second`)
    await expect(dialog.getByRole('row', { name: /^Name/ })).toContainText(`${member.name} the First`)
    await expect(dialog.getByRole('row', { name: /^Steam hex/ })).toContainText('11000010abcdef1')
    await expectAccessible(other)
    await dialog.getByRole('button', { name: 'Re-apply mine' }).click()
    await expect(dialog).toBeHidden()
    await expect(other.getByRole('heading', { level: 1, name: `${member.name} the Second` })).toBeVisible()
    await expect(save(other)).toHaveCount(0)

    await test.step('the first, who has not looked since, takes theirs', async () => {
      await page.getByLabel('Name').fill(`${member.name} the Third`)
      await save(page).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Use theirs' }).click()
      await expect(page.getByLabel('Name')).toHaveValue(`${member.name} the Second`)
      await expect(page.getByLabel('Steam hex')).toHaveValue('11000010abcdef1')
    })
    await other.context().close()
  },
)

test('roles at or above the own level can be neither given nor taken', { tag: '@full' }, async ({ page, portal, as }) => {
  const member = await portal.createUser({ name: fresh('Ada Winter') })
  await as(await portal.createUser({ name: fresh('An Admin'), roles: ['Admin'] }))
  await openUser(page, member.name, 'Roles and permissions')
  for (const role of ['Root', 'Admin']) {
    await expect(page.getByRole('button', { name: `Add ${role}`, exact: true })).toBeDisabled()
    await expect(page.getByRole('region', { name: `${role} roles` })).toContainText('At or above your own level')
  }
  await page.getByRole('button', { name: 'Add Staff', exact: true }).click()
  const gift = page.getByRole('alertdialog', { name: `Give ${member.name} the role Staff?` })
  await expect(gift).toContainText('the role Staff')
  await expectAccessible(page)
  await gift.getByRole('button', { name: 'Give', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove Staff', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Staff', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: `Take the role Staff from ${member.name}?` })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(page.getByRole('button', { name: 'Add Staff', exact: true })).toBeEnabled()

  await page.goto('/admin/add-user')
  await page.getByRole('button', { name: 'Show roles and permissions' }).click()
  await expect(page.getByRole('checkbox', { name: 'Root', exact: true })).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'Admin', exact: true })).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'Staff', exact: true })).toBeEnabled()
  await expectAccessible(page)
})

test('disabling ends the session in the other browser at once', async ({ page, portal, browser, as }) => {
  const member = await portal.createUser({ name: fresh('Max Stone'), departments: ['LSPD'] })
  const theirs = await anotherBrowser(browser, portal, member)
  await theirs.goto('/user/home')
  await expect(theirs.getByText('Live', { exact: true })).toBeVisible({ timeout: PATIENCE })
  await as(portal.root)
  await openUser(page, member.name)
  await page.getByRole('link', { name: 'Member record' }).click()
  await expect(page).toHaveURL(/\/staff\/members\/\d+$/)
  await page.getByRole('link', { name: 'User account' }).click()
  await expect(page).toHaveURL(/\/admin\/users\/\d+$/)
  await page.getByRole('button', { name: 'Disable' }).click()
  const question = page.getByRole('alertdialog', { name: `Disable ${member.name}?` })
  await question.getByLabel(/Reason/).fill('Away for good')
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(theirs.getByText('Your session has expired. Please login again.')).toBeVisible({ timeout: PATIENCE })
  await theirs.getByRole('button', { name: 'OK' }).click()
  await expect(theirs).toHaveURL(/\/login/)
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Member record' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Audit trail' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'User disabled' })
  await entry.getByRole('button', { name: 'User disabled' }).click()
  await expect(entry.getByRole('row', { name: /Reason/ })).toContainText('Away for good')
  await expectAccessible(page)
  await theirs.context().close()
})

test('filters survive reload and back, and the keyboard opens a row', { tag: '@full' }, async ({ page, portal, as }) => {
  const name = fresh('Zed Quill')
  for (const each of ['One', 'Two'])
    await portal.createUser({ name: `${name} ${each}`, departments: ['FIRE'], email: `${each}.${emailOf(name)}` })
  await as(portal.root)
  await page.goto('/admin/users')
  await page.getByRole('searchbox').fill(name)
  await page.getByLabel('Department', { exact: true }).selectOption('FIRE')
  await page.getByLabel('Include disabled').check()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  const rows = page.getByRole('table').getByRole('row').filter({ hasText: name })
  const asChosen = async () => {
    await expect(page.getByRole('searchbox')).toHaveValue(name)
    await expect(page.getByLabel('Department', { exact: true })).toHaveValue('6')
    await expect(page.getByLabel('Include disabled')).toBeChecked()
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText('Two')
  }
  await asChosen()
  await page.reload()
  await asChosen()
  await rows.first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `${name} One` })).toBeVisible()
  await page.goBack()
  await asChosen()
  await rows.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: `${name} Two` })).toBeVisible()
  await page.getByRole('link', { name: 'Users', exact: true }).last().click()
  await asChosen()

  await page.getByRole('searchbox').fill('nobody is called this')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page.getByLabel('Include disabled')).not.toBeChecked()
})

test('departments and ranks are created, ordered by keyboard, retired and restored', { tag: '@full' }, async ({ page, portal, as }) => {
  const full = fresh('Park Rangers')
  const short = `PR${process.pid % 1000}${nameCount}`
  await as(portal.root)
  await page.goto('/admin/departments')
  await page.getByRole('button', { name: 'Add department' }).click()
  await page.getByLabel('Short name').fill(short)
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill(full)
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Add department' }).click()
  const own = page.getByRole('list', { name: 'Departments', exact: true }).locator(':scope > li').filter({ hasText: full })
  await expect(own).toBeVisible()

  const up = page.getByRole('button', { name: `Move ${short} up` })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(new RegExp(`^${short} is now number`))).toBeAttached()
  await expect(up).toBeFocused()

  await own.getByRole('button', { name: new RegExp(full) }).click()
  for (const rank of ['Ranger', 'Chief Ranger']) {
    await own.getByRole('button', { name: `Add rank to ${short}` }).click()
    await own.getByLabel('Rank name').fill(rank)
    await page.keyboard.press('Enter')
    await expect(own.getByRole('button', { name: `Edit ${rank}`, exact: true })).toBeVisible()
  }
  await own.getByRole('button', { name: 'Move Chief Ranger up' }).click()
  await expect(
    own
      .getByRole('list', { name: `Ranks of ${short}` })
      .locator(':scope > li')
      .first(),
  ).toContainText('Chief Ranger')
  await expectAccessible(page)

  await own.getByRole('button', { name: `Retire ${short}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^${short}`) })).toBeFocused()
  await page.getByRole('button', { name: `Restore ${short}` }).click()
  await expect(own).toBeVisible()
})

test('a role is created, refused above the own level, and deleted', { tag: '@full' }, async ({ page, portal, as }) => {
  const name = fresh('Media')
  await as(await portal.createUser({ name: fresh('Role Admin'), roles: ['Admin'] }))
  await page.goto('/admin/roles')
  await page.getByRole('button', { name: 'Add role' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Level').fill('90')
  await page.getByRole('dialog').getByRole('button', { name: 'Add role' }).click()
  await expect(page.getByText('This level is at or above your own')).toBeVisible()
  await page.getByLabel('Level').fill('15')
  await page.getByRole('dialog').getByRole('button', { name: 'Add role' }).click()
  await expect(page.getByRole('row', { name })).toContainText('nobody')
  await expect(page.getByRole('button', { name: 'Edit Root' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row', { name })).toHaveCount(0)
})

test('the audit log is filtered by action and period, in the address', { tag: '@full' }, async ({ page, portal, as }) => {
  await portal.createUser({ name: fresh('Audited') })
  await as(portal.root)
  await page.goto('/admin/audit')
  await expect(page.getByRole('radio', { name: 'Administration' })).toBeChecked()
  await page.getByLabel('Search', { exact: true }).fill('audited')
  await expect(page).toHaveURL(/q=audited/)
  await expect(page.getByRole('link', { name: /^Audited/ }).first()).toBeVisible()
  await page.getByLabel('Action').selectOption('user.created')
  await expect(page).toHaveURL(/action=user\.created/)
  await expect(page.getByRole('button', { name: 'User created' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'User created' }).first().click()
  await expect(page.getByRole('columnheader', { name: 'Before' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No entries match your filters.')).toBeVisible()
})

const TABS = ['account', 'departments', 'roles', 'whitelist', 'sign-ins', 'audit']
const PAGES = ['', '/users', '/add-user', '/departments', '/roles', '/audit', ...TABS.map((tab) => `/users/1?tab=${tab}`)]
test('every page of the administration is accessible', { tag: '@full' }, async ({ page, portal, as }) => {
  await as(portal.root)
  for (const path of PAGES) {
    await test.step(`/admin${path}`, async () => {
      await page.goto(`/admin${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: PATIENCE })
      await settled(page)
      await expectAccessible(page)
    })
  }
})
