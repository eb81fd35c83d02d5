import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Banner.module.css'

export type BannerTone = 'warning' | 'info' | 'danger'
const ICONS = { warning: IconAlertTriangle, info: IconInfoCircle, danger: IconExclamationCircle }

type BannerProps = {
  tone: BannerTone
  title?: ReactNode
  children?: ReactNode
  /** A link or button at the end. */
  action?: ReactNode
  /** Announced to screen readers; for banners that appear while the page is open. */
  announce?: boolean
}

export function Banner({ tone, title, children, action, announce = false }: BannerProps) {
  const Icon = ICONS[tone]
  return (
    <div className={classes.banner} data-tone={tone} role={announce ? 'alert' : undefined}>
      <Icon className={classes.icon} size={18} stroke={1.8} aria-hidden />
      <div className={classes.text}>
        {title && <strong className={classes.title}>{title}</strong>} {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
