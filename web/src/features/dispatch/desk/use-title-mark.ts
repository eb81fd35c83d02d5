import { useEffect } from 'react'

const MARK = '● '

/** Marks the window's title, so that it is noticed from another tab. */
export function useTitleMark(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const mark = () => {
      if (!document.title.startsWith(MARK)) document.title = MARK + document.title
    }
    mark()
    // Navigating to another page resets the title.
    const title = document.querySelector('title')
    const watch = new MutationObserver(mark)
    if (title) watch.observe(title, { childList: true })
    return () => {
      watch.disconnect()
      if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length)
    }
  }, [isWanted])
}
