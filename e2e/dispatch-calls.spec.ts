import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { callRow, expect, panel, test, type Evening, type Person } from './support/dispatch.ts'

// Several people, each in their own browser.
test.describe.configure({ timeout: 90_000 })

const board = (page: Page) => panel(page, 'calls')
const sheet = (page: Page) => panel(page, 'call')
const rows = (page: Page) => board(page).locator('[data-call-id]')
const order = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset.callId)))
const dialog = (page: Page) => page.getByRole('dialog')

async function threeCalls(evening: Evening, by: Person) {
  const make = (title: string, priority: number, location: string) => evening.call(by, { title, priority, location, callTypeId: 4 })
  return [await make('Burglary', 3, 'Alta St'), await make('Noise', 4, 'Forum Dr'), await make('Robbery', 2, 'Route 68')] as const
}

test('rows stay where they are while someone points at them, and are put in order when they leave', async ({ evening }) => {
  const dana = await evening.join('dispatcher', 'D-1')
  const dirk = await evening.join('dispatcher', 'D-2')
  const { page } = dana
  const [burglary, noise, robbery] = await threeCalls(evening, dirk)
  const calm = [robbery.callId, burglary.callId, noise.callId]
  await expect.poll(() => order(page)).toEqual(calm)

  await callRow(page, burglary.callId).hover()
  const shots = await evening.call(dirk, { title: 'Shots fired', priority: 1, callTypeId: 3 })
  await expect(board(page).getByRole('button', { name: '1 new' })).toBeVisible()
  expect(await order(page)).toEqual([...calm, shots.callId])
  await dirk.api('GET', `/api/cad/call/${robbery.callId}/clear`)
  await expect(callRow(page, robbery.callId)).toContainText('cleared')
  expect(await order(page)).toEqual([...calm, shots.callId])

  await page.mouse.move(1, 1)
  await expect.poll(() => order(page)).toEqual([shots.callId, burglary.callId, noise.callId])
  await expect(callRow(page, shots.callId)).toContainText(', new')
  await callRow(page, shots.callId).click()
  await expect(callRow(page, shots.callId)).not.toContainText(', new')
})

test('calls are filtered by what they say, by who waits and by whose they are', async ({ evening }) => {
  const { page, ...dana } = await evening.join('dispatcher', 'D-1')
  const officer = await evening.join('officer', '4L12', { path: '/user/home' })
  const [burglary, noise, robbery] = await threeCalls(evening, { page, ...dana })
  await dana.api('GET', `/api/patrol/unit/call/${officer.userId}/${robbery.callId}`)
  await page.getByRole('button', { name: 'Pending 2' }).click()
  await expect.poll(() => order(page)).toEqual([burglary.callId, noise.callId])
  await page.getByRole('button', { name: 'Active', exact: true }).click()
  await page.getByRole('grid', { name: 'Calls' }).press('f')
  await page.keyboard.type('4l12 route')
  await expect.poll(() => order(page)).toEqual([robbery.callId])
  await page.keyboard.press('Escape')
  await expect.poll(() => order(page)).toHaveLength(3)
})

test('what another writes is there at once, and a line for the log waits for its call', async ({ evening }) => {
  const dana = await evening.join('dispatcher', 'D-1')
  const { page } = dana
  const [burglary, noise] = await threeCalls(evening, dana)
  const log = sheet(page).getByRole('textbox', { name: 'Add to the log' })

  await callRow(page, burglary.callId).click()
  await log.fill('Caller hung up')
  await callRow(page, noise.callId).click()
  await expect(sheet(page).getByRole('heading', { name: /Noise/ })).toBeVisible()
  await expect(log).toHaveValue('')
  await page.reload()
  await callRow(page, burglary.callId).click()
  await expect(log).toHaveValue('Caller hung up')
  await log.press('Enter')
  await expect(sheet(page).getByRole('list', { name: 'Log, newest first' })).toContainText('D-1 Caller hung up')
  await expect(log).toHaveValue('')

  const { version, ...call } = burglary
  await dana.api('PUT', `/api/cad/call/${burglary.callId}`, { ...call, version, caller: 'T. Marsh' })
  await expect(sheet(page).getByRole('button', { name: /^Caller/ })).toContainText('T. Marsh')
})

