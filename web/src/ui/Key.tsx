import type { ReactNode } from 'react'
import classes from './Key.module.css'

/** A key of the keyboard. */
export const Key = ({ children }: { children: ReactNode }) => <kbd className={classes.key}>{children}</kbd>
