import type { Page } from '@playwright/test'

/** The widths that every panel is shown at, in pixels. */
const WIDTHS = [280, 340, 420, 560, 800] as const

/**
 * Shows a panel at each width and returns what is cut, covered or out of reach in it. The panels stand as tabs of one place, so that a
 * header has as little room as it ever has.
 */
export const walkPanel = (page: Page, panelId: string): Promise<readonly string[]> =>
  page.evaluate(
    async ({ id, widths }) => {
      const frame = () => new Promise(requestAnimationFrame)
      const found: string[] = []
      const dock = document.getElementById(`panel-${id}`)?.parentElement
      const place = dock?.parentElement
      if (!dock || !place) return [`There is no panel ${id}`]
      document.getElementById(`tab-${id}`)?.click()
      // A panel's code is fetched when it is first shown.
      const panel = document.getElementById(`panel-${id}`)
      while (!panel?.hasChildNodes() || panel.querySelector('[aria-busy="true"]')) await frame()

      const isSeen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1 && !element.closest('[inert]')
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`
      /** Cut on purpose, with its whole text elsewhere. */
      const isShortened = (element: Element) => getComputedStyle(element).textOverflow === 'ellipsis'
      /** The text of a control that reaches beyond one of its boxes, unless the text is for screen readers alone. */
      const spills = (control: Element): boolean => {
        const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const range = document.createRange()
          range.selectNodeContents(text)
          const { left, right, width } = range.getBoundingClientRect()
          for (let box = text.parentElement; box && width > 0; box = box === control ? null : box.parentElement) {
            if (isShortened(box) || box.getBoundingClientRect().width <= 1) break
            if (getComputedStyle(box).display === 'inline') continue
            const bounds = box.getBoundingClientRect()
            if (right > bounds.right + 1 || left < bounds.left - 1) return true
          }
        }
        return false
      }
      const isCut = (element: Element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1

      for (const width of widths) {
        place.style.width = `${width + 12}px`
        // The observers of sizes run before a frame, and what they change is drawn in the next.
        for (let count = 0; count < 3; count += 1) await frame()
        const body = document.getElementById(`panel-${id}`)
        const header = document.querySelector(`[data-panel-part="${id}"]`)
        if (!body || !header) return [`The panel ${id} is not drawn`]
        const say = (what: string, element: Element) => found.push(`${id} at ${width}: ${nameOf(element)} ${what}`)
        const box = body.getBoundingClientRect()

        for (const element of [header, ...header.querySelectorAll('*')]) {
          // Tabs that do not fit are in the menu beside them.
          if (element.getAttribute('role') === 'tablist' || isShortened(element)) continue
          if (isSeen(element) && isCut(element) && !element.closest('[aria-selected="false"]'))
            say('is wider than its room in the header', element)
        }
        for (const element of body.querySelectorAll('*')) {
          const { overflowX } = getComputedStyle(element)
          if (!isSeen(element) || !isCut(element) || (overflowX !== 'auto' && overflowX !== 'scroll')) continue
          const edge = element.getBoundingClientRect().right + 1
          const widest = [...element.querySelectorAll('*')].findLast((each) => each.getBoundingClientRect().right > edge)
          say(`scrolls sideways for ${widest && nameOf(widest)}`, element)
        }
        const controls = [header, body].flatMap((part) => [
          ...part.querySelectorAll(
            'button, a[href], input, select, textarea, summary, [role="tab"][aria-selected="true"], [role="option"]',
          ),
        ])
        for (const element of controls) {
          // Calls lie where they are on the map, and an input without a picture of its own belongs to its label.
          if (!isSeen(element) || element.closest('[data-calls], .ol-viewport')) continue
          element.scrollIntoView({ block: 'center' })
          const { left, right, top, bottom } = element.getBoundingClientRect()
          if (left < box.left - 1 || right > box.right + 1) say(`reaches from ${left - box.left} to ${right - box.left} px`, element)
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
          const isHit =
            hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) || hit.contains(element.closest('label')))
          if (!isHit) say(`is under ${hit ? nameOf(hit) : 'nothing'}`, element)
          if (element.matches('button, a, [role="tab"]') && spills(element)) say('has a text that is cut', element)
        }
      }
      place.style.width = ''
      return found
    },
    { id: panelId, widths: WIDTHS },
  )
