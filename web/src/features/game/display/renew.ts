/** Has the page loaded anew once the portal answers; how, and how often at most, is told in dui.html. */
export const renew = (): void => void window.dispatchEvent(new Event('display-renew'))

/** Whether the portal's page is made of other files by now: it was upgraded while this one was open. */
export async function isOutdated(page: Document = document): Promise<boolean> {
  const answer = await fetch(window.location.pathname, { cache: 'no-store', credentials: 'omit' })
  if (!answer.ok) return false
  const text = await answer.text()
  return [...page.querySelectorAll('script[type="module"][src]')].some((script) => !text.includes(script.getAttribute('src') ?? ''))
}
