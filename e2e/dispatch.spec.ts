import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectPageAccessible } from './support/accessible.ts'
import { commandLine, callRow, command, expect, onlyCall, panel, test, unitRow, type OnDuty, type Person } from './support/dispatch.ts'

const TRAFFIC = 23
const shows = (row: Locator, text: string | RegExp) => row.filter({ hasText: text })
const status = (page: Page, name: string) => page.getByRole('group', { name: 'Your status' }).getByRole('button', { name })

/** A civilian sees only their own call, not who responds or what dispatch writes. */
async function expectOnlyTheirs({ page }: Person, secrets: readonly string[]): Promise<void> {
  const text = await page.locator('body').innerText()
  for (const secret of secrets) expect(text).not.toContain(secret)
}

test('a call to 911, from the first word to the last', async ({ evening }) => {
  const [dispatcher, officer, civilian] = await Promise.all([
    evening.join('dispatcher', 'D-3', { name: 'Mia Okafor' }),
    evening.join('officer', '4L12', { name: 'Rosa Delgado' }),
    evening.join('civilian', 'Tess', { name: 'Tess Marsh' }),
  ])
  // Browsers only play sounds after a user interaction.
  await dispatcher.page.keyboard.press('Shift')
  await civilian.page.getByLabel('What happened?').fill('Two masked men in the bank')
  await civilian.page.getByLabel('Where?').fill('Great Ocean Hwy')
  const calls = dispatcher.page.getByRole('grid', { name: 'Calls' })
  await civilian.page.getByRole('button', { name: 'Call 911' }).click()
  await expect(calls.getByRole('row').filter({ hasText: 'Great Ocean Hwy' })).toBeVisible()
  const callId = await onlyCall(dispatcher, evening)
  await expect(civilian.page.getByText(`Call ${callId} has been received.`)).toBeVisible()
  const own = civilian.page.getByRole('listitem').filter({ hasText: 'Two masked men' })
  await expect(own).toContainText('Received')

  await officer.page.getByRole('grid', { name: 'Units' }).click()
  await callRow(dispatcher.page, callId).click()
  await expect(panel(dispatcher.page, 'call')).toContainText('Two masked men in the bank')
  await dispatcher.page.getByRole('button', { name: 'Assign 4L12' }).click()
  await expect(panel(officer.page, 'call').getByText('Two masked men in the bank')).toBeVisible()
  await expect.poll(officer.heard).toEqual([{ sound: 'newCallAssigned', outcome: 'played' }])
  expect(await dispatcher.heard()).toEqual([{ sound: 'callWaiting', outcome: 'played' }])
  await expect(status(officer.page, 'En route')).toHaveAttribute('aria-pressed', 'true')
  await expect(shows(unitRow(dispatcher.page, officer), 'En route')).toContainText(String(callId))
  await expect(own).toContainText('Units are on the way')
  await expectPageAccessible(dispatcher.page)

  const composer = panel(dispatcher.page, 'call').getByPlaceholder('Add to the log…')
  await composer.fill('Suspects may be armed')
  await composer.press('Enter')
  await expect(panel(officer.page, 'call').getByText('Suspects may be armed')).toBeVisible()
  await status(officer.page, 'On scene').click()
  await expect(shows(unitRow(dispatcher.page, officer), 'On scene')).toBeVisible()
  await expectOnlyTheirs(civilian, ['4L12', 'Delgado', 'D-3', 'Okafor', 'Suspects may be armed', 'On scene'])

  await officer.page.getByRole('button', { name: 'Clear', exact: true }).click()
  const dialog = officer.page.getByRole('dialog', { name: `Clear call ${callId}` })
  await dialog.getByRole('button', { name: 'Arrest made' }).click()
  await dialog.getByRole('button', { name: 'Clear call' }).click()
  await expect(shows(unitRow(dispatcher.page, officer), 'In service')).toBeVisible()
  await expect(callRow(dispatcher.page, callId)).toHaveCount(0)
  await expect(own).toContainText('Closed')
  await expectOnlyTheirs(civilian, ['4L12', 'Delgado', 'D-3', 'Okafor', 'Arrest made'])
})

test('a unit is sent by dragging it, and one that is on a call only after a question', { tag: '@full' }, async ({ evening }) => {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const officer = await evening.unit('officer', '4L12')
  const { page } = dispatcher
  const { callId: first } = await evening.call(dispatcher, { callTypeId: TRAFFIC, location: 'Great Ocean Hwy' })
  const { callId: second } = await evening.call(dispatcher, { callTypeId: TRAFFIC, location: 'Alta St' })
  await expect(callRow(page, second)).toBeVisible()
  await expect(unitRow(page, officer)).toBeVisible()

  await unitRow(page, officer).dragTo(callRow(page, first))
  await expect(shows(unitRow(page, officer), 'En route')).toContainText(String(first))

  // Declined, it stays on its call.
  await unitRow(page, officer).dragTo(callRow(page, second))
  const question = page.getByRole('alertdialog', { name: `Send 4L12 to call ${second}?` })
  await expect(question).toContainText(`4L12 is on call ${first}`)
  await question.getByRole('button', { name: 'Leave there' }).click()
  await expect(unitRow(page, officer)).toContainText(String(first))
})

