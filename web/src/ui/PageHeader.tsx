import type { ReactNode } from 'react'
import classes from './PageHeader.module.css'

type PageHeaderProps = { title: ReactNode; subtitle?: ReactNode; actions?: ReactNode }

export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.text}>
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
