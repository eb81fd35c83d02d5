import { Children, useEffect, useRef, type ReactNode } from 'react'
import classes from './TabLinks.module.css'

/** Links that look like tabs, for parts of a page that have an address of their own. The current one says so by `aria-current`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  // On a phone the current one may lie past the edge.
  useEffect(() => showCurrent(list.current))
  return (
    <nav aria-label={label}>
      <ul ref={list} className={classes.tabs}>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
    </nav>
  )
}

function showCurrent(list: HTMLElement | null): void {
  const current = list?.querySelector<HTMLElement>('[aria-current="page"]')
  if (!list || !current || list.scrollWidth <= list.clientWidth) return
  const [start, end] = [current.offsetLeft - list.offsetLeft, current.offsetLeft - list.offsetLeft + current.offsetWidth]
  if (start < list.scrollLeft || end > list.scrollLeft + list.clientWidth)
    list.scrollLeft = start - (list.clientWidth - current.offsetWidth) / 2
}