test('the whole evening by keyboard alone', { tag: '@full' }, async ({ evening }) => {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const officer = await evening.join('officer', '4L12')
  const { keyboard } = dispatcher.page

  await keyboard.press('n')
  await expect(dispatcher.page.getByRole('combobox', { name: 'Type' })).toBeFocused()
  await keyboard.type('robb')
  await keyboard.press('Enter')
  await expect(dispatcher.page.getByLabel('Location')).toBeFocused()
  await keyboard.type('Great Ocean Hwy')
  await keyboard.press('Control+Enter')
  await expect(dispatcher.page.getByRole('grid', { name: 'Calls' })).toContainText('Great Ocean Hwy')
  const callId = await onlyCall(dispatcher, evening)

  await keyboard.press('Alt+1')
  await expect(dispatcher.page.getByRole('grid', { name: 'Calls' })).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('a')
  await expect(dispatcher.page.getByRole('dialog', { name: `Send a unit to call ${callId}` })).toBeVisible()
  await keyboard.type('4L12')
  await keyboard.press('Enter')
  await expect(shows(unitRow(dispatcher.page, officer), 'En route')).toBeVisible()

  await officer.page.keyboard.press('4')
  await expect(shows(unitRow(dispatcher.page, officer), 'On scene')).toBeVisible()
  await officer.page.keyboard.press('/')
  await officer.page.keyboard.type('l One in custody')
  await officer.page.keyboard.press('Enter')
  await expect(commandLine(officer.page)).toHaveValue('')
  await expect(panel(dispatcher.page, 'call').getByText('One in custody')).toBeVisible()
  await officer.page.keyboard.press('5')
  await expect(shows(unitRow(dispatcher.page, officer), 'Custody')).toBeVisible()

  await keyboard.press('Alt+1')
  await keyboard.press('c')
  await expect(dispatcher.page.getByRole('dialog', { name: `Clear call ${callId}` })).toBeVisible()
  await keyboard.type('Arrest made')
  await keyboard.press('Enter')
  await expect(callRow(dispatcher.page, callId)).toHaveCount(0)
  // An officer with someone in custody is not available yet.
  await expect(shows(unitRow(dispatcher.page, officer), 'Custody')).not.toContainText(String(callId))
  await officer.page.keyboard.press('1')
  await expect(shows(unitRow(dispatcher.page, officer), 'In service')).toBeVisible()
})

test('a panic button, a tone and a ping are heard by the members they concern', async ({ evening }) => {
  const [dispatcher, officer, fire] = await Promise.all([
    evening.join('dispatcher', 'D-3'),
    evening.join('officer', '4L12'),
    evening.join('firefighter', 'E51'),
  ])
  for (const { page } of [dispatcher, officer, fire]) await page.keyboard.press('Shift')
  await command(officer.page, 'panic')
  const heard = (person: Person) => expect.poll(async () => (await person.heard()).map(({ sound }) => sound), person.sign)
  for (const person of [dispatcher, fire]) await heard(person).toEqual(['panic'])
  await heard(officer).toEqual([])
  await expect(dispatcher.page.getByRole('grid', { name: 'Calls' })).toContainText('Panic button, 4L12')
  await expectAlarm(dispatcher, officer)
  // Others keep theirs, and after a reload too.
  await fire.page.reload()
  await expect(alerts(fire.page)).toContainText('4L12')
  await expect(alerts(officer.page)).toHaveCount(0)
  await fire.page.keyboard.press('Shift')
  await fire.page.keyboard.press('Alt+k')
  await expect(alerts(fire.page)).toHaveCount(0)

  // The tone stays while the pointer is here.
  await fire.page.getByRole('region', { name: 'Alerts' }).hover()
  await command(dispatcher.page, 'tone fire Structure fire, Grapeseed Ave')
  await heard(fire).toEqual(['tone'])
  await expect(alerts(fire.page)).toContainText('TONE Structure fire, Grapeseed Ave')
  await command(dispatcher.page, 'ping E51 Call the station')
  await heard(fire).toEqual(['tone', 'pingUnit'])
  await expect(fire.page.getByRole('region', { name: 'Alerts' })).toContainText('1 more alert')
  await fire.page.keyboard.press('Alt+k')
  await expect(alerts(fire.page)).toContainText('PING Call the station')
  await fire.page.keyboard.press('Alt+k')
  await expect(alerts(fire.page)).toHaveCount(0)
  await heard(officer).toEqual([])
})

