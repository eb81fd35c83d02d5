import { test as plain, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectPageAccessible } from './support/accessible.ts'
import { startPortal } from './support/portal.ts'
import { expect } from './support/test.ts'

/** It, or something in it, has the focus. */
async function expectFocusIn(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

plain('a new portal leads to its set-up, takes the printed code once, and signs the first person in', async ({ page }) => {
  const portal = await startPortal({ withRoot: false })
  try {
    const [code] = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(portal.output()) ?? []
    await page.goto(`${portal.url}/`)
    await expect(page).toHaveURL(`${portal.url}/setup`)
    await expectPageAccessible(page)
    const own = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(own)

    await plain.step('half-typed data is not lost without a question, and cancelling a browser-back stays on the page', async () => {
      const question = '1 change on this page is lost.'
      await page.goto(`${portal.url}/api/docs`)
      await page.goto(`${portal.url}/404`)
      await page.getByRole('link', { name: 'Click here to take me back home' }).click()
      await expect(page).toHaveURL(`${portal.url}/setup`)
      await page.getByLabel(/community/i).fill('Half typed')
      for (let round = 0; round < 2; round += 1) {
        await page.evaluate(() => window.history.back())
        await expect(page.getByText(question)).toBeVisible()
        await page.getByRole('button', { name: /stay|cancel/i }).click()
        await expect(page.getByText(question)).toHaveCount(0)
        await expect(page).toHaveURL(`${portal.url}/setup`)
        await expect(page.getByLabel(/community/i)).toHaveValue('Half typed')
      }
      await page.evaluate(() => window.history.back())
      await page.getByRole('button', { name: /leave/i }).click()
      await expect(page).not.toHaveURL(`${portal.url}/setup`)
      await page.goto(`${portal.url}/setup`)
    })

    const fill = async (given: string, password = 'correct horse battery') => {
      await page.getByLabel(/code/i).fill(given)
      await page.getByLabel(/community/i).fill('San Andreas Division')
      await page.getByLabel(/your name/i).fill('Rosa Delgado')
      await page.getByLabel(/email/i).fill('rosa@example.com')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Password again', { exact: true }).fill(password)
      await page.keyboard.press('Enter')
    }
    await fill('AAAA-AAAA-AAAA', 'short')
    await expect(page.getByText('A password has at least 10 characters').first()).toBeVisible()
    await fill('AAAA-AAAA-AAAA')
    await expect(page.getByText('This is not the code printed in the console').first()).toBeVisible()
    await expectAccessible(page)
    await fill(code ?? '')
    await expect(page).toHaveURL(`${portal.url}/user/home`)
    await expect(page.getByRole('heading', { name: 'Your first evening' })).toBeVisible()
    await page.goto(`${portal.url}/setup`)
    await expect(page).toHaveURL(`${portal.url}/user/home`)

    await expect(page.getByText('1 of 7', { exact: true })).toBeVisible()
    await expect(page.getByText(/chain of command/)).toHaveCount(0)
    await expectAccessible(page)

    await plain.step('the founder chooses departments and joins one by keyboard, and the focus goes to the next step', async () => {
      await page.getByRole('checkbox', { name: /BCSO/ }).press('Space')
      await page.getByRole('button', { name: 'Play these 5' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Join LSPD as Chief' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText('3 of 7', { exact: true })).toBeVisible()
      await expectFocusIn(page.getByRole('listitem').filter({ hasText: 'Connect your game server' }))
      await expect(page.getByText('One other is retired.')).toBeVisible()
    })

    await plain.step('the name is changed afterwards, and the list hidden and shown again', async () => {
      await page.getByRole('button', { name: 'Change Name and time zone' }).press('Enter')
      const name = page.getByRole('textbox', { name: 'Community name' })
      await expect(name).toBeFocused()
      await name.fill('Blaine County')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('banner')).toContainText('Blaine County')
      await expectFocusIn(page.getByRole('listitem').filter({ hasText: 'Connect your game server' }))
      await page.getByRole('button', { name: 'Hide' }).press('Enter')
      await expect(page.getByRole('heading', { name: /Rosa/ })).toBeVisible()
      await expect(page.locator('#main')).toBeFocused()
      await page.goto(`${portal.url}/admin`)
      await page.getByRole('button', { name: 'First evening' }).press('Enter')
      await expect(page).toHaveURL(`${portal.url}/user/home`)
      await expect(page.getByText('3 of 7', { exact: true })).toBeVisible()
    })
  } finally {
    await portal.stop()
  }
})

const MAX_CLICKS = 25
const MAX_FIELDS = 8

/** Counts what a person does on the page: presses of the mouse, and fields that are typed into. */
async function countEffort(page: Page): Promise<{ clicks: number; fields: number }> {
  const effort = { clicks: 0, fields: 0 }
  await page.exposeFunction('tell', (what: keyof typeof effort) => void (effort[what] += 1))
  await page.addInitScript(() => {
    const { tell } = window as unknown as { tell: (what: string) => void }
    const filled = new WeakSet<EventTarget>()
    window.addEventListener('pointerdown', ({ isTrusted }) => isTrusted && tell('clicks'), { capture: true })
    window.addEventListener(
      'input',
      ({ target }) => {
        if (
          !(target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)))
        )
          return
        if (filled.has(target)) return
        filled.add(target)
        tell('fields')
      },
      { capture: true },
    )
  })
  return effort
}

