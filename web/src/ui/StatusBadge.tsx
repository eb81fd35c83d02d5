import type { ReactNode } from 'react'
import classes from './StatusBadge.module.css'

export const STATUS_TONES = [
  'available',
  'en-route',
  'on-scene',
  'busy',
  'custody',
  'off',
  'neutral',
  'info',
  'success',
  'warning',
  'danger',
] as const
export type StatusTone = (typeof STATUS_TONES)[number]

type StatusBadgeProps = {
  tone: StatusTone
  /** The text. Colour is never the only indicator. */
  children: ReactNode
  /** `dot` for rows and running text, `soft` for emphasis. */
  variant?: 'dot' | 'soft'
}

export function StatusBadge({ tone, children, variant = 'dot' }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone} data-variant={variant}>
      <i className={classes.dot} aria-hidden />
      <span className={classes.word}>{children}</span>
    </span>
  )
}