test('a duplicate is merged: its units go along, and it leads to the call that stays', async ({ evening }) => {
  const dana = await evening.join('dispatcher', 'D-1')
  const officer = await evening.join('officer', '4L12', { path: '/user/home' })
  const { page } = dana
  const [burglary, , robbery] = await threeCalls(evening, dana)
  await dana.api('GET', `/api/patrol/unit/call/${officer.userId}/${burglary.callId}`)
  await callRow(page, burglary.callId).click()
  await page.getByRole('button', { name: 'Merge' }).click()
  await dialog(page).getByLabel('Find the other call').fill(String(robbery.callId))
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(`4L12 goes to call ${robbery.callId}.`)
  await expectAccessible(page, { within: '[role="dialog"]' })
  await expect(dialog(page).getByRole('button', { name: `Merge into ${robbery.callId}` })).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Choose another' }).press('Enter')
  await expect(dialog(page).getByLabel('Find the other call')).toBeFocused()
  await page.keyboard.type(String(robbery.callId))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeFocused()
  await expect(callRow(page, robbery.callId)).toHaveAttribute('aria-selected', 'true')
  await expect(callRow(page, robbery.callId)).toContainText('4L12')
  await expect(sheet(page).getByRole('heading', { name: /Robbery/ })).toBeVisible()

  await page.getByRole('button', { name: 'History', exact: true }).click()
  await panel(page, 'history')
    .getByRole('button', { name: String(burglary.callId) })
    .click()
  await expect(sheet(page)).toContainText(`Merged into call ${robbery.callId}`)
  await sheet(page)
    .getByRole('button', { name: `Open ${robbery.callId}` })
    .click()
  await expect(sheet(page).getByRole('heading', { name: /Robbery/ })).toBeVisible()
})

test('a call at a place where one is open goes into its log instead', async ({ evening }) => {
  const dana = await evening.join('dispatcher', 'D-1')
  const { page } = dana
  const [burglary] = await threeCalls(evening, dana)
  await board(page).focus()
  await page.getByRole('button', { name: /^New call/ }).click()
  const form = panel(page, 'new-call')
  await form.getByRole('combobox', { name: 'Type' }).fill('shots')
  await page.keyboard.press('Tab')
  await expect(form.getByRole('radio', { name: '1' })).toBeChecked()
  await form.getByLabel('Location').fill('Forum Dr / Strawbery Ave')
  await expect(form.getByText('On the map at Forum Drive / Strawberry Avenue')).toBeVisible()
  await form.getByLabel('Location').fill('alta st')
  await form.getByLabel('Narrative').fill('Two men running')
  await expectAccessible(page, { within: '[data-panel="new-call"]' })
  await form.getByRole('button', { name: `Add to the log of ${burglary.callId} instead` }).click()
  await expect(sheet(page).getByRole('list', { name: 'Log, newest first' })).toContainText('Called in again. Shots fired. Two men running')
  await page.getByRole('button', { name: /^New call/ }).click()
  await expect(form.getByLabel('Narrative')).toHaveValue('')

  // A crossing is a place on the map; words that name none are said to be none, in the list and beside the recommendation.
  for (const [title, location] of [
    ['Fight', 'Forum Dr / Strawbery Ave'],
    ['Shouting', 'the house with the red door'],
  ] as const) {
    await page.getByRole('button', { name: /^New call/ }).click()
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('Location').fill(location)
    await page.keyboard.press('Control+Enter')
    await expect(sheet(page).getByRole('heading', { name: new RegExp(title) })).toBeVisible()
  }
  await expect(sheet(page)).toContainText('No position: distance unknown')
  await expect(rows(page).filter({ hasText: 'Shouting' })).toContainText('no map position')
  await expect(rows(page).filter({ hasText: 'Fight' })).not.toContainText('no map position')
  await rows(page).filter({ hasText: 'Fight' }).click()
  await expect(sheet(page).getByRole('button', { name: 'Show on map' })).toBeVisible()
})

