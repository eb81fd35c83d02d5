import { callRow, command, commandLine, expect, panel, test, unitRow } from './support/dispatch.ts'

// Conflicts between several people, and bad connections.
const ROBBERY = 4
const TRAFFIC = 23

test('offline is said at once, nothing is sent meanwhile, and the board is right when it is back', async ({ evening }) => {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const officer = await evening.unit('officer', '4L12')
  const { page, problems } = dispatcher
  problems.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load/)
  const { callId } = await evening.call(dispatcher, { callTypeId: ROBBERY, location: 'Great Ocean Hwy' })
  await expect(callRow(page, callId)).toBeVisible()
  // Files for urgent actions are fetched on the first interaction.
  await page.keyboard.press('Shift')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true))

  await page.context().setOffline(true)
  await expect(page.getByText('Connection lost. The board may be out of date')).toBeVisible()
  await page.getByRole('button', { name: 'Busy' }).click()
  await expect(page.getByText('You are offline. Nothing was sent.').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`d 4L12 ${callId}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Command' })).toHaveValue(`d 4L12 ${callId}`)
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.getByLabel('Location').fill('Typed while offline')
  await expect(page.getByText('Offline. Your draft is kept.')).toBeVisible()

  await officer.api('GET', `/api/patrol/unit/status/${officer.userId}/4`)
  const { callId: missed } = await evening.call(officer, { callTypeId: TRAFFIC, location: 'Missed Ave' })
  await page.context().setOffline(false)
  await expect(callRow(page, missed)).toContainText('Missed Ave', { timeout: 60_000 })
  await expect(unitRow(page, officer)).toContainText('Busy')
  await expect(page.getByText('Connection lost.')).toHaveCount(0)
  await expect(page.getByLabel('Location')).toHaveValue('Typed while offline')
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage') as unknown)).toBe(true)
  await command(page, `d 4L12 ${callId}`)
  await expect(unitRow(page, officer)).toContainText('En route')
})

test(
  'panels and dialogs open without the portal, and what needs it comes by itself when it is back',
  { tag: '@full' },
  async ({ evening }) => {
    const { page, problems, ...dispatcher } = await evening.join('dispatcher', 'D-3')
    problems.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load/)
    const { callId } = await evening.call(dispatcher, { callTypeId: ROBBERY, location: 'Great Ocean Hwy' })
    await expect(callRow(page, callId)).toBeVisible()
    await page.waitForFunction(() => performance.getEntriesByName('fetch-ahead-done').length > 0, undefined, { timeout: 60_000 })
    await page.context().setOffline(true)
    await expect(page.getByText('Connection lost. The board may be out of date')).toBeVisible()

    await callRow(page, callId).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Transfer…' }).click()
    const dialog = page.getByRole('dialog', { name: `Transfer call ${callId}` })
    await expect(dialog).toContainText('Portal unreachable.')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Map' }).click()
    await expect(panel(page, 'map').getByRole('application')).toBeVisible()
    await page.getByRole('button', { name: 'History' }).click()
    await expect(panel(page, 'history')).toContainText('Portal unreachable. Reloads automatically.')

    await page.context().setOffline(false)
    await expect(panel(page, 'history').getByRole('cell', { name: String(callId) })).toBeVisible({ timeout: 60_000 })
  },
)

test('being sent somewhere while the connection was lost is heard when it is back', { tag: '@full' }, async ({ evening }) => {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const officer = await evening.join('officer', '4L12')
  officer.problems.allow(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load/)
  const { callId } = await evening.call(dispatcher, { callTypeId: ROBBERY, location: 'Great Ocean Hwy' })
  await expect(callRow(officer.page, callId)).toBeVisible()
  await officer.page.keyboard.press('Shift')
  await officer.page.context().setOffline(true)
  await expect(officer.page.getByText('Connection lost.')).toBeVisible()
  await command(dispatcher.page, `d 4L12 ${callId}`)
  await officer.page.context().setOffline(false)
  await expect.poll(officer.heard, { timeout: 60_000 }).toEqual([{ sound: 'newCallAssigned', outcome: 'played' }])
})

test('two dispatchers send the same unit, and write in the same field, at the same moment: one is told who did what', async ({
  evening,
}) => {
  const [first, second] = await Promise.all([
    evening.join('dispatcher', 'D-3', { name: 'Mia Okafor' }),
    evening.join('dispatcher', 'D-4', { name: 'Remy Stone' }),
  ])
  const officer = await evening.unit('officer', '4L12')
  second.problems.allow(/status of 409/)
  const { callId: one } = await evening.call(first, { callTypeId: ROBBERY, location: 'Great Ocean Hwy' })
  const { callId: two } = await evening.call(first, { callTypeId: TRAFFIC, location: 'Forum Dr' })
  await expect(callRow(second.page, two)).toBeVisible()
  await expect(unitRow(second.page, officer)).toBeVisible()

  // The second request is already under way when the first one completes.
  const release = Promise.withResolvers<void>()
  await second.page.route(/\/api\/cad\/call\/\d+\/units/, async (route) => {
    await release.promise
    await route.continue()
  })
  await second.page.keyboard.press('Control+k')
  await second.page.keyboard.type(`d 4L12 ${two}`)
  await second.page.keyboard.press('Enter')
  await command(first.page, `d 4L12 ${one}`)
  await expect(unitRow(second.page, officer)).toContainText(String(one))
  release.resolve()

  await expect(second.page.getByText(new RegExp(`(D-3|Mia Okafor).*${one}`)).first()).toBeVisible()
  await expect(commandLine(second.page)).toHaveValue(`d 4L12 ${two}`)
  await expect(unitRow(first.page, officer)).toContainText(String(one))

  await test.step('both write in the same field: the second is shown both and chooses', async () => {
    await second.page.keyboard.press('Escape')
    const { callId } = await evening.call(first, { callTypeId: ROBBERY, location: 'Great Ocean Hwy', narrative: 'Two men' })
    for (const { page } of [first, second]) await command(page, `c ${callId}`)
    const sheets = [panel(first.page, 'call'), panel(second.page, 'call')] as const
    await sheets[1].getByRole('button', { name: /^Narrative/ }).click()
    await sheets[1].getByRole('textbox', { name: 'Narrative' }).fill('Two men and a woman')
    await sheets[0].getByRole('button', { name: /^Narrative/ }).click()
    await sheets[0].getByRole('textbox', { name: 'Narrative' }).fill('Two armed men')
    await first.page.keyboard.press('Enter')
    await expect(sheets[0].getByRole('button', { name: /^Narrative/ })).toContainText('Two armed men')

    const conflict = sheets[1].getByRole('alert')
    await expect(conflict).toContainText('Two armed men')
    await expect(sheets[1].getByRole('textbox', { name: 'Narrative' })).toHaveValue('Two men and a woman')
    await conflict.getByRole('button', { name: 'Use mine' }).click()
    await expect(sheets[0].getByRole('button', { name: /^Narrative/ })).toContainText('Two men and a woman')
  })
})
