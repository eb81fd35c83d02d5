import type { Locator, Page } from '@playwright/test'
import { callRow, commandLine, expect, onlyCall, panel, test, unitRow, type Evening } from './support/dispatch.ts'

// One call from the first key to the last, counted. Text that is part of the call (place, note) is not counted; everything else is.
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
  return {
    press,
    letters: (text: string) => press(...text.split('').map((letter) => (letter === ' ' ? 'Space' : letter))),
    count: () => count,
  }
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
  const officer = await evening.unit('officer', '4L12')
  await expect(unitRow(dispatcher.page, officer)).toContainText('In service')
  return {
    dispatcher,
    officer,
    page: dispatcher.page,
    log: panel(dispatcher.page, 'call').getByRole('list', { name: 'Log, newest first' }),
  }
}

test('one call takes at most 25 keys, 8 clicks or 25 keys in the command line, and focus is never lost', async ({ evening }) => {
  const { dispatcher, officer, page, log } = await dispatcherAndUnits(evening)

  await test.step('by keys alone', async () => {
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
    expect(count()).toBeLessThanOrEqual(MAX_KEYS)
  })

  await test.step('by mouse alone', async () => {
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
    expect(count()).toBeLessThanOrEqual(MAX_CLICKS)
  })

  await test.step('by the command line alone; each command says what it did', async () => {
    const { press, letters, count } = countKeys(page)
    const done = page.getByRole('status').filter({ hasText: 'Done:' })

    await press('/')
    await letters('n b ')
    await page.keyboard.type(PLACE)
    await press('Enter')
    await expect(page.getByRole('grid', { name: 'Calls' })).toBeFocused()
    const callId = await onlyCall(dispatcher, evening)
    await expect(done).toContainText(`Call ${callId} created`)
    await press('/', 'd')
    await expect(page.getByText(`Send 4L12 to call ${callId}, Burglary`)).toBeVisible()
    await press('Enter')
    await expect(unitRow(page, officer)).toContainText('En route')
    await expect(done).toContainText(`4L12 sent to call ${callId}`)
    await expectFocus(page, 'sending the unit')
    await press('/')
    await letters('l ')
    await page.keyboard.type(NOTE)
    await press('Enter')
    await expect(log).toContainText(NOTE)
    await expectFocus(page, 'the note')
    await press('/')
    await letters('s . 4')
    await press('Enter')
    await expect(unitRow(page, officer)).toContainText('On scene')
    await expectFocus(page, 'the status')
    await press('/')
    await letters('c c')
    await press('Enter')
    await expect(callRow(page, callId)).toHaveCount(0)
    await expect(done).toContainText(`Call ${callId} cleared`)
    await expect(inPanel(page, 'calls')).toHaveCount(1)
    expect(count()).toBeLessThanOrEqual(MAX_KEYS)
  })
})

test('keys pressed before a command is answered are for the desktop, and a command that fails is given back', async ({ evening }) => {
  const { dispatcher, officer, page } = await dispatcherAndUnits(evening)
  dispatcher.problems.allow(/ERR_FAILED|Failed to load/)
  const { callId } = await evening.call(dispatcher, { callTypeId: 4, location: PLACE })
  await callRow(page, callId).click()
  await page.getByRole('grid', { name: 'Calls' }).focus()
  const answer = Promise.withResolvers<void>()
  await page.route(/\/api\/cad\/call\/\d+\/units/, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.keyboard.press('/')
  await page.keyboard.type('d 4L12')
  await page.keyboard.press('Enter')
  // The next command is typed while the first one is still under way.
  await page.keyboard.press('/')
  await page.keyboard.type('s bz')
  await page.keyboard.press('Enter')
  await expect(unitRow(page, dispatcher)).toContainText('Busy')
  await page.keyboard.press('l')
  await expect(page.getByRole('textbox', { name: 'Add to the log' })).toBeFocused()
  answer.resolve()
  await expect(unitRow(page, officer)).toContainText('En route')
  await expect(commandLine(page)).toHaveValue('')

  // No answer at all: the line has its text again, the sentence stands to the letter, and the action is named.
  await page.keyboard.press('Escape')
  await page.unroute(/\/api\/cad\/call\/\d+\/units/)
  await page.route(/\/api\/cad\/call\/\d+\/units/, (route) => route.abort())
  await page.keyboard.press('/')
  await page.keyboard.type('r 4L12')
  await page.keyboard.press('Enter')
  await expect(commandLine(page)).toHaveValue('r 4L12')
  await expect(commandLine(page)).toBeFocused()
  await expect(page.getByText('An internal error occured; please try again later or contact Development')).toContainText(
    '4L12 was not released',
  )
  await page.keyboard.press('Escape')
  await panel(page, 'call').getByRole('button', { name: 'Release 4L12' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'An internal error occured' }).last()).toContainText('4L12 was not released')
  await page.unroute(/\/api\/cad\/call\/\d+\/units/)

  // Putting another unit off duty asks, and Enter leaves it on duty.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('s 4L12 od')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Put 4L12 off duty?' })).toContainText(`4L12 is on call ${callId}.`)
  await expect(page.getByRole('button', { name: 'Leave on duty' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(unitRow(page, officer)).toContainText('En route')
})
