import { setTimeout as delay } from 'node:timers/promises'
import { UNIT_STATUS, type Replay } from '@tenfour/contract'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { expect, expectFocusIn, test } from './support/dispatch.ts'
import { officer, startStillGame } from './support/game.ts'
import { createPatroller, dispatchBy } from './support/patrols.ts'
import { atAnotherMachine, card } from './support/people.ts'
import { createSupervisor, inDays } from './support/records.ts'

const ROBBERY = 4
const SOON = { timeout: 60_000 }

const list = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true })
/** Of a table, from its head. */
const rows = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true }).getByRole('row')

test('a member goes on patrol, works a call and goes off; staff see it live, then in the totals and the history', async ({
  page,
  portal,
  browser,
  evening,
  as,
}) => {
  const [{ account, userId, goOffDuty }, dispatch] = await Promise.all([
    createPatroller(portal, evening.serverId, '4L12'),
    dispatchBy(portal, evening.serverId),
  ])
  await goOffDuty()
  await as(await portal.createUser({ roles: ['Staff'] }))
  await page.goto('/staff/patrol-viewer?show=now')
  const onPatrol = list(page, 'On patrol now').getByRole('button').filter({ hasText: account.name })
  const member = await atAnotherMachine(browser, portal, account, '/user/patrol')
  await expect(page.getByRole('heading', { name: /^On patrol now: / })).toBeVisible()
  await expect(onPatrol).toHaveCount(0)

  await member.getByRole('button', { name: /^Go on duty as/ }).press('Enter')
  await expect(member.getByRole('button', { name: 'Go off duty' })).toBeFocused()
  const current = card(member, 'On patrol now')
  await expect(current).toContainText('In service')
  await expect(onPatrol).toContainText('4L12')
  await expect(onPatrol).toContainText('In service')
  const call = await dispatch.call({ callTypeId: ROBBERY, location: 'Great Ocean Hwy' })
  await dispatch.send(call, userId)
  await expect(current).toContainText('En route')
  await expect(onPatrol).toContainText('En route')
  await expectAccessible(member)
  await member.getByRole('link', { name: 'Open the CAD' }).press('Enter')
  await member.getByRole('group', { name: 'Your status' }).getByRole('button', { name: 'On scene' }).click(SOON)
  await expect(onPatrol).toContainText('On scene')
  await dispatch.clear(call)

  await member.goto('/user/patrol')
  await member.getByRole('button', { name: 'Go off duty' }).press('Enter')
  await member.getByRole('alertdialog').getByRole('button', { name: 'Go off duty' }).press('Enter')
  await expect(current).toHaveCount(0)
  await expect(member.getByRole('button', { name: /^Go on duty as/ })).toBeFocused()
  const latest = rows(member, 'Patrols').nth(1)
  await expect(latest.getByRole('cell').nth(7)).toHaveText('1')

  await expect(onPatrol).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search by name' }).fill(account.name)
  const found = rows(page, 'Members')
  await expect(found).toHaveCount(2)
  await expect(found.nth(1).getByRole('cell').nth(5)).toHaveText('1')
  await found.getByRole('button', { name: account.name }).press('Enter')
  await expect(page.getByRole('heading', { name: `Patrols of ${account.name}` })).toBeFocused()
  const patrol = list(page, 'Patrols').getByRole('button').first()
  await expect(patrol).toContainText('1 call')
  await expectAccessible(page)
  await patrol.press('Enter')
  await expect(page.getByRole('heading', { name: `${account.name}, 4L12` })).toBeFocused()
  const timeline = page.getByRole('region', { name: `${account.name}, 4L12` })
  await expect(timeline).toContainText(String(call.callId))
  await timeline.getByText('As a table').click()
  await expect(timeline.getByRole('table')).toContainText('On scene')
  await member.context().close()
})