/** The most urgent alert. */
const alerts = (page: Page) => page.getByRole('region', { name: 'Alerts' }).locator('[data-alert]')

/** The alarm is on screen, in the title and on the unit, and is acknowledged while typing. */
async function expectAlarm({ page }: Person, officer: OnDuty): Promise<void> {
  await expect(alerts(page)).toContainText('PANIC 4L12')
  await expect(page).toHaveTitle(/^\(1\) PANIC/)
  await expect(unitRow(page, officer)).toContainText('PANIC')
  await expectAccessible(page, { within: '[aria-label="Alerts"]' })
  await page.keyboard.press('n')
  const location = page.getByLabel('Location')
  await location.fill('Half typed')
  await page.keyboard.press('Alt+k')
  await expect(alerts(page)).toHaveCount(0)
  await expect(location).toBeFocused()
  await expect(location).toHaveValue('Half typed')
  await expect(page).not.toHaveTitle(/PANIC/)
  await expect(unitRow(page, officer)).toContainText('PANIC')
  await page.reload()
  await expect(unitRow(page, officer)).toContainText('PANIC')
  await expect(alerts(page)).toHaveCount(0)
}

test('mistakes are undone by key and from the log, and the caller follows', async ({ evening }) => {
  const [dispatcher, officer, civilian] = await Promise.all([
    evening.join('dispatcher', 'D-3'),
    evening.unit('officer', '4L12'),
    evening.join('civilian', 'C-1', { name: 'Milo Finch' }),
  ])
  const { page } = dispatcher
  const grid = page.getByRole('grid', { name: 'Calls' })
  const sheet = panel(page, 'call')
  const { callId: robbery } = await evening.call(dispatcher, { callTypeId: 4, location: 'Forum Dr', unitIds: [officer.userId] })
  const { callId: smoke } = await evening.call(civilian, { narrative: 'Smoke from the roof', location: 'Alta St' })
  await expect(callRow(page, smoke)).toContainText('Smoke from the roof · Milo Finch')
  await expect(callRow(page, smoke)).toContainText('unclaimed')
  await expect(alerts(page)).toContainText('911 Smoke from the roof')
  await page.keyboard.press('Alt+k')

  // A clear: the next pending call is selected, Z brings the other back.
  await callRow(page, robbery).click()
  await expect(sheet).toContainText('Robbery in progress')
  await grid.focus()
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog', { name: `Clear call ${robbery}` }).getByLabel('Disposition')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(callRow(page, smoke)).toHaveAttribute('aria-selected', 'true')
  await expect(grid).toBeFocused()
  await page.keyboard.press('z')
  const question = page.getByRole('alertdialog', { name: `Undo clearing ${robbery}?` })
  await expect(question.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(callRow(page, robbery)).toContainText('4L12')
  await expect(callRow(page, robbery)).toHaveAttribute('aria-selected', 'true')
  await expect(grid).toBeFocused()
  await expect(unitRow(page, officer)).toContainText('En route')
  await expect(sheet).toContainText('Clear undone, 4L12 back on this call')

  // A merge: the caller follows the other call, until it is undone from the log.
  await command(page, `m ${smoke} ${robbery}`)
  const own = civilian.page.getByRole('listitem').filter({ hasText: 'Smoke from the roof' })
  await expect(own).toContainText(`Joined with call ${robbery}`)
  await expect(own).toContainText('Units are on the way')
  await callRow(page, robbery).click()
  await sheet.getByRole('button', { name: 'Undo the merge' }).click()
  await expect(own).not.toContainText('Joined')
  await expect(own).toContainText('Received')
  await expect(callRow(page, smoke)).toContainText('unclaimed')

  // The message names what has changed since.
  dispatcher.problems.allow(/409/)
  await dispatcher.api('GET', `/api/cad/call/${robbery}/clear`)
  await officer.api('GET', `/api/patrol/unit/status/${officer.userId}/4`)
  await grid.focus()
  await page.keyboard.press('z')
  await expect(question.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('4L12 is busy now')).toBeVisible()
  await expect(grid).toBeFocused()

  // A late note, then the call is reopened without its unit.
  await command(page, `c ${robbery}`)
  const composer = sheet.getByLabel('Add to the log')
  await composer.fill('Report filed')
  await composer.press('Enter')
  await expect(sheet).toContainText('Report filed · added after clearing')
  await sheet.getByRole('button', { name: 'Reopen' }).click()
  await expect(callRow(page, robbery)).toContainText('none')
  await expect(sheet).not.toContainText('Cleared')
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
})
