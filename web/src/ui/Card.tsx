import type { ReactNode } from 'react'
import classes from './Card.module.css'

type CardProps = {
  title?: ReactNode
  /** Said after the title, in a quieter voice. */
  aside?: ReactNode
  /** A link or small control at the far end of the header. */
  link?: ReactNode
  children: ReactNode
  /** Content reaches the card's edges, as a table does. */
  flush?: boolean
  className?: string
}

export function Card({ title, aside, link, children, flush = false, className }: CardProps) {
  return (
    <section className={[classes.card, className].filter(Boolean).join(' ')} data-flush={flush || undefined}>
      {(title || link) && (
        <header className={classes.header}>
          {title && <h2 className={classes.title}>{title}</h2>}
          {aside && <span className={classes.aside}>{aside}</span>}
          {link && <span className={classes.link}>{link}</span>}
        </header>
      )}
      <div className={classes.body}>{children}</div>
    </section>
  )
}
