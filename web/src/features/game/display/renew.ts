/** Requests a reload once the portal answers; the script in dui.html implements and throttles it. */
export const renew = (): void => void window.dispatchEvent(new Event('display-renew'))

/** Whether the portal now serves the page with other files, meaning it was upgraded. */
export async function isOutdated(page: Document = document): Promise<boolean> {
  const answer = await fetch(window.location.pathname, { cache: 'no-store', credentials: 'omit' })
  if (!answer.ok) return false
  const text = await answer.text()
  return [...page.querySelectorAll('script[type="module"][src]')].some((script) => !text.includes(script.getAttribute('src') ?? ''))
}
