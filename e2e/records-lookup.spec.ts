import { DEPARTMENT } from '@tenfour/contract'
import { command, commandLine, expect, panel, test } from './support/dispatch.ts'
import { atAnotherMachine } from './support/people.ts'
import { createOwner, createSupervisor, inDays } from './support/records.ts'

test('an officer runs a plate by keyboard, hears and sees the suspended licence, and puts it on the call', async ({
  evening,
  portal,
  browser,
}) => {
  const plate = `46E${Date.now().toString(36).slice(-5).toUpperCase()}`
  const [owner, supervisor] = await Promise.all([createOwner(portal, plate), createSupervisor(portal, ['actOnLicences', 'seeLookups'])])
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
  const arrives = Promise.withResolvers<void>()
  await page.route('**/assets/late-commands-*', async (route) => {
    await arrives.promise
    await route.continue()
  })
  await page.reload()
  await expect(panel(page, 'call')).toContainText('Great Ocean Hwy')

  // `/`, `v`, a blank, the plate, Enter and A: four keys besides the plate itself and the blank.
  await page.keyboard.press('/')
  await expect(commandLine(page)).toBeFocused()
  await page.keyboard.type(`v ${plate.toLowerCase()}`)
  await page.keyboard.press('Enter')
  // Typed before the commands of records have arrived: the line is run when they do.
  await expect(page.getByText('There is no command “v”')).toBeVisible()
  arrives.resolve()
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
