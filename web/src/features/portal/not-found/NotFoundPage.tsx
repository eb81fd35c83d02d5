import { Link } from '@tanstack/react-router'
import classes from './NotFoundPage.module.css'

export function NotFoundPage() {
  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      <p className={classes.code} aria-hidden>
        10-?
      </p>
      <h1 className={classes.title}>404 - Page Not Found</h1>
      <Link to="/user/home" className={classes.link}>
        Click here to take me back home
      </Link>
    </main>
  )
}
