import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/test.ts'

test('the first Tab reaches a link that skips to the content; an admin finds every entry in its menu by keyboard', async ({
  page,
  portal,
  as,
}) => {
  await as(await portal.createUser({ roles: ['Admin'] }))
  await page.goto('/user/home')
  // The page itself, not its loading placeholder.
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Manage Warrants' })).toHaveAttribute('href', '/warrants')
  const menus = {
    Livemap: { 'Server 1': '/livemap?serverId=1' },
    Staff: { 'Manage Members': '/staff/members', 'Manage Discord': '/discord/list', 'Patrol Viewer': '/staff/patrol-viewer' },
    Admin: {
      'Add User': '/admin/add-user',
      'Manage Users': '/admin/users',
      'Manage Servers': '/servers/list',
      'API Logs': '/servers/events',
    },
  }
  for (const [menu, links] of Object.entries(menus)) {
    await main.getByRole('button', { name: menu }).focus()
    await page.keyboard.press('Enter')
    for (const [label, href] of Object.entries(links)) {
      await expect(page.getByRole('menuitem', { name: label })).toHaveAttribute('href', href)
    }
    if (menu !== 'Livemap') await expect(page.getByRole('menuitem')).toHaveCount(Object.keys(links).length)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem')).toHaveCount(0)
  }
})

test('the footer stands on pages but not on desktop, live map and login; it is 600 px wide and below 87.5 % of the window', async ({
  page,
  portal,
  as,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await as(await portal.createUser({ departments: ['LSPD'] }))
  await page.goto('/user/home')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
  await expect(footer.getByRole('link', { name: 'Powered by Tenfour' })).toHaveAttribute('rel', /noopener/)
  expect((await footer.boundingBox())?.width).toBe(600)
  const height = await page.evaluate(() => document.querySelector('footer')?.previousElementSibling?.getBoundingClientRect().height ?? 0)
  expect(height).toBeGreaterThanOrEqual(0.875 * 800 - 1)
  for (const path of ['/cad/desktop', '/livemap']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
  }
})

test(
  'tablet mode is switched on by the address, kept, hides the live map menu, and is switched off in settings',
  { tag: '@full' },
  async ({ page, portal, as }) => {
    await as(await portal.createUser({ roles: ['Admin'] }))
    await page.goto('/user/home?tablet=true')
    await expect(page.locator('html')).toHaveAttribute('data-tablet', /.*/)
    await page.goto('/user/settings')
    await expect(page.locator('html')).toHaveAttribute('data-tablet', /.*/)
    await expect(page.getByRole('button', { name: 'Livemap' })).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Disable Tablet Mode' }).click()
    await expect(page.getByRole('button', { name: 'Enable Tablet Mode' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Livemap' })).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-tablet', /.*/)
  },
)

test('the CAD is dark by default, toggles to light, and forgets the choice', async ({ page, portal, as }) => {
  await as(await portal.createUser({ departments: ['COMM'] }))
  await page.goto('/cad')
  const themed = page.locator('.cad-dark-theme, .cad-light-theme').first()
  await expect(themed).toHaveClass(/cad-dark-theme/)
  await expect(page.locator('html')).toHaveAttribute('data-cad-view', '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use the light theme' }).click()
  await expect(themed).toHaveClass(/cad-light-theme/)
  await expectAccessible(page)
  await page.reload()
  await expect(themed).toHaveClass(/cad-dark-theme/)
  await page.goto('/cad/desktop')
  await expect(page.locator('html')).toHaveAttribute('data-desktop-view', '')
})

test('on a phone the bar folds into a menu that works by keyboard', async ({ page, portal, as }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await as(await portal.createUser({ roles: ['Admin'] }))
  await page.goto('/user/home')
  await page.getByRole('button', { name: 'Open the menu' }).focus()
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Manage Users' }).click()
  await expect(page).toHaveURL(/\/admin\/users/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})
