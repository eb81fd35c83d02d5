import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { callRow, command, commandLine, expect, expectFocusIn, panel, test, type Person } from './support/dispatch.ts'
import { atAnotherMachine, card } from './support/people.ts'
import { createPerson, createSupervisor } from './support/records.ts'
import { withSession } from './support/session.ts'

/** Text aside. */
const MOST_KEYS = 20
/** In pixels of CSS. */
const A4 = { width: 794, height: 1123 }

/** Presses keys and counts them; a key pressed together with Control counts as two. */
function keysOf(page: Page) {
  let count = 0
  return {
    press: async (key: string) => {
      count += key.split('+').length
      await page.keyboard.press(key)
    },
    count: () => count,
  }
}

const report = (page: Page): Locator => panel(page, 'report')
const field = (page: Page, name: string): Locator => report(page).getByLabel(new RegExp(`^${name}`))

/** From the kind of report to the number of what was submitted, by keys alone. */
async function cite(page: Page, { press }: ReturnType<typeof keysOf>, offence: string): Promise<string> {
  await expectFocusIn(page.getByRole('dialog', { name: 'Write report' }))
  await press('c')
  await expect(field(page, 'Add an offence')).toBeFocused()
  await page.keyboard.type(offence)
  await press('Enter')
  await expect(report(page).getByRole('table', { name: 'Offences' })).toContainText(offence)
  await expect(field(page, 'Add an offence')).toBeFocused()
  await press('Enter')
  await expect(field(page, 'Narrative')).toBeFocused()
  await page.keyboard.type('Stopped at the junction.')
  await press('Control+Enter')
  const number = report(page)
    .getByText(/^C-\d{4}-\d{4,}$/)
    .first()
  await expect(number).toBeVisible()
  await expect(report(page)).toContainText('Final')
  await expectFocusIn(report(page))
  return number.innerText()
}

test('a citation on a call takes at most 20 keys besides its text, and the civilian reports it as paid', async ({
  evening,
  portal,
  browser,
}) => {
  const owner = await createPerson(portal)
  const officer = await evening.join('officer', '4L12')
  const { page, api } = officer
  const { callId } = await evening.call(officer, { callTypeId: 1, location: 'Great Ocean Hwy', unitIds: [officer.userId] })
  await api('POST', '/api/lookups', { by: 'character', characterId: owner.characterId })
  await api('POST', '/api/lookups/to-call', { kind: 'person', characterId: owner.characterId })
  const civilian = await atAnotherMachine(browser, portal, owner.account, `/user/characters/${owner.characterId}`)

  await callRow(page, callId).click()
  const onCall = keysOf(page)
  await onCall.press('w')
  const first = await cite(page, onCall, 'T-104')
  console.log(`A citation on a call: ${onCall.count()} keys`)
  expect(onCall.count()).toBeLessThanOrEqual(MOST_KEYS)
  await expect(report(page)).toContainText(owner.name)
  await expect(report(page)).toContainText('Great Ocean Hwy')

  const fine = civilian.getByRole('list', { name: 'Fines' }).getByRole('listitem').filter({ hasText: first })
  await expect(fine).toContainText('$100')
  await fine.getByRole('button', { name: 'Report as paid' }).press('Enter')
  await civilian.getByRole('alertdialog').or(civilian.getByRole('dialog')).getByRole('button', { name: 'Report as paid' }).click()
  await expect(fine.getByText('Reported as paid', { exact: true })).toBeVisible()
  await expectFocusIn(fine)

  const onPerson = keysOf(page)
  await onPerson.press('/')
  await expect(commandLine(page)).toBeFocused()
  await page.keyboard.type(`p ${owner.name.toLowerCase()}`)
  await onPerson.press('Enter')
  const record = panel(page, 'record')
  await expect(record.getByRole('listitem').filter({ hasText: 'Running a red light' })).toContainText('$100 unpaid')
  await expectFocusIn(record)
  await onPerson.press('w')
  const second = await cite(page, onPerson, 'T-105')
  console.log(`A citation from a person's record: ${onPerson.count()} keys`)
  expect(onPerson.count()).toBeLessThanOrEqual(MOST_KEYS)
  await expect(civilian.getByRole('list', { name: 'Fines' })).toContainText(second)
  await civilian.context().close()
})

/** Holds what the page saves of drafts until the returned function is called. */
async function holdSaves(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<undefined>()
  await page.route('**/api/reports/drafts/*', async (route) => {
    if (route.request().method() === 'PUT') await gate.promise
    await route.continue()
  })
  return () => gate.resolve(undefined)
}

