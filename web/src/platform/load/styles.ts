const missing = new Map<string, HTMLLinkElement>()

/** Records stylesheets that failed to load. Returns the function that stops it. */
export function watchStyles(page: EventTarget = window): () => void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.set(target.href, target)
  }
  // Error events of elements do not bubble.
  page.addEventListener('error', onError, true)
  return () => page.removeEventListener('error', onError, true)
}

export const missingStyles = (): readonly string[] => [...missing.keys()]

/** Retries the missing stylesheets once; those that fail again stay recorded. */
export async function restoreStyles(): Promise<void> {
  await Promise.all([...missing.values()].map(fetchAgain))
}

function fetchAgain(old: HTMLLinkElement): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.crossOrigin = old.crossOrigin
  link.addEventListener('load', () => resolve(), { once: true })
  link.addEventListener('error', () => resolve(), { once: true })
  missing.delete(old.href)
  link.href = old.href
  old.replaceWith(link)
  return promise
}
