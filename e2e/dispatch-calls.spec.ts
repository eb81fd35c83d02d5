import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { callRow, expect, panel, test, unitRow, type Evening, type OnDuty } from './support/dispatch.ts'

const board = (page: Page) => panel(page, 'calls')
const sheet = (page: Page) => panel(page, 'call')
const rows = (page: Page) => board(page).locator('[data-call-id]')
const order = (page: Page) => rows(page).evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset.callId)))
const dialog = (page: Page) => page.getByRole('dialog')

async function threeCalls(evening: Evening, by: Pick<OnDuty, 'api'>) {
  const make = (title: string, priority: number, location: string) => evening.call(by, { title, priority, location, callTypeId: 4 })
  return [await make('Burglary', 3, 'Alta St'), await make('Noise', 4, 'Forum Dr'), await make('Robbery', 2, 'Route 68')] as const
}

test('rows stay where they are while someone points at them, and are put in order when they leave; a filter finds by any word', async ({
  evening,
}) => {
  const dana = await evening.join('dispatcher', 'D-1')
  const dirk = await evening.unit('dispatcher', 'D-2')
  const officer = await evening.unit('officer', '4L12')
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

  await page.mouse.move(1, 1)
  await dana.api('GET', `/api/patrol/unit/call/${officer.userId}/${shots.callId}`)
  await page.getByRole('button', { name: 'Pending 2' }).click()
  await page.mouse.move(1, 1)
  await expect.poll(() => order(page)).toEqual([burglary.callId, noise.callId])
  await page.getByRole('button', { name: 'Active', exact: true }).click()
  await page.getByRole('grid', { name: 'Calls' }).press('f')
  await page.keyboard.type('4l12 shots')
  await expect.poll(() => order(page)).toEqual([shots.callId])
  await page.keyboard.press('Escape')
  await expect.poll(() => order(page)).toHaveLength(3)
})

test('a duplicate is merged: its units go along, and it leads to the call that stays', { tag: '@full' }, async ({ evening }) => {
  const dana = await evening.join('dispatcher', 'D-1')
  const officer = await evening.unit('officer', '4L12')
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

test('a call at a place where one is open goes into its log instead', { tag: '@full' }, async ({ evening }) => {
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

test('a new call is sent by keys alone, with its units, once it says something', { tag: '@full' }, async ({ evening }) => {
  const dana = await evening.join('dispatcher', 'D-1')
  await evening.unit('officer', '4L12')
  const { page } = dana
  const form = panel(page, 'new-call')
  await page.keyboard.press('n')
  await expect(form.getByRole('combobox', { name: 'Type' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(form.getByText('Choose a type, or write a title')).toBeVisible()
  await page.keyboard.type('traff')
  await page.keyboard.press('Tab')
  await form.getByLabel('Location').fill('p 5041')
  await expect(form.getByText('No postal list installed. An admin can upload one in Manage Servers.')).toBeVisible()
  await form.getByLabel('Location').fill('Route 1')
  await form.getByRole('combobox', { name: 'Add a unit' }).focus()
  await page.keyboard.type('4l12')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('listitem')).toContainText('4L12')
  await page.keyboard.press('Control+Enter')
  await expect(sheet(page).getByRole('heading', { name: /Traffic/ })).toBeVisible()
  await expect(rows(page)).toContainText('4L12')
})

test(
  'the history is narrowed, says what has happened since, and is saved as a file that no spreadsheet runs',
  { tag: '@full' },
  async ({ evening }) => {
    const dana = await evening.join('dispatcher', 'D-1')
    const { page } = dana
    const evil = await evening.call(dana, { title: '=HYPERLINK("x")', location: 'Alta St' })
    await dana.api('GET', `/api/cad/call/${evil.callId}/clear?disposition=Unfounded`)
    const [, noise] = await threeCalls(evening, dana)
    await page.getByRole('button', { name: 'History', exact: true }).click()
    const history = panel(page, 'history')
    await expect(history.getByRole('row')).toHaveCount(5)
    await expect(history.getByRole('row').filter({ hasText: String(noise.callId) })).toContainText('Pending')

    await dana.api('GET', `/api/cad/call/${noise.callId}/clear?disposition=Advised`)
    const next = await evening.call(dana, { title: 'Street racing', location: 'Forum Dr' })
    const news = page.getByRole('button', { name: '1 newer, 1 cleared: show' })
    await expect(news).toBeVisible()
    await expect(history.getByRole('row')).toHaveCount(5)
    await news.click()
    await expect(history.getByRole('row').filter({ hasText: String(noise.callId) })).toContainText('Advised')
    await expect(history.getByRole('row').filter({ hasText: String(next.callId) })).toBeVisible()
    await expect(news).toHaveCount(0)

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
  },
)

for (const theme of ['dark', 'light'] as const) {
  test(`the desktop and what it asks are accessible, ${theme}`, { tag: '@full' }, async ({ evening }) => {
    const dana = await evening.join('dispatcher', 'D-1')
    const { page } = dana
    const [burglary] = await threeCalls(evening, dana)
    await callRow(page, burglary.callId).click()
    await expect(sheet(page).getByRole('heading', { name: /Burglary/ })).toBeVisible()
    if (theme === 'light') await page.getByRole('button', { name: /light theme/i }).click()
    await expectAccessible(page)
    const grid = page.getByRole('grid', { name: 'Calls' })
    for (const key of ['a', 'c']) {
      await grid.press(key)
      await expect(dialog(page)).toBeVisible()
      await expectAccessible(page, { within: '[role="dialog"]' })
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toHaveCount(0)
      await expect(grid).toBeFocused()
    }
    const officer = await evening.unit('officer', '4L12')
    await expect(unitRow(page, officer)).toBeVisible()
    await grid.press('a')
    await expect(dialog(page)).toContainText('4L12')
    await page.keyboard.press('Enter')
    await expect(sheet(page).getByRole('button', { name: 'Status of 4L12: En route, change' })).toBeVisible()
    await expectAccessible(page, { within: '[data-panel="call"]' })
    const menus: readonly (readonly [string, () => Promise<void>])[] = [
      ['of a call', () => callRow(page, burglary.callId).click({ button: 'right' })],
      ['of the units’ statuses', () => grid.press('s')],
      ['of a unit', () => unitRow(page, officer).getByText('4L12', { exact: true }).click({ button: 'right' })],
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
      await expectAccessible(page, { within: '[role="menu"]' })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
      await expect(page.locator('body:focus')).toHaveCount(0)
    }
  })
}
