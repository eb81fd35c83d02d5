import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { commandLine, expect, expectFocusIn, panel, test } from './support/dispatch.ts'
import { atAnotherMachine, card } from './support/people.ts'
import { createPerson } from './support/records.ts'
import { createLegal, createOfficer, decide, submitWarrant } from './support/warrants.ts'

/** In pixels of CSS. */
const A4 = { width: 794, height: 1123 }

const record = (page: Page): Locator => panel(page, 'record')
const warrant = (page: Page): Locator => panel(page, 'warrant')
const row = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Warrants', exact: true }).getByRole('link').filter({ hasText: name })
/** The number of the warrant that is open on Manage Warrants; it has the focus after an act. */
const title = (page: Page, number: string): Locator => page.getByRole('heading', { level: 2, name: number, exact: true })

/** Opens a person's record by keys. */
async function lookUp(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(commandLine(page)).toBeFocused()
  await page.keyboard.type(`p ${name.toLowerCase()}`)
  // The command is fetched once the desktop is drawn.
  await expect(page.getByRole('option').filter({ hasText: name })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(record(page)).toContainText('Licence granted')
  await expectFocusIn(record(page))
}

test('an arrest warrant is drafted, returned, changed, signed and served, and the arrest report is filled in', async ({
  evening,
  portal,
  browser,
}) => {
  const [{ name }, clerk, judge] = await Promise.all([
    createPerson(portal),
    createLegal(portal, 'Legal Services', 'Imani Oakes'),
    createLegal(portal, 'Legal Services Supervisor', 'Judge Carver'),
  ])
  const [writer, other] = await Promise.all([evening.join('officer', '4L12'), evening.join('officer', '4L20')])
  const { page } = writer
  const desk = await atAnotherMachine(browser, portal, clerk.account, '/warrants')
  await lookUp(other.page, name)
  await lookUp(page, name)

  await page.keyboard.press('r')
  await expectFocusIn(page.getByRole('dialog', { name: 'Draft warrant' }))
  await page.keyboard.press('a')
  await expect(warrant(page).getByLabel(/^Add an offence/)).toBeFocused()
  await page.keyboard.type('T-111')
  await page.keyboard.press('Enter')
  await expect(warrant(page).getByRole('table', { name: 'Offences' })).toContainText('Reckless driving')
  await page.keyboard.press('Enter')
  await expect(warrant(page).getByLabel('Affidavit')).toBeFocused()
  await page.keyboard.type('He drove through the market.')
  await page.keyboard.press('Control+Enter')
  await expect(warrant(page)).toContainText('Submitted')
  const number =
    (await warrant(page)
      .getByRole('region', { name: /^W-\d{4}-\d{4,}$/ })
      .getAttribute('aria-label')) ?? ''
  await expectFocusIn(warrant(page))

  // Without reload: it was submitted while the list was open.
  await row(desk, name).press('Enter')
  await expect(row(desk, name)).toBeFocused()
  await desk.getByRole('button', { name: 'Take', exact: true }).press('Enter')
  await expect(title(desk, number)).toBeFocused()
  await expect(desk.getByText('Under review by you', { exact: true })).toBeVisible()
  await desk.getByRole('button', { name: 'Return…' }).press('Enter')
  await expect(desk.getByLabel('Reason')).toBeFocused()
  await desk.keyboard.type('Who saw it?')
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByRole('dialog')).toBeHidden()
  await expect(desk.getByText('Returned for changes:')).toBeVisible()
  await expectFocusIn(desk.getByRole('main'))

  await expect(warrant(page)).toContainText('Who saw it?')
  await page.getByRole('button', { name: 'Work on it' }).press('Enter')
  await expectFocusIn(warrant(page).getByRole('form', { name: 'Arrest warrant' }))
  await expect(warrant(page).getByText('Who saw it?')).toBeVisible()
  await warrant(page).getByLabel('Affidavit').fill('He drove through the market. Officer Reyes saw it.')
  await page.keyboard.press('Control+Enter')
  await expect(warrant(page)).toContainText('Changed')
  await expectFocusIn(warrant(page))

  const bench = await atAnotherMachine(browser, portal, judge.account, '/warrants')
  await row(bench, name).press('Enter')
  await card(bench, 'History').getByRole('button', { name: 'Show' }).first().press('Enter')
  await expect(card(bench, 'History')).toContainText('Officer Reyes saw it.')
  await bench.getByRole('button', { name: 'Sign…' }).press('Enter')
  await expect(bench.getByLabel('Bail')).toBeFocused()
  await bench.keyboard.type('5000')
  await bench.keyboard.press('Enter')
  await expect(bench.getByRole('dialog')).toBeHidden()
  await expectFocusIn(bench.getByRole('main'))

  // The record that the other officer has open turns to it, with its sound.
  const alert = record(other.page).getByRole('alert')
  await expect(alert).toContainText(`Active arrest warrant ${number}`)
  await expect(alert).toContainText('bail $5,000')
  await expect.poll(other.heard).toContainEqual(expect.objectContaining({ sound: 'activeWarrants' }))
  await expectFocusIn(record(other.page))
  await other.page.keyboard.press('s')
  await expect(other.page.getByRole('dialog', { name: `Serve ${number}` }).getByLabel('Where')).toBeFocused()
  await other.page.keyboard.type('Legion Square')
  await other.page.getByLabel(/^Return/).fill('He came along quietly.')
  await other.page.keyboard.press('Control+Enter')
  const done = other.page.getByRole('dialog', { name: `${number} is served` })
  await expect(done.getByRole('button', { name: 'Write arrest report' })).toBeFocused()
  await other.page.keyboard.press('Enter')
  const report = panel(other.page, 'report')
  await expect(report.getByRole('table', { name: 'Offences' })).toContainText('Reckless driving')
  await expect(report.getByLabel(/^Narrative/)).toHaveValue(new RegExp(`^Served warrant ${number} .* on ${name}. He came along quietly.$`))
  await expect(report.getByLabel(/^Location/)).toHaveValue('Legion Square')
  await expect(report).toContainText(name)
  await expectFocusIn(report)

  await expect(warrant(page)).toContainText('Served')
  await expect(warrant(page)).toContainText('He came along quietly.')
  await bench.goto('/warrants?tab=closed')
  await row(bench, name).click()
  await expect(card(bench, 'History').getByRole('listitem').first()).toContainText('Served')
  await Promise.all([desk, bench].map((each) => each.context().close()))
})