test(
  'a correction is asked for, accepted by a supervisor in the queue, and seen by the member at once',
  { tag: '@full' },
  async ({ page, portal, browser, evening, as }) => {
    const [{ account, goOffDuty }, supervisor] = await Promise.all([
      createPatroller(portal, evening.serverId, '4L20'),
      createSupervisor(portal, ['seePatrols']),
    ])
    await goOffDuty()
    await as(account)
    await page.goto('/user/patrol')
    const row = rows(page, 'Patrols').nth(1)
    await row.getByRole('link').press('Enter')
    await page.getByRole('button', { name: 'Request a correction' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Request a correction' })
    const start = dialog.getByLabel('Start')
    await expect(start).toBeFocused()
    const hourBefore = new Date(Date.parse(`${await start.inputValue()}Z`) - 3_600_000).toISOString().slice(0, 16)
    await start.fill(hourBefore)
    await dialog.getByLabel('Reason').fill('The game crashed before I could sign on')
    await dialog.getByRole('button', { name: 'Request correction' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Waiting', { exact: true })).toBeVisible()
    await expectAccessible(page)

    const desk = await atAnotherMachine(browser, portal, supervisor.account, '/user/patrols/review')
    const waiting = list(desk, 'Waiting for review').getByRole('button').filter({ hasText: account.name })
    await expect(waiting).toContainText('Asks to change the start time')
    await waiting.press('Enter')
    await expect(waiting).toBeFocused()
    await expect(desk.getByText('The game crashed before I could sign on')).toBeVisible()
    await expectAccessible(desk)
    // Past the patrol's timeline as a table.
    await desk.keyboard.press('Tab')
    await desk.keyboard.press('Tab')
    await expect(desk.getByLabel('Note')).toBeFocused()
    await desk.keyboard.type('Seen on the stream')
    await desk.keyboard.press('Tab')
    await desk.keyboard.press('Enter')
    await expect(waiting).toHaveCount(0)
    await expectFocusIn(desk.getByRole('main'))

    await expect(page.getByText(/^Accepted by Vera Coldwater, .*: Seen on the stream$/)).toBeVisible()
    await expect(page.getByText(/^1 h( 1 min)? counted$/)).toBeVisible()
    await page.getByRole('link', { name: 'All patrols' }).press('Enter')
    await expect(row).toContainText('Corrected')
    await expect(row).toContainText(/1 h 0[01]/)
    await desk.context().close()
  },
)

test(
  'leave is asked for, granted by a supervisor and seen by the member at once; days that overlap it are refused',
  { tag: '@full' },
  async ({ page, portal, browser, as, problems }) => {
    problems.allow(/status of 409/)
    const name = `Leo Park${Date.now().toString(36)}`
    const [account, supervisor] = await Promise.all([
      portal.createUser({ name, departments: ['LSPD'] }),
      createSupervisor(portal, ['grantLeave']),
    ])
    const desk = await atAnotherMachine(browser, portal, supervisor.account, '/user/leave-requests')
    await as(account)
    await page.goto('/user/patrol')
    const ask = page.getByRole('button', { name: 'Request leave' })
    const dialog = page.getByRole('dialog', { name: 'Request leave' })
    const askFor = async (from: number, to: number) => {
      await ask.press('Enter')
      await expect(dialog.getByLabel('First day')).toBeFocused()
      await dialog.getByLabel('First day').fill(dayIn(from))
      await dialog.getByLabel('Last day').fill(dayIn(to))
      await dialog.getByLabel('Reason').fill('Exams')
      await dialog.getByRole('button', { name: 'Request leave' }).press('Enter')
    }
    await askFor(10, 14)
    await expect(dialog).toHaveCount(0)
    await expect(ask).toBeFocused()
    await expect(list(page, 'Leave')).toContainText('Waiting')

    const request = list(desk, 'Leave requests').getByRole('listitem').filter({ hasText: name })
    await expect(request).toContainText('Exams')
    await expectAccessible(desk)
    await request.getByRole('button', { name: 'Grant' }).press('Enter')
    const question = desk.getByRole('alertdialog', { name: `Grant the leave of ${name}?` })
    await expect(question.getByRole('region', { name: 'What this changes' })).toContainText('when it begins')
    await expect(question.getByRole('button', { name: 'Grant leave' })).toBeFocused()
    await desk.keyboard.press('Enter')
    await expect(request).toHaveCount(0)
    await expectFocusIn(desk.getByRole('main'))
    await expect(list(page, 'Leave')).toContainText('Granted')
    await expect(list(page, 'Leave')).toContainText('Vera Coldwater')

    await askFor(14, 20)
    const firstDay = dialog.getByLabel('First day')
    await expect(firstDay).toHaveAttribute('aria-invalid', 'true')
    await expect(firstDay).toBeFocused()
    await expect(dialog).toContainText('You already have leave on some of these days')
    await firstDay.fill(dayIn(15))
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(list(page, 'Leave').getByRole('listitem')).toHaveCount(2)
    await desk.context().close()
  },
)

const dayIn = (days: number): string => inDays(days).toISOString().slice(0, 10)

/** Where the call is, and how long the unit stays at each place. */
const [X, Y] = [170, -980]
const STAY_MS = 3000
/** Game units a pixel, at the zoom at which a call is opened. */
const RESOLUTION = 1.5 * Math.SQRT2

test(
  'a call is played back: its unit is where it was, and a link opens at the moment',
  { tag: '@full' },
  async ({ page, portal, evening, as }) => {
    const [dispatch, unit] = await Promise.all([
      dispatchBy(portal, evening.serverId),
      officer(portal, evening.serverId, '4L31', X - 300, Y - 100),
    ])
    const game = await startStillGame(portal, evening.serverId, [unit])
    const moments: number[] = []
    const stay = async () => {
      await delay(STAY_MS)
      moments.push(Date.now() - 500)
    }
    const call = await dispatch.call({ callTypeId: ROBBERY, location: 'Legion Square', x: X, y: Y })
    try {
      await dispatch.send(call, unit.userId)
      await stay()
      game.move(unit.name, X, Y)
      await dispatch.setStatus(unit.userId, UNIT_STATUS.onScene)
      await stay()
      await dispatch.clear(call)
      await unit.goOffDuty()
      const tracksFrom = async () => (await dispatch.api<Replay>('GET', `/api/replay/calls/${call.callId}`)).tracksFrom
      await expect.poll(tracksFrom, SOON).not.toBeNull()
    } finally {
      await game.stop()
    }

    await as(await portal.createUser({ roles: ['Staff'] }))
    // It plays by itself, except for those who want no animations.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/staff/patrol-viewer/replay')
    await page.getByLabel('Number').fill(String(call.callId))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused(SOON)
    await page.keyboard.press('k')
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeFocused()
    const [before = 0, after = 0] = moments
    const shown = page.getByRole('region', { name: `Unit: ${unit.name}` })
    await seek(page, after)
    await page.getByLabel('Follow a unit').selectOption({ label: `4L31 ${unit.name}` })
    await expect(shown).toContainText('on scene')
    await expectCallFromUnit(page, call.callId, [0, 0])
    await seek(page, before)
    await expect(shown).toContainText('en route')
    await expectCallFromUnit(page, call.callId, [300, 100])
    await expect(page.getByRole('region', { name: `Call ${call.callId}` }).locator('[aria-current]')).toContainText('4L31')
    await expectAccessible(page)

    const second = new Date(before).toISOString().slice(0, 17)
    await expect(page).toHaveURL(new RegExp(`at=${encodeURIComponent(second)}`))
    const link = await page.context().newPage()
    await link.goto(page.url())
    await expect(link.getByRole('button', { name: 'Play', exact: true })).toBeFocused(SOON)
    const time = await page.getByRole('slider', { name: 'Time' }).getAttribute('aria-valuetext')
    await expect(link.getByRole('slider', { name: 'Time' })).toHaveAttribute('aria-valuetext', time ?? '')
    await expect(link.getByRole('region', { name: `Unit: ${unit.name}` })).toContainText('en route')
    await expectCallFromUnit(link, call.callId, [300, 100])
  },
)

/** Moves the time bar to a moment, to the second. */
async function seek(page: Page, moment: number): Promise<void> {
  const bar = page.getByRole('slider', { name: 'Time' })
  const from = Number(await bar.getAttribute('min'))
  await bar.fill(String(from + Math.round((moment - from) / 1000) * 1000))
}

/** The map follows the unit, so the call is drawn as far from the middle as it is from the unit; in game units. */
const expectCallFromUnit = (page: Page, callId: number, [x, y]: readonly [number, number]) =>
  expect(async () => {
    const drawn = await page.locator(`[data-call="${callId}"]`).evaluate((marker) => {
      const { width = 0, height = 0 } = marker.closest('[role="application"]')?.getBoundingClientRect() ?? {}
      const { e, f } = new DOMMatrix(getComputedStyle(marker).transform)
      return [e - width / 2, height / 2 - f] as const
    })
    expect(Math.hypot(drawn[0] * RESOLUTION - x, drawn[1] * RESOLUTION - y)).toBeLessThan(10)
  }).toPass(SOON)
