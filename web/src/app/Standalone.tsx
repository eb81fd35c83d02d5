import { createContext, use, type ReactNode } from 'react'
import classes from './Standalone.module.css'

/** Set by the shell, which renders the main landmark itself. */
export const InShell = createContext(false)

/** Stands in for a page: brings its own main landmark outside the shell, and none inside it. */
export function Standalone({ children }: { children: ReactNode }) {
  if (use(InShell)) return children
  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      {children}
    </main>
  )
}
