import type { ReactNode } from 'react'
import classes from './KindNav.module.css'

/** The kinds of things that a page manages, as links beside the list of one kind. Headings of its sections are `h2`. */
export const KindNav = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={classes.nav} aria-label={label}>
    {children}
  </nav>
)

/** How many there are of a kind, at the end of its link. */
export const KindCount = ({ children }: { children: ReactNode }) => <span className={classes.count}>{children}</span>
