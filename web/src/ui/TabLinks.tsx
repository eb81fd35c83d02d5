import { Children, type ReactNode } from 'react'
import classes from './TabLinks.module.css'

/** Links that look like tabs, for parts of a page that have an address of their own. The current one says so by `aria-current`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label}>
      <ul className={classes.tabs}>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
    </nav>
  )
}