test('a new call is sent by keys alone, with its units, once it says something', async ({ evening }) => {
  const dana = await evening.join('dispatcher', 'D-1')
  await evening.join('officer', '4L12', { path: '/user/home' })
  const { page } = dana
  const form = panel(page, 'new-call')
  await page.keyboard.press('n')
  await expect(form.getByRole('combobox', { name: 'Type' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Choose a type, or write a title')).toBeVisible()
  await page.keyboard.type('traff')
  await page.keyboard.press('Tab')
  await form.getByLabel('Location').fill('Route 1')
  await form.getByRole('combobox', { name: 'Add a unit' }).focus()
  await page.keyboard.type('4l12')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('listitem')).toContainText('4L12')
  await page.keyboard.press('Control+Enter')
  await expect(sheet(page).getByRole('heading', { name: /Traffic/ })).toBeVisible()
  await expect(rows(page)).toContainText('4L12')
})

test('the history is narrowed, opened and saved as a file that no spreadsheet runs', async ({ evening }) => {
  const dana = await evening.join('dispatcher', 'D-1')
  const { page } = dana
  const evil = await evening.call(dana, { title: '=HYPERLINK("x")', location: 'Alta St' })
  await dana.api('GET', `/api/cad/call/${evil.callId}/clear?disposition=Unfounded`)
  await threeCalls(evening, dana)
  await page.getByRole('button', { name: 'History', exact: true }).click()
  const history = panel(page, 'history')
  await expect(history.getByRole('row')).toHaveCount(5)
  await history.getByLabel('Filter', { exact: true }).fill('unfounded')
  await expect(history.getByRole('row')).toHaveCount(2)
  await expectAccessible(page, { within: '[data-panel="history"]' })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^calls-evening-.+\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
  await history.getByRole('button', { name: String(evil.callId) }).click()
  await expect(sheet(page)).toContainText('Cleared: Unfounded')
})

test('the panels of calls are accessible in both themes, also while something is asked', async ({ evening }) => {
  const dana = await evening.join('dispatcher', 'D-1')
  const { page } = dana
  const [burglary] = await threeCalls(evening, dana)
  await callRow(page, burglary.callId).click()
  const grid = page.getByRole('grid', { name: 'Calls' })
  for (const isLight of [false, true]) {
    if (isLight) await page.getByRole('button', { name: /light/i }).click()
    await expectAccessible(page, { within: '[data-panel="calls"]' })
    await expectAccessible(page, { within: '[data-panel="call"]' })
    for (const key of ['a', 'c']) {
      await grid.press(key)
      await expectAccessible(page, { within: '[role="dialog"]' })
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await expect(grid).toBeFocused()
    }
  }
  await expectAccessible(page, { within: '[data-panel="units"]' })
  await evening.join('officer', '4L12', { path: '/user/home' })
  await grid.press('a')
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByRole('button', { name: 'Status of 4L12: En route, change' })).toBeVisible()
  await expectAccessible(page, { within: '[data-panel="call"]' })
  const menus: readonly (readonly [string, () => Promise<void>])[] = [
    ['of a call', () => callRow(page, burglary.callId).click({ button: 'right' })],
    ['of the units’ statuses', () => grid.press('s')],
    ['of a unit', () => page.getByRole('grid', { name: 'Units' }).getByText('4L12', { exact: true }).click({ button: 'right' })],
    ['of a unit in the sheet', () => sheet(page).getByRole('button', { name: 'Actions for 4L12' }).click()],
    ['of a panel', () => page.getByRole('button', { name: 'Move or close Calls' }).click()],
    [
      'of a status in the sheet',
      () =>
        sheet(page)
          .getByRole('button', { name: /^Status of 4L12/ })
          .click(),
    ],
  ]
  for (const [name, open] of menus) {
    await open()
    await expect(page.getByRole('menu'), name).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.locator('body:focus')).toHaveCount(0)
  }
})
