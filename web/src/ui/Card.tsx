import type { ReactNode } from 'react'
import classes from './Card.module.css'

type CardProps = {
  title?: ReactNode
  /** Secondary text after the title. */
  aside?: ReactNode
  /** A link or small control at the end of the header. */
  link?: ReactNode
  children: ReactNode
  /** Content extends to the card's edges, as for a table. */
  flush?: boolean
  className?: string
}

export function Card({ title, aside, link, children, flush = false, className }: CardProps) {
  return (
    <section className={[classes.card, className].filter(Boolean).join(' ')} data-flush={flush || undefined}>
      {(title || link) && (
        <header className={classes.header}>
          {title && <h2 className={classes.title}>{title}</h2>}
          {aside && <span className="muted">{aside}</span>}
          {link && <span className={classes.link}>{link}</span>}
        </header>
      )}
      <div className={classes.body}>{children}</div>
    </section>
  )
}
