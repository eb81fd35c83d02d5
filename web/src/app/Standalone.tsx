import { createContext, use, type ReactNode } from 'react'
import classes from './Standalone.module.css'

/** Set by the shell, which brings the page's main landmark itself. */
export const InShell = createContext(false)

/** What stands in for a page: its own landmark where there is no shell around it, part of the shell's where there is. */
export function Standalone({ children }: { children: ReactNode }) {
  if (use(InShell)) return children
  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      {children}
    </main>
  )
}