test('an arrest report is written in two windows, returned with a remark, changed and approved', async ({ evening, portal, browser }) => {
  const [{ name }, supervisor] = await Promise.all([createPerson(portal), createSupervisor(portal, ['approveReports'])])
  const officer: Person = await evening.join('officer', '4L12')
  const { page, problems } = officer
  problems.allow(/status of 409 .*\/api\/reports\/drafts\/\d+\)/)
  const queue = await atAnotherMachine(browser, portal, supervisor.account, '/user/reports?tab=approve')

  await command(page, `arrest ${name.toLowerCase()}`)
  await expect(field(page, 'Add an offence')).toBeFocused()
  await page.keyboard.type('T-111')
  await page.keyboard.press('Enter')
  await expect(report(page).getByRole('table', { name: 'Offences' })).toContainText('Reckless driving')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Drove through the market.')
  await expect(report(page)).toContainText('draft, saved')
  // A reload brings back the draft that was open.
  await page.reload()
  await expect(field(page, 'Narrative')).toHaveValue('Drove through the market.')
  const second = await page.context().newPage()
  await second.goto('/user/reports')
  await expectAccessible(second)
  await second
    .getByRole('list', { name: 'Drafts' })
    .getByRole('link', { name: new RegExp(name) })
    .click()
  const narrative = second.getByLabel('Narrative', { exact: true })
  await expect(narrative).toHaveValue('Drove through the market.')

  // Different fields are merged; the same one is shown from both windows.
  await field(page, 'Location').fill('Alta St')
  await second.getByLabel('Postal', { exact: true }).fill('8031')
  await expect(field(page, 'Postal')).toHaveValue('8031')
  await expect(second.getByLabel('Location', { exact: true })).toHaveValue('Alta St')
  const release = await holdSaves(second)
  await narrative.fill('Ran from the car.')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && /drafts\/\d+$/.test(response.url()))
  await field(page, 'Narrative').fill('Stayed in the car.')
  await saved
  release()
  const clash = second.getByRole('alert', { name: 'Changed in two windows' })
  await expect(clash).toContainText('Ran from the car.')
  await expect(clash).toContainText('Stayed in the car.')
  await clash.getByRole('button', { name: 'Keep both' }).click()
  await expectFocusIn(second.getByRole('main'))
  await expect(field(page, 'Narrative')).toHaveValue('Stayed in the car.\n\nRan from the car.')

  await field(page, 'Narrative').press('Control+Enter')
  await expect(report(page)).toContainText('Awaiting approval')
  await expect(second.getByText('This draft was submitted or discarded in another window.')).toBeVisible()
  await second.close()

  await queue.getByRole('row').filter({ hasText: name }).click()
  await expect(queue.getByRole('region', { name: 'Decision' })).toBeFocused()
  await queue.keyboard.press('r')
  await queue.getByLabel('Reason').fill('Did he run or not?')
  await queue.getByRole('dialog').getByRole('button', { name: 'Return' }).click()
  await expect(queue.getByText('Nothing waits for approval')).toBeVisible()
  await expectFocusIn(queue.getByRole('main'))

  await expect(report(page)).toContainText('Returned')
  await page.getByRole('button', { name: 'Work on it' }).click()
  await expect(report(page)).toContainText('Did he run or not?')
  await field(page, 'Narrative').fill('Stayed in the car.')
  await field(page, 'Narrative').press('Control+Enter')
  await expect(report(page)).toContainText('Awaiting approval')

  await queue.getByRole('row').filter({ hasText: name }).click()
  await expect(card(queue, 'Changed since it was returned').getByRole('deletion')).toContainText('Ran from the car.')
  await expectAccessible(queue)
  const path = new URL(queue.url()).pathname
  await queue.getByRole('region', { name: 'Decision' }).press('a')
  await expect(queue.getByText('Nothing waits for approval')).toBeVisible()
  await queue.goto(path)
  const history = card(queue, 'History')
  await expect(history.getByRole('heading', { level: 3 })).toContainText(['Approved', 'Submitted', 'Returned', 'Submitted'])
  await expect(history).toContainText('Did he run or not?')
  await card(queue, 'Versions').getByRole('button', { name: 'What changed in version 2' }).click()
  await expect(queue.getByRole('dialog').getByRole('deletion')).toContainText('Ran from the car.')

  await expect(report(page)).toContainText('Final')
  await page.goto('/user/reports?tab=jail')
  await expect(page.getByRole('list', { name: 'In jail' })).toContainText(name)
  await queue.context().close()
})

test('a medic writes a patient report that police can not read', { tag: '@full' }, async ({ evening, portal }) => {
  const { name } = await createPerson(portal)
  const [medic, officer] = await Promise.all([evening.join('firefighter', 'M7'), evening.join('officer', '4L12')])
  const { page } = medic
  await page.keyboard.press('Control+k')
  await page.keyboard.type(`p ${name.toLowerCase()}`)
  // The command is fetched once the desktop is drawn.
  await expect(page.getByRole('option').filter({ hasText: name })).toBeVisible()
  await page.keyboard.press('Enter')
  const record = panel(page, 'record')
  await expect(record).toContainText('No reports.')
  await expectFocusIn(record)
  await page.keyboard.press('w')
  await expectFocusIn(page.getByRole('dialog', { name: 'Write report' }))
  await page.keyboard.press('p')
  await expect(field(page, 'Complaint')).toBeFocused()
  await page.keyboard.type('Pain in the chest')
  await page.keyboard.press('Control+Enter')
  const number = await report(page)
    .getByText(/^P-\d{4}-\d{4,}$/)
    .first()
    .innerText()
  await expectFocusIn(report(page))
  const path = await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')
  await command(page, `p ${name.toLowerCase()}`)
  await expect(record.getByRole('listitem')).toContainText('Pain in the chest')

  await command(officer.page, `p ${name.toLowerCase()}`)
  const seen = panel(officer.page, 'record')
  await expect(seen).toContainText('Licence granted')
  await expect(seen).not.toContainText('Pain in the chest')
  officer.problems.allow(/status of 404 .*\/api\/reports\/\d+\)/)
  await officer.page.goto(path ?? '')
  await expect(officer.page.getByText('There is no such report')).toBeVisible()
  await officer.page.goto(`/user/reports?tab=all&q=${number}`)
  await expect(officer.page.getByRole('main')).toContainText('No reports')
  await expect(officer.page.getByRole('row').filter({ hasText: number })).toHaveCount(0)
})

