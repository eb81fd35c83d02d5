import { DEPARTMENT, UNIT_TYPE, type CurrentUser, type OwnCharacter, type Vehicle } from '@tenfour/contract'
import { apiOf, createSession } from './support/api.ts'
import { givePlenty } from './support/plenty.ts'
import { createOwner } from './support/records.ts'
import { withSession } from './support/session.ts'
import { expect, test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }
const SCREENS = 2

test('pages that a member opens on a phone fit in two screens, however much the member has', async ({ browser, portal }) => {
  const account = await portal.createUser({
    name: 'Evangeline Featherstonehaugh',
    departments: ['LSPD:Chief', 'BCSO', 'FIRE', 'CIV'],
    roles: ['Staff'],
    steam: '110000112345678',
  })
  const api = apiOf(portal, await createSession(portal, account))
  const { userId } = await api<CurrentUser>('GET', '/api/auth/me')
  const names = Array.from({ length: 10 }, (_, index) => `Bartholomew Winterbottom ${index}`)
  const [first] = await Promise.all(names.map((name) => api<OwnCharacter>('POST', '/api/characters', { name, bornOn: '1991-03-03' })))
  await givePlenty(portal, userId)
  await api('POST', '/api/patrol/unit/save', { serverId: 1, departmentId: DEPARTMENT.LSPD, identifier: '4L12', type: UNIT_TYPE.Patrol })
  const owner = await createOwner(portal, '8PLENTY')
  const car = { characterId: owner.characterId, plate: '9PLENTY', model: 'Karin Sultan', colour: 'silver' }
  const { vehicleId, version } = await owner.api<Vehicle>('POST', '/api/vehicles', car)
  await owner.api('POST', `/api/vehicles/${vehicleId}/offer`, { name: first?.name, bornOn: first?.bornOn, version })

  const context = await browser.newContext({
    baseURL: portal.url,
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await withSession(page, portal, account)
  for (const path of [
    '/user/home',
    '/user/characters',
    `/user/characters/${first?.characterId}`,
    `/user/characters/${first?.characterId}?tab=property`,
    '/user/notices',
    '/user/patrol',
    '/user/patrol?tab=year',
    '/user/patrol?tab=patrols',
    '/user/tickets',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    if (path === '/user/home') await expect(page.getByRole('button', { name: /^All \d+$/ })).toBeVisible()
    const { width, height } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      height: document.documentElement.scrollHeight,
    }))
    expect.soft(width, `width of ${path}`).toBeLessThanOrEqual(PHONE.width)
    expect.soft(height, `height of ${path}`).toBeLessThanOrEqual(PHONE.height * SCREENS)
  }
  await context.close()
})
