import type { Locator, Page } from '@playwright/test'
import { callRow, commandLine, expect, onlyCall, panel, test, unitRow, type Evening } from './support/dispatch.ts'

// One call from the first key to the last, counted. Text that is part of the call (place, note) is not counted; everything else is.
test.describe.configure({ timeout: 90_000 })

const MAX_KEYS = 25
const MAX_CLICKS = 8
const PLACE = 'Great Ocean Hwy'
const NOTE = 'Two masked men, one with a shotgun'

/** Presses keys one by one and counts them; Ctrl and Shift count as keys of their own. */
function countKeys(page: Page) {
  let count = 0
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      count += key.split('+').length
    }
  }
  return { press, letters: (text: string) => press(...[...text].map((letter) => (letter === ' ' ? 'Space' : letter))), count: () => count }
}

function countClicks() {
  let count = 0
  return {
    click: async (target: Locator) => {
      await target.click()
      count += 1
    },
    count: () => count,
  }
}

const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === null || document.activeElement === document.body)
/** The focused element, if it is in this panel. */
const inPanel = (page: Page, id: string) => page.locator(`[data-panel="${id}"]:focus, [data-panel="${id}"] :focus`)
const expectFocus = async (page: Page, step: string) => expect(await isFocusLost(page), `focus after: ${step}`).toBe(false)

async function dispatcherAndUnits(evening: Evening) {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const officer = await evening.join('officer', '4L12', { path: '/user/home' })
  await expect(unitRow(dispatcher.page, officer)).toContainText('In service')
  return { dispatcher, officer, page: dispatcher.page, log: panel(dispatcher.page, 'call').getByRole('list', { name: 'Log, newest first' }) }
}

test('one call by keys alone takes at most 25 of them, and focus is never lost', async ({ evening }) => {
  const { dispatcher, officer, page, log } = await dispatcherAndUnits(evening)
  const grid = page.getByRole('grid', { name: 'Calls' })
  const { press, letters, count } = countKeys(page)

  await press('n')
  await expect(page.getByRole('combobox', { name: 'Type' })).toBeFocused()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await letters('rob')
  await press('Enter')
  await expect(page.getByRole('combobox', { name: 'Location' })).toBeFocused()
  await page.keyboard.type(PLACE)
  await press('Control+Enter')
  await expect(grid).toBeFocused()
  const callId = await onlyCall(dispatcher, evening)
  await expect(callRow(page, callId)).toHaveAttribute('aria-selected', 'true')

  await press('a')
  await expect(page.getByRole('dialog', { name: `Send a unit to call ${callId}` }).getByRole('combobox')).toBeFocused()
  await press('Enter')
  await expect(unitRow(page, officer)).toContainText('En route')
  await expect(grid).toBeFocused()

  await press('l')
  await expect(page.getByRole('textbox', { name: 'Add to the log' })).toBeFocused()
  await page.keyboard.type(NOTE)
  await press('Enter')
  await expect(log).toContainText(NOTE)
  await expectFocus(page, 'the note')
  await press('Escape')
  await expect(grid).toBeFocused()

  await press('s')
  await expect(page.getByRole('menu').getByRole('menuitem', { name: 'On scene' })).toBeVisible()
  await expectFocus(page, 'opening the status menu')
  await press('4')
  await expect(unitRow(page, officer)).toContainText('On scene')
  await expect(grid).toBeFocused()

  await press('c')
  await expect(page.getByRole('textbox', { name: 'Disposition' })).toBeFocused()
  await press('Enter')
  await expect(callRow(page, callId)).toHaveCount(0)
  await expect(inPanel(page, 'calls')).toHaveCount(1)
  console.log(`one call by keys: ${count()} keys`)
  expect(count()).toBeLessThanOrEqual(MAX_KEYS)
})

test('one call by mouse alone takes at most 8 clicks, and focus is never lost', async ({ evening }) => {
  const { dispatcher, officer, page, log } = await dispatcherAndUnits(evening)
  const { click, count } = countClicks()
  const sheet = panel(page, 'call')

  await click(page.getByRole('button', { name: /^New call/ }).first())
  await expect(page.getByRole('combobox', { name: 'Type' })).toBeFocused()
  await page.keyboard.type('rob')
  await click(page.getByRole('option', { name: /Robbery/ }))
  await expect(page.getByRole('combobox', { name: 'Location' })).toBeFocused()
  await page.keyboard.type(PLACE)
  await click(page.getByRole('button', { name: /^Create call/ }))
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeFocused()
  const callId = await onlyCall(dispatcher, evening)

  await click(sheet.getByRole('button', { name: 'Assign 4L12' }))
  await expect(unitRow(page, officer)).toContainText('En route')
  await expect(sheet.getByRole('textbox', { name: 'Add to the log' })).toBeFocused()
  await page.keyboard.type(NOTE)
  await click(sheet.getByRole('button', { name: 'Add', exact: true }))
  await expect(log).toContainText(NOTE)
  await expectFocus(page, 'the note')
  await click(sheet.getByRole('button', { name: 'Set 4L12 on scene' }))
  await expect(unitRow(page, officer)).toContainText('On scene')
  await expect.poll(() => isFocusLost(page), { message: 'focus after the status' }).toBe(false)
  await click(page.getByRole('button', { name: 'Clear', exact: true }))
  await click(page.getByRole('dialog', { name: `Clear call ${callId}` }).getByRole('button', { name: 'Clear call' }))
  await expect(callRow(page, callId)).toHaveCount(0)
  await expect(inPanel(page, 'calls')).toHaveCount(1)
  console.log(`one call by mouse: ${count()} clicks`)
  expect(count()).toBeLessThanOrEqual(MAX_CLICKS)
})
