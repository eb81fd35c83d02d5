import classes from './ShortName.module.css'

/** The short name of a department, set so that several stand in line. */
export function ShortName({ children }: { children: string }) {
  return <span className={classes.short}>{children}</span>
}