test(
  'a field of the community goes from its making to the printed report',
  { tag: '@full' },
  async ({ page, evening, portal, browser }) => {
    const [{ name }, supervisor] = await Promise.all([createPerson(portal), createSupervisor(portal, ['approveReports'])])
    const officer = await evening.join('officer', '4L12')
    await withSession(page, portal, portal.root)
    await page.goto('/admin/fields')
    await page.getByRole('navigation', { name: 'What has fields' }).getByRole('link', { name: 'Citation' }).click()
    await page.getByRole('button', { name: 'Add field' }).press('Enter')
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Weather')
    await page.getByLabel('Type').selectOption('Choice')
    await page.getByRole('textbox', { name: 'Option 1' }).fill('Dry')
    await page.getByRole('textbox', { name: 'Option 1' }).press('Enter')
    await expect(page.getByRole('textbox', { name: 'Option 2' })).toBeFocused()
    await page.keyboard.type('Heavy rain')
    await page.getByLabel('Required').check()
    await page.getByRole('dialog').getByRole('button', { name: 'Add field' }).click()
    await expect(page.getByRole('list', { name: /^Fields of citations/ })).toContainText('Weather')
    await expectAccessible(page)

    await command(officer.page, `cite ${name.toLowerCase()}`)
    await expect(field(officer.page, 'Add an offence')).toBeFocused()
    await officer.page.keyboard.type('T-101')
    await officer.page.keyboard.press('Enter')
    await expect(report(officer.page).getByRole('table', { name: 'Offences' })).toContainText('Speeding')
    officer.problems.allow(/status of 400 .*\/submit\)/)
    await officer.page.keyboard.press('Control+Enter')
    const weather = report(officer.page).getByLabel('Weather')
    await expect(weather).toBeFocused()
    await expect(weather).toHaveAttribute('aria-invalid', 'true')
    await weather.selectOption('Heavy rain')
    await weather.press('Control+Enter')
    await expect(report(officer.page)).toContainText('Final')
    await expect(report(officer.page)).toContainText('Heavy rain')
    const number = await report(officer.page)
      .getByText(/^C-\d{4}-\d{4,}$/)
      .first()
      .innerText()
    const path = (await officer.page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')) ?? ''

    const reader = await atAnotherMachine(browser, portal, supervisor.account, path)
    await reader.getByRole('link', { name: 'Print' }).click()
    const paper = reader.getByRole('article')
    await expect(paper).toContainText('Heavy rain')
    await expectAccessible(reader)
    const { communityName } = (await (await fetch(`${portal.url}/portal-config.json`)).json()) as { communityName: string }
    await reader.emulateMedia({ media: 'print' })
    for (const text of [communityName, number, name, 'Weather', 'Heavy rain', 'Speeding, up to 15 over']) {
      await expect(paper.getByText(text, { exact: true }).first()).toBeVisible()
    }
    await expect(reader.getByRole('button')).toHaveCount(0)
    await expect(paper.getByText('VOIDED')).toHaveCount(0)
    await reader.emulateMedia({ media: 'screen' })
    await reader.getByRole('link', { name: 'Back to the report' }).click()
    await reader.getByRole('button', { name: 'Void' }).click()
    await reader.getByLabel('Reason').fill('Wrong driver')
    await reader.getByRole('dialog').getByRole('button', { name: 'Void' }).click()
    await expect(reader.getByText('Wrong driver').first()).toBeVisible()

    // A retired field stays on what has it.
    await page.getByRole('button', { name: 'Retire Weather' }).click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Retire' }).click()
    await expect(page.getByRole('list', { name: 'Retired fields' })).toContainText('Weather')
    await reader.getByRole('link', { name: 'Print' }).click()
    await reader.setViewportSize(A4)
    await reader.emulateMedia({ media: 'print' })
    await expect(paper).toContainText('Wrong driver')
    await expect(paper).toContainText('Heavy rain')
    const mark = await paper.getByText('VOIDED').first().boundingBox()
    expect(mark?.width).toBeGreaterThan(A4.width / 2)
    await reader.context().close()
  },
)
