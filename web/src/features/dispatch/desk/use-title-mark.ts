import { useEffect } from 'react'

const MARK = '● '

/** Marks the window's title, so that someone in another tab sees that they are wanted. */
export function useTitleMark(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const mark = () => {
      if (!document.title.startsWith(MARK)) document.title = MARK + document.title
    }
    mark()
    // Going to another page names the window anew.
    const title = document.querySelector('title')
    const watch = new MutationObserver(mark)
    if (title) watch.observe(title, { childList: true })
    return () => {
      watch.disconnect()
      if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length)
    }
  }, [isWanted])
}
