import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The page behind a dialog is out of reach, and is checked by itself. */
const MODAL = '[aria-modal="true"]'

type Options = {
  /** CSS selectors. */
  readonly within?: string
  readonly except?: readonly string[]
  /** Includes the frames of the page, which takes longer. */
  readonly withFrames?: boolean
  readonly patienceMs?: number
}

/** Checks a dialog or a state of a page with `--full` alone: each check takes a second of a processor. */
export async function expectAccessible(page: Page, options: Options = {}): Promise<void> {
  if (process.env.TEST_FULL === '1') await expectPageAccessible(page, options)
}

/** Checks WCAG 2.2 AA and best practices as far as axe can: the dialog that is open, or else the page. */
export async function expectPageAccessible(
  page: Page,
  { within, except = [], withFrames = false, patienceMs = 90_000 }: Options = {},
): Promise<void> {
  let axe = new AxeBuilder({ page })
    // Nothing checked here needs the style sheets, which axe would fetch again each time.
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(TAGS)
    .setLegacyMode(!withFrames)
  if (within) axe = axe.include(within)
  else if ((await page.locator(MODAL).count()) > 0) axe = axe.include(MODAL)
  for (const selector of except) axe = axe.exclude(selector)
  // Retried, because the page may still be loading.
  await expect(async () => {
    const { violations } = await axe.analyze()
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n${node.failureSummary ?? ''}`),
    )
    expect(found, `accessibility of ${page.url()}`).toEqual([])
  }).toPass({ timeout: patienceMs, intervals: [500, 1_000] })
}