plain(
  `from the printed code to a unit sent to a call in at most ${MAX_CLICKS} clicks and ${MAX_FIELDS} fields, without any documentation`,
  async ({ page }) => {
    const portal = await startPortal({ withRoot: false })
    try {
      const effort = await countEffort(page)
      const [code = ''] = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(portal.output()) ?? []
      const fill = async (field: Locator, text: string) => {
        await field.click()
        await page.keyboard.type(text)
      }
      await page.goto(`${portal.url}/setup`)
      await fill(page.getByLabel(/code/i), code)
      await fill(page.getByLabel(/community/i), 'San Andreas Division')
      await fill(page.getByLabel(/your name/i), 'Rosa Delgado')
      await fill(page.getByLabel(/email/i), 'rosa@example.com')
      for (const label of ['Password', 'Password again']) await fill(page.getByLabel(label, { exact: true }), 'correct horse battery')
      await page.getByRole('button', { name: 'Create the portal' }).click()

      for (const name of [/BCSO/, /SAHP/]) await page.getByRole('checkbox', { name }).click()
      await page.getByRole('button', { name: 'Play these 4' }).click()
      await page.getByRole('button', { name: 'Join LSPD as Chief' }).click()
      await page.getByRole('link', { name: 'Open the CAD' }).click()
      // The form proposes a call sign, and waits for it.
      await page.getByRole('button', { name: 'Go on duty' }).click()
      await expect(page).toHaveURL(`${portal.url}/cad/desktop`)
      await page
        .getByRole('button', { name: /^New call/ })
        .first()
        .click()
      await expect(page.getByRole('combobox', { name: 'Type' })).toBeFocused()
      await page.keyboard.type('traffic')
      await page.getByRole('option', { name: /Traffic stop/ }).click()
      await page.getByRole('button', { name: /^Create call/ }).click()
      await page.getByRole('button', { name: 'Assign 1L01' }).click()
      await expect(page.getByText('En route').first()).toBeVisible()

      expect(effort.clicks).toBeLessThanOrEqual(MAX_CLICKS)
      expect(effort.fields).toBeLessThanOrEqual(MAX_FIELDS)
      await page.goto(`${portal.url}/user/home`)
      await expect(page.getByText('Open the CAD and send a unit to a call (done)')).toBeAttached()
    } finally {
      await portal.stop()
    }
  },
)
