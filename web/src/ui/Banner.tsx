import { IconAlertTriangle, IconExclamationCircle, IconInfoCircle, type Icon } from '@tabler/icons-react'
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
  /** Less padding, for one of several in a panel. */
  isCompact?: boolean
  /** In place of the one of its tone. */
  icon?: Icon | undefined
}

export function Banner({ tone, title, children, action, announce = false, isCompact = false, icon }: BannerProps) {
  const ToneIcon = icon ?? ICONS[tone]
  return (
    <div className={classes.banner} data-tone={tone} data-compact={isCompact || undefined} role={announce ? 'alert' : undefined}>
      <ToneIcon className={classes.icon} size={isCompact ? 16 : 18} stroke={1.8} aria-hidden />
      <div className={classes.text}>
        {title && <strong className={classes.title}>{title}</strong>} {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
