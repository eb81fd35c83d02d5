import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Banner.module.css'

export type BannerTone = 'warning' | 'info' | 'danger'
const ICONS = { warning: IconAlertTriangle, info: IconInfoCircle, danger: IconExclamationCircle }

type BannerProps = {
  tone: BannerTone
  title?: ReactNode
  children?: ReactNode
  /** A link or button at the far end. */
  action?: ReactNode
  /** Read out when it appears; for what happens while the page is open, not for what was there from the start. */
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
