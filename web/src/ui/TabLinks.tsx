import { Children, useEffect, useRef, type ReactNode } from 'react'
import classes from './TabLinks.module.css'

/** Links styled as tabs, for parts of a page with their own address. The current one has `aria-current`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  // On a phone the current one may be scrolled out of view.
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
