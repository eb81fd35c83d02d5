import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * WCAG 2.2 AA and good practice, as far as a machine can tell. `within` and `except` are CSS selectors. `withFrames` judges a page together with
 * the frames in it, which takes longer.
 */
export async function expectAccessible(
  page: Page,
  { within, except = [], withFrames = false }: { within?: string; except?: readonly string[]; withFrames?: boolean } = {},
): Promise<void> {
  let axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode(!withFrames)
  if (within) axe = axe.include(within)
  for (const selector of except) axe = axe.exclude(selector)
  // A page that is still arriving is judged again: what counts is the page that stays.
  await expect(async () => {
    const { violations } = await axe.analyze()
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id} (${help}): ${node.target.join(' ')}\n${node.failureSummary ?? ''}`),
    )
    expect(found, `accessibility of ${page.url()}`).toEqual([])
  }).toPass({ timeout: 20_000, intervals: [500, 1_000] })
}
