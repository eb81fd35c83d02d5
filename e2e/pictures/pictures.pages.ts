import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { PICTURES, type Picture } from './list.ts'
import { normaliseTexts } from './normalise.ts'
import { as, signInAs } from './sessions.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
]
/** Until the page has stopped changing. A picture that differs is given up only after this time. */
const timeout = 20_000
const THEMES = ['light', 'dark'] as const
const stylePath = fileURLToPath(new URL('hidden.css', import.meta.url))
const moment = new Date(process.env.PICTURES_MOMENT ?? '')
const only = new RegExp(process.env.PICTURES_ONLY ?? '')

const nameOf = ({ who, path, name }: Picture) =>
  `${who}-${name ?? (typeof path === 'string' ? path : '').slice(1).replaceAll(/[^a-z0-9]+/g, '-')}`

for (const picture of PICTURES) {
  const name = nameOf(picture)
  if (!only.test(name)) continue
  test(name, async ({ page }) => {
    const { who, path, hides, prepare } = picture
    await page.clock.setFixedTime(moment)
    await signInAs(page, who)
    await page.addInitScript(normaliseTexts)
    await page.goto(typeof path === 'string' ? path : await path(as(who)))
    await expect(page.getByRole('main')).toBeVisible()
    if (hides) await page.addStyleTag({ content: `${hides} { visibility: hidden }` })
    await prepare?.(page)
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      // The CAD has a theme of its own.
      const toggle = page.getByRole('button', { name: `Use the ${theme} theme` })
      if (await toggle.isVisible()) await toggle.click()
      for (const size of SIZES) {
        await page.setViewportSize(size)
        await settled(page)
        const file = `${name}-${theme}-${size.width}.png`
        await expect
          .soft(page, file)
          .toHaveScreenshot(file, { maxDiffPixels: 0, animations: 'disabled', caret: 'hide', stylePath, timeout })
      }
    }
  })
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
