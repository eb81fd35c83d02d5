import { DEPARTMENT, type CurrentUser, type Licence, type ManagedDepartment, type OwnCharacter } from '@tenfour/contract'
import type { Account, Portal } from './support/portal.ts'
import { apiOf, createSession } from './support/api.ts'
import { command, commandLine, expect, panel, test } from './support/dispatch.ts'
import { atAnotherMachine } from './support/people.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

const sessionOf = async (portal: Portal, account: Account) => apiOf(portal, await createSession(portal, account))

/** A member of LSPD whose rank may act on licences and see what was looked up. */
async function createSupervisor(portal: Portal) {
  const account = await portal.createUser({ name: 'Vera Coldwater', departments: ['LSPD'] })
  const asRoot = await sessionOf(portal, portal.root)
  const rank = { rankName: `Sergeant ${Date.now().toString(36)}`, isReserve: false, capabilities: ['actOnLicences', 'seeLookups'] }
  const { ranks } = await asRoot<ManagedDepartment>('POST', `/api/departments/${DEPARTMENT.LSPD}/ranks`, rank)
  const { rankId } = ranks.find(({ rankName }) => rankName === rank.rankName) ?? { rankId: null }
  const api = await sessionOf(portal, account)
  const { userId, name, emailAddress, version } = await api<CurrentUser>('GET', '/api/auth/me')
  const userDepartments = [{ departmentId: DEPARTMENT.LSPD, rankId, isPrimary: true }]
  await asRoot('PUT', `/api/user/UpdateUserAsync/${userId}/true`, {
    user: { name, emailAddress, version, userPermissions: [], userDepartments },
  })
  return { account, api }
}

/** A civilian with a car and a driver's licence. */
async function createOwner(portal: Portal, plate: string) {
  const account = await portal.createUser({ name: 'Owen Marlowe', departments: ['CIV'] })
  const api = await sessionOf(portal, account)
  const { characterId } = await api<OwnCharacter>('POST', '/api/characters', { name: 'Dexter Marlowe', bornOn: '1991-03-03' })
  const until = inDays(200).toISOString().slice(0, 10)
  const car = { model: 'Karin Sultan', colour: 'silver', registeredUntil: until, insuredUntil: until }
  await api('POST', '/api/vehicles', { characterId, plate, ...car })
  const licence = await api<Licence>('POST', '/api/licences', { characterId, type: 'DRIVERS' })
  return { account, licence }
}

test('an officer runs a plate by keyboard, hears and sees the suspended licence, and puts it on the call', async ({
  evening,
  portal,
  browser,
}) => {
  const plate = `46E${Date.now().toString(36).slice(-5).toUpperCase()}`
  const [owner, supervisor] = await Promise.all([createOwner(portal, plate), createSupervisor(portal)])
  const { serverId } = evening
  await supervisor.api('POST', '/api/patrol/unit/save', { serverId, departmentId: DEPARTMENT.LSPD, identifier: 'S-1', type: 1 })
  const officer = await evening.join('officer', '4L12')
  const { licenceId, version } = owner.licence
  await supervisor.api('POST', `/api/licences/${licenceId}/suspend`, {
    until: inDays(30).toISOString(),
    reason: 'Street racing',
    version,
  })
  const { callId } = await evening.call(officer, { callTypeId: 1, location: 'Great Ocean Hwy', unitIds: [officer.userId] })
  const { page } = officer
  await expect(panel(page, 'call')).toContainText('Great Ocean Hwy')

  // `/`, `v`, a blank, the plate, Enter and A: four keys besides the plate itself and the blank.
  await page.keyboard.press('/')
  await expect(commandLine(page)).toBeFocused()
  await page.keyboard.type(`v ${plate.toLowerCase()}`)
  await page.keyboard.press('Enter')
  const record = panel(page, 'record')
  await expect(record.getByRole('alert')).toContainText('licence suspended until')
  await expect(record.locator(':focus')).toBeAttached()
  expect(await officer.heard()).toContainEqual(expect.objectContaining({ sound: 'suspendedLicense' }))
  await page.keyboard.press('a')
  await expect(panel(page, 'call').getByRole('list', { name: 'Log, newest first' })).toContainText(plate)
  await expect(record.locator(':focus')).toBeAttached()
  await page.keyboard.press('Escape')
  // The lookup is where the command line left off, and keeps focus while its kind changes.
  const field = (name: string) => panel(page, 'lookup').getByRole('combobox', { name })
  await expect(field('Plate or VIN')).toBeFocused()
  await page.getByRole('button', { name: 'Weapon' }).click()
  await expect(field('Serial number')).toBeFocused()
  // The field of the lookup holds no draft: a command from there goes on to the record too.
  await command(page, `v ${plate}`)
  await expect(record.locator(':focus')).toBeAttached()

  const [ownersPage, log] = await Promise.all([
    atAnotherMachine(browser, portal, owner.account, '/user/home'),
    atAnotherMachine(browser, portal, supervisor.account, '/user/lookups'),
  ])
  await expect(ownersPage.getByRole('list', { name: 'Unread notices' })).toContainText('suspended')
  // Each opening is one entry.
  const rows = log.getByRole('row').filter({ hasText: plate }).filter({ hasText: 'Lookup' })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('4L12')
  await expect(rows.first()).toContainText(String(callId))
  await Promise.all([ownersPage, log].map((each) => each.context().close()))
})
