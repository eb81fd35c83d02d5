import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { expect, panel, test } from './support/dispatch.ts'

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
] as const
const TEXT = 'Two masked men ran from the bank, one with a long gun'

type Watched = { readonly frames: number; readonly problems: readonly string[] }

/** Looks in every frame whether the focused and the hovered element are where they were, with nothing over them. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const hovered = [...document.querySelectorAll(':hover')].at(-1)
    const elements = { focused: document.activeElement, hovered }
    const placeOf = (element: Element) => JSON.stringify(element.getBoundingClientRect())
    const places = Object.values(elements).map((element) => element && placeOf(element))
    const watched = { frames: 0, problems: [] as string[], stop: false }
    Reflect.set(window, 'watched', watched)
    const look = () => {
      watched.frames += 1
      if (document.activeElement !== elements.focused) watched.problems.push('the focus moved')
      Object.entries(elements).forEach(([name, element], index) => {
        if (!element) return void watched.problems.push(`nothing is ${name}`)
        if (placeOf(element) !== places[index]) watched.problems.push(`the ${name} element moved`)
        const { left, top, width, height } = element.getBoundingClientRect()
        for (const share of [0.1, 0.5, 0.9]) {
          const at = document.elementFromPoint(left + width * share, top + height / 2)
          if (!at || !element.contains(at)) watched.problems.push(`the ${name} element is covered`)
        }
      })
      if (!watched.stop) requestAnimationFrame(look)
    }
    look()
  })

const watched = (page: Page): Promise<Watched> =>
  page.evaluate(() => {
    const seen = Reflect.get(window, 'watched') as Watched & { stop: boolean }
    seen.stop = true
    return { frames: seen.frames, problems: [...new Set(seen.problems)] }
  })

test('three alerts arrive while a call is typed: nothing in use is covered or moved, no key is lost, and one key answers them', async ({
  evening,
}) => {
  const dispatcher = await evening.join('dispatcher', 'D-3', { name: 'Mia Okafor' })
  const [other, officer, civilian] = await Promise.all([
    evening.unit('dispatcher', 'D-4'),
    evening.unit('officer', '4L12'),
    evening.unit('civilian', 'C-1'),
  ])
  const { page } = dispatcher
  const strip = page.getByRole('region', { name: 'Alerts' })
  const top = strip.locator('[data-alert]')
  const panicPath = `/api/patrol/unit/${officer.userId}/panic`
  const alarm = async () => {
    await other.api('POST', '/api/cad/tone', { serverId: evening.serverId, classes: [2], message: 'Radio check' })
    await evening.call(civilian, { narrative: 'Smoke from the roof', location: 'Alta St' })
    await officer.api('POST', panicPath, {})
  }

  for (const size of SIZES) {
    await test.step(`${size.width} wide`, async () => {
      await page.setViewportSize(size)
      await page
        .getByRole('button', { name: /^New call/ })
        .first()
        .click()
      const form = panel(page, 'new-call')
      const narrative = form.getByLabel('Narrative')
      await narrative.fill('')
      await form.getByRole('button', { name: 'Create call' }).hover()
      await narrative.focus()
      await watch(page)
      await Promise.all([page.keyboard.type(TEXT, { delay: 40 }), alarm()])
      await expect(top).toContainText('PANIC 4L12')
      await expect(strip).toContainText('2 more alerts')
      const { frames, problems } = await watched(page)
      expect(problems).toEqual([])
      expect(frames).toBeGreaterThan(10)
      await expect(narrative).toHaveValue(TEXT)
      await expect(page).toHaveTitle(/^\(2\) PANIC/)
      // The tone stays while the pointer is here.
      await strip.hover()

      await page.keyboard.press('Alt+m')
      await expect(page.getByRole('dialog', { name: 'All alerts' }).getByRole('list', { name: 'Alerts', exact: true })).toContainText(
        'Radio check',
      )
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await narrative.focus()
      for (const next of ['911 Smoke from the roof', 'TONE Radio check']) {
        await page.keyboard.press('Alt+k')
        await expect(top).toContainText(next)
      }
      await page.keyboard.press('Alt+k')
      await expect(top).toHaveCount(0)
      await expect(narrative).toBeFocused()
      await expect(narrative).toHaveValue(TEXT)
      await officer.api('POST', `${panicPath}/stand-down`, {})
    })
  }

  await test.step('the bell lists them, after a reload too', async () => {
    await page.reload()
    await page.getByRole('button', { name: /^Notices/ }).click()
    const earlier = page.getByRole('list', { name: 'Earlier alerts' })
    await expect(earlier.getByRole('listitem')).toHaveCount(9)
    await expect(earlier).toContainText('PANIC 4L12')
  })
})

test('the sender of a panic alarm sees who acknowledged it, and stands down', async ({ evening }) => {
  const [dispatcher, officer] = await Promise.all([
    evening.join('dispatcher', 'D-3', { name: 'Mia Okafor' }),
    evening.join('officer', '4L12', { name: 'Rosa Delgado' }),
  ])
  const { page } = officer
  await page.getByRole('button', { name: 'Panic' }).click()
  await page.getByRole('button', { name: 'Press again to send' }).click()
  await expect(page.getByRole('button', { name: /Stand down/ })).toBeVisible()
  const strip = page.getByRole('region', { name: 'Alerts' })
  await expect(strip).toContainText('Your panic alarm is active · Nobody has acknowledged it yet')

  // From any page of the portal; opening it leads to the desktop.
  await dispatcher.page.goto('/user/home')
  const alert = dispatcher.page.getByRole('region', { name: 'Alerts' })
  await expect(alert).toContainText('PANIC 4L12 Rosa Delgado')
  await dispatcher.page.keyboard.press('Alt+k')
  await expect(alert).toContainText('No alerts')
  await expect(strip).toContainText('Acknowledged by D-3 Mia Okafor')
  await expect(page.getByText('D-3 Mia Okafor acknowledged your panic')).toBeVisible()
  await expect(panel(page, 'calls')).toContainText('Panic button, 4L12')

  await page.getByRole('button', { name: /Stand down/ }).click()
  await page.getByRole('button', { name: 'Press again to stand down' }).click()
  await expect(strip).not.toContainText('Your panic alarm')
  await expect(page.getByRole('button', { name: 'Panic', exact: true })).toBeVisible()
  await page.getByRole('grid', { name: 'Calls' }).getByText('Panic button, 4L12').click()
  await expect(panel(page, 'call')).toContainText('Stood down by 4L12')
  await expect(panel(page, 'call')).toContainText('Panic acknowledged by D-3 Mia Okafor')
})
