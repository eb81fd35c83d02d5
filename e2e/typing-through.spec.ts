import type { Page } from '@playwright/test'
import { callRow, command, commandLine, expect, expectFocusIn, panel, test } from './support/dispatch.ts'
import { createPerson } from './support/records.ts'

const MINUTE = 60_000

const field = (page: Page, name: string) => panel(page, 'report').getByLabel(new RegExp(`^${name}`))

/** Lets the draft of the new call look as if it was left this long ago, as another evening of the same tab would find it. */
const ageDraft = (page: Page, minutes: number) =>
  page.evaluate((ms) => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('newCall.')))
      localStorage.setItem(
        key,
        JSON.stringify({ ...(JSON.parse(localStorage.getItem(key) ?? '{}') as object), changedAt: Date.now() - ms }),
      )
  }, minutes * MINUTE)

test('focus is where the next step begins, what was looked up is one key away, and a reload brings back what was open', async ({
  evening,
  portal,
}) => {
  const owner = await createPerson(portal)
  const officer = await evening.join('officer', '4L12')
  const { page } = officer
  const { callId } = await evening.call(officer, { callTypeId: 4, location: 'Great Ocean Hwy' })
  const { callId: otherId } = await evening.call(officer, { callTypeId: 2, location: 'Alta St' })
  let keys = 0
  const press = async (key: string) => {
    keys += key.split('+').length
    await page.keyboard.press(key)
  }

  await test.step('from a plate to a citation of its owner, by keys', async () => {
    await press('/')
    await expect(commandLine(page)).toBeFocused()
    await page.keyboard.type(`v ${owner.plate}`)
    await expect(page.getByRole('option').filter({ hasText: owner.plate })).toBeVisible()
    await press('Enter')
    await expect(panel(page, 'record')).toContainText('Karin Sultan')
    await expectFocusIn(panel(page, 'record'))
    await press('w')
    await expectFocusIn(page.getByRole('dialog', { name: 'Write report' }))
    await press('c')
    await expect(field(page, 'Subject')).toBeFocused()
    await press('Alt+r')
    await expect(field(page, 'Add an offence')).toBeFocused()
    await expect(panel(page, 'report')).toContainText(owner.name)
    await page.keyboard.type('T-104')
    await press('Enter')
    await expect(panel(page, 'report').getByRole('table', { name: 'Offences' })).toContainText('T-104')
    await press('Enter')
    await expect(field(page, 'Narrative')).toBeFocused()
    await page.keyboard.type('Ran the light at the pier.')
    await press('Control+Enter')
    await expect(page.getByText(/^Citation C-\d{4}-\d{4,} issued$/)).toBeVisible()
    await expectFocusIn(panel(page, 'report'))
    expect(keys).toBeLessThanOrEqual(10)
  })

  await test.step('a subject that is searched for leads on to the offences, and Enter from field to field', async () => {
    await command(page, 'arrest')
    await expect(field(page, 'Subject')).toBeFocused()
    await page.keyboard.type(owner.name)
    await expect(page.getByRole('option').filter({ hasText: owner.name })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field(page, 'Add an offence')).toBeFocused()
    await field(page, 'Location').focus()
    await page.keyboard.type('Vespucci pier')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Postal')).toBeFocused()
    await expect(panel(page, 'report')).toContainText('draft, saved')
  })

  await test.step('a reload brings back call, record and draft, without another lookup', async () => {
    await callRow(page, otherId).click()
    await expect(panel(page, 'call')).toContainText('Alta St')
    const lookups: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/lookups') lookups.push(request.url())
    })
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(callRow(page, otherId)).toHaveAttribute('aria-selected', 'true')
    await expect(panel(page, 'call')).toContainText('Alta St')
    await expect(field(page, 'Location')).toHaveValue('Vespucci pier')
    await command(page, 'arrest')
    await expect(field(page, 'Location')).not.toHaveValue('Vespucci pier')
    await page.getByRole('tab', { name: 'Record', exact: true }).click()
    await expect(panel(page, 'record')).toContainText('Karin Sultan')
    expect(lookups).toEqual([])
  })

  await test.step('the keys of the list go on to the sheet', async () => {
    const grid = page.getByRole('grid', { name: 'Calls' })
    await grid.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    await page.keyboard.press('Home')
    // At once: what is written goes into the log of the call that is selected.
    await page.keyboard.press('l')
    await page.keyboard.type('Seen by us')
    await page.keyboard.press('Enter')
    const first = Number(await grid.locator('[data-call-id]').first().getAttribute('data-call-id'))
    expect([callId, otherId]).toContain(first)
    await expect(panel(page, 'call').getByRole('list', { name: 'Log, newest first' })).toContainText('Seen by us')
    await expect(callRow(page, first)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(grid).toBeFocused()
  })

  await test.step('N goes on with what was just typed, and puts an old draft aside', async () => {
    const type = panel(page, 'new-call').getByRole('combobox', { name: 'Type' })
    const location = panel(page, 'new-call').getByRole('combobox', { name: 'Location' })
    await page.keyboard.press('n')
    await expect(type).toBeFocused()
    await page.keyboard.type('rob')
    await page.keyboard.press('Enter')
    await expect(location).toBeFocused()
    await page.keyboard.type('Vinewood Hills')
    await page.getByRole('grid', { name: 'Calls' }).focus()
    await page.keyboard.press('n')
    await expect(type).toBeFocused()
    await page.keyboard.type('burg')
    await page.keyboard.press('Enter')
    await expect(location).toBeFocused()
    // Selected, so that it is replaced.
    await page.keyboard.type('Legion Square')
    await expect(location).toHaveValue('Legion Square')

    await ageDraft(page, 17)
    await page.reload()
    await expect(callRow(page, callId)).toBeVisible()
    await page.getByRole('grid', { name: 'Calls' }).focus()
    await page.keyboard.press('n')
    await expect(type).toBeFocused()
    await expect(type).toHaveValue('')
    await expect(location).toHaveValue('')
    await expect(panel(page, 'new-call')).toContainText('Saved draft: Legion Square')
    await panel(page, 'new-call').getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(location).toHaveValue('Legion Square')
    await expectFocusIn(panel(page, 'new-call'))
  })
})
