import classes from './ShortName.module.css'

/** A department's short name, with a minimum width so that several line up. */
export function ShortName({ children }: { children: string }) {
  return <span className={classes.short}>{children}</span>
}
