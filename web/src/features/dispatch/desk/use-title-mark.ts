import { useEffect } from 'react'

export const PING_MARK = '● '

/** Puts a mark before the window's title, so that it is noticed from another tab. */
export function useTitleMark(mark: string | null): void {
  useEffect(() => {
    if (mark === null) return
    const put = () => {
      if (!document.title.startsWith(mark)) document.title = mark + document.title
    }
    put()
    // Navigating to another page resets the title.
    const title = document.querySelector('title')
    const watch = new MutationObserver(put)
    if (title) watch.observe(title, { childList: true })
    return () => {
      watch.disconnect()
      if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length)
    }
  }, [mark])
}
