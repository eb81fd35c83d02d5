import { UNIT_CLASS } from '@tenfour/contract'
import type { Page } from '@playwright/test'
import { crowd } from './support/crowd.ts'
import { callRow, command, expect, panel, test, type Evening, type Person } from './support/dispatch.ts'
import { walkPanel } from './support/panel-walk.ts'
import type { Portal } from './support/portal.ts'
import { createOwner, inDays } from './support/records.ts'
import { createLegal, createOfficer, decide, submitWarrant } from './support/warrants.ts'

const LONG_NAME = 'Maximiliana Featherstonehaugh'
const LONG_TITLE = 'Vehicle accident with injuries, three cars and a tanker across both lanes'
const PANELS = 'calls call new-call history units map tools lookup record report reports warrant warrants bolos emergency characters'.split(
  ' ',
)

/** Puts every panel of the class into one place, as tabs. */
async function gatherPanels({ page, userId }: Person, unitClass: number): Promise<readonly string[]> {
  page.on('dialog', (dialog) => void dialog.accept())
  const layout = { direction: 'row', root: { split: [{ tabs: PANELS, active: PANELS[0], share: 1 }], share: 1 } }
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `cad-layout:1:${userId}:${unitClass}:wide`,
    JSON.stringify(layout),
  ] as const)
  await page.reload()
  const tabs = page.getByRole('tablist', { name: 'Panels here' }).getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  const ids = await tabs.evaluateAll((all) => all.map(({ id }) => id.replace('tab-', '')))
  await page.getByRole('button', { name: 'Panels', exact: true }).click()
  // A panel that is missing here is missing in the list above.
  await expect(page.getByRole('menu').getByRole('menuitemcheckbox')).toHaveCount(ids.length)
  await page.keyboard.press('Escape')
  return ids
}

/** A board as on a full evening: 45 calls, 50 units, long words. */
async function fillBoard(evening: Evening, portal: Portal, by?: Person): Promise<number> {
  const dispatcher = by ?? (await evening.unit('dispatcher', 'D-9'))
  const userIds = await crowd(portal, evening.serverId, { units: 48, calls: 42 })
  const place = { location: 'Great Ocean Hwy, Banham Canyon', postal: '5041', x: -3000, y: 500 }
  const { callId } = await evening.call(dispatcher, { callTypeId: 4, title: LONG_TITLE, ...place, unitIds: userIds.slice(0, 5) })
  await evening.call(dispatcher, {
    callTypeId: 1,
    location: 'Forum Dr',
    source: '911',
    caller: LONG_NAME,
    narrative: 'Someone is shooting',
  })
  await evening.call(dispatcher, { callTypeId: 2, location: 'Nowhere at all' })
  await dispatcher.api('GET', `/api/patrol/unit/status/${userIds[0]}/4`)
  return callId
}

const walk = async (page: Page, ids: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = []
  for (const id of ids) found.push(...(await walkPanel(page, id)))
  return found
}

test('a dispatcher reaches everything in every panel, 280 to 800 px wide', async ({ evening, portal }) => {
  const dispatcher = await evening.join('dispatcher', 'D-3', { name: LONG_NAME })
  const { page, api } = dispatcher
  const callId = await fillBoard(evening, portal, dispatcher)
  const expiresAt = inDays(1).toISOString()
  await api('POST', `/api/bolos/${evening.serverId}`, {
    kind: 'vehicle',
    plate: '46EEK572',
    description: LONG_TITLE,
    reason: 'Robbery',
    expiresAt,
  })
  const ids = await gatherPanels(dispatcher, UNIT_CLASS.Comms)
  await callRow(page, callId).click()
  await expect(panel(page, 'call')).toContainText(LONG_TITLE)
  const found = [...(await walk(page, ids))]
  for (const tool of ['Tone', 'Radio', 'Notes']) {
    await page.evaluate(() => document.getElementById('tab-tools')?.click())
    await page.locator('[data-panel-part="tools"]').getByRole('button', { name: tool, exact: true }).click()
    found.push(...(await walkPanel(page, 'tools')))
  }
  expect(found).toEqual([])
})

test('an officer does, with a record, a report and a warrant open', async ({ evening, portal }) => {
  const plate = `46E${Date.now().toString(36).slice(-5).toUpperCase()}`
  const [owner, writer, judge] = await Promise.all([
    createOwner(portal, plate, LONG_NAME),
    createOfficer(portal, evening.serverId, '9L99'),
    createLegal(portal, 'Legal Services Supervisor', 'Judge Carver'),
  ])
  await decide(judge, 'sign', await submitWarrant(writer, owner.characterId), { bail: 5000, isConfidential: false })
  const officer = await evening.join('officer', '4L12')
  const { page } = officer
  const callId = await fillBoard(evening, portal)
  const ids = await gatherPanels(officer, UNIT_CLASS.Leo)
  await callRow(page, callId).click()
  await command(page, `v ${plate}`)
  await expect(panel(page, 'record')).toContainText(LONG_NAME)
  await page.keyboard.press('w')
  await page.getByRole('dialog', { name: 'Write report' }).waitFor()
  await page.keyboard.press('c')
  await expect(panel(page, 'report').getByLabel(/^Narrative/)).toBeVisible()
  await page.evaluate(() => document.getElementById('tab-warrants')?.click())
  await panel(page, 'warrants').getByRole('button').filter({ hasText: LONG_NAME }).click()
  await expect(panel(page, 'warrant')).toContainText('Reckless driving')
  expect(await walk(page, ids)).toEqual([])
})

test('a fire crew does', async ({ evening, portal }) => {
  const crew = await evening.join('firefighter', 'E51')
  const callId = await fillBoard(evening, portal)
  const ids = await gatherPanels(crew, UNIT_CLASS.Fire)
  await callRow(crew.page, callId).click()
  expect(await walk(crew.page, ids)).toEqual([])
})

test('a civilian does', async ({ evening }) => {
  const civilian = await evening.join('civilian', 'C-1')
  await civilian.api('POST', '/api/characters', { name: LONG_NAME, bornOn: '1991-03-03' })
  const ids = await gatherPanels(civilian, UNIT_CLASS.Other)
  expect(await walk(civilian.page, ids)).toEqual([])
})

test('actions that do not fit into a header are in its menu, by keyboard too, and focus comes back', async ({ evening, portal }) => {
  const dispatcher = await evening.join('dispatcher', 'D-3')
  const { page } = dispatcher
  const callId = await fillBoard(evening, portal, dispatcher)
  await page.setViewportSize({ width: 1024, height: 768 })
  await callRow(page, callId).click()
  const header = page.locator('[data-panel-part="call"]')
  await expect(header.getByRole('button', { name: 'Clear', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('[data-panel-part="calls"]').getByRole('button', { name: /^New call/ })).toBeInViewport({ ratio: 1 })
  const more = header.getByRole('button', { name: 'More actions' })
  await more.press('Enter')
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Tone' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await more.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()

  // Of the tabs that do not fit, the active one is in sight.
  const tabs = page.getByRole('tablist', { name: 'Panels here' })
  for (const name of ['Lookup', 'Map']) {
    const tab = tabs.getByRole('tab', { name, exact: true })
    await tab.dispatchEvent('click')
    await expect(tab).toBeInViewport({ ratio: 1 })
  }
})