test(
  'a warrant prints as a document, and a denied one is marked so across the page',
  { tag: '@full' },
  async ({ evening, portal, page, as }) => {
    const [{ name, characterId }, officer, judge] = await Promise.all([
      createPerson(portal),
      createOfficer(portal, evening.serverId, '4L12'),
      createLegal(portal, 'Legal Services Supervisor', 'Judge Carver'),
    ])
    const asked = await submitWarrant(officer, characterId, { affidavit: 'He drove through the market.', bail: 2500 })
    const signed = await decide(judge, 'sign', asked, { bail: 5000, isConfidential: false })
    const denied = await decide(judge, 'deny', await submitWarrant(officer, characterId), { reason: 'Too little to go on' })
    await as(judge.account)

    await page.goto(`/warrants/${signed.warrantId}?tab=active`)
    await expect(row(page, name)).toBeVisible()
    await expect(title(page, signed.number)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Print' }).click()
    const paper = page.getByRole('article')
    await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeFocused()
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    const { communityName } = (await (await fetch(`${portal.url}/portal-config.json`)).json()) as { communityName: string }
    for (const text of [
      `Superior Court of ${communityName}`,
      signed.number,
      name,
      'T-111 Reckless driving',
      '(misdemeanor, 2 counts)',
      'Bail is set at $5,000.',
      'This warrant expires on',
      'Affiant: Remy Delgado, 4L12',
      'Judge: Judge Carver',
      'He drove through the market.',
    ]) {
      await expect(paper.getByText(text).first()).toBeVisible()
    }
    await expect(paper.getByText('$2,500')).toHaveCount(0)
    await expect(paper.getByText('DENIED')).toHaveCount(0)
    await expect(page.getByRole('button')).toHaveCount(0)
    expect(await pagesOf(page), 'the warrant, and its affidavit').toBe(2)

    await page.setViewportSize(A4)
    await page.goto(`/warrants/${denied.warrantId}/print`)
    await expect(paper).toContainText('Too little to go on')
    await expect(paper).toContainText('Judge: denied')
    const mark = await paper.getByText('DENIED').first().boundingBox()
    expect(mark?.width).toBeGreaterThan(A4.width / 2)
    expect(await pagesOf(page), 'the warrant, and its affidavit').toBe(2)
  },
)

/** How many pages the PDF has that the browser saves of it. */
async function pagesOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('a confidential warrant exists only for the officer whom its signer names', { tag: '@full' }, async ({ evening, portal, browser }) => {
  const [{ name, characterId }, writer, clerk, judge] = await Promise.all([
    createPerson(portal),
    createOfficer(portal, evening.serverId, '4L12'),
    createLegal(portal, 'Legal Services', 'Imani Oakes'),
    createLegal(portal, 'Legal Services Supervisor', 'Judge Carver'),
  ])
  const { warrantId, number } = await submitWarrant(writer, characterId)
  const [named, other] = await Promise.all([evening.join('officer', '4L31', { name: `Nadia ${name}` }), evening.join('officer', '4L32')])
  const [desk, bench] = await Promise.all([
    atAnotherMachine(browser, portal, clerk.account, '/warrants'),
    atAnotherMachine(browser, portal, judge.account, `/warrants/${warrantId}`),
  ])
  await expect(row(desk, name)).toBeVisible()
  await lookUp(named.page, name)
  await lookUp(other.page, name)

  await bench.getByRole('button', { name: 'Sign…' }).press('Enter')
  await expect(bench.getByLabel('Bail')).toBeFocused()
  await bench.getByRole('checkbox', { name: 'Confidential until served' }).press('Space')
  // Enter names whom the typed name finds, even before the list shows it.
  await bench.getByRole('textbox', { name: 'Find a member' }).fill(`Nadia ${name}`)
  await bench.keyboard.press('Enter')
  await expect(bench.getByRole('checkbox', { name: `Nadia ${name}` })).toBeChecked()
  await expect(bench.getByRole('textbox', { name: 'Find a member' })).toBeFocused()
  await bench.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).press('Enter')
  await expect(bench.getByRole('dialog')).toBeHidden()
  await expectFocusIn(bench.getByRole('main'))

  await expect(record(named.page).getByRole('alert')).toContainText(`Active arrest warrant ${number}`)
  await expect(record(named.page).getByRole('alert')).toContainText('confidential')
  await expect.poll(named.heard).toContainEqual(expect.objectContaining({ sound: 'activeWarrants' }))

  // The record that the other officer has open, and the record that they open now, do not name the warrant.
  const unknowing = record(other.page).getByRole('alert')
  await expect(unknowing).not.toContainText('warrant')
  const again = other.page.waitForResponse((response) => new URL(response.url()).pathname === '/api/lookups')
  await other.page.getByRole('button', { name: 'Look up again' }).press('Enter')
  await again
  await expect(record(other.page)).toContainText('Licence granted')
  await expect(unknowing).not.toContainText('warrant')
  expect(await other.heard()).not.toContainEqual(expect.objectContaining({ sound: 'activeWarrants' }))

  await expect(row(desk, name)).toHaveCount(0)
  await desk.goto(`/warrants?tab=active&q=${number}`)
  await expect(desk.getByText('No warrant matches')).toBeVisible()
  await desk.goto(`/warrants/${warrantId}`)
  await expect(desk.getByText('There is no such warrant')).toBeVisible()
  await bench.goto(`/warrants?tab=active&q=${number}`)
  await expect(row(bench, name)).toBeVisible()
  await Promise.all([desk, bench].map((each) => each.context().close()))
})
