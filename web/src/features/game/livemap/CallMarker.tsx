import type { ComponentPropsWithoutRef } from 'react'
import classes from './CallMarkers.module.css'

type CallMarkerProps = ComponentPropsWithoutRef<'button'> & {
  call: { readonly callId: number; readonly priority: number; readonly title: string; readonly location: string }
  isPending: boolean
  isTarget?: boolean
  isSelected: boolean
  /** Beside the dot; the number alone unless given. */
  label?: string
}

/** A call on the map. */
export function CallMarker({ call, isPending, isTarget = false, isSelected, label, ...props }: CallMarkerProps) {
  const { callId, priority, title, location } = call
  return (
    <button
      type="button"
      className={classes.marker}
      data-call={callId}
      data-priority={priority}
      data-pending={isPending || undefined}
      data-target={isTarget || undefined}
      aria-pressed={isSelected}
      aria-label={`Call ${callId} ${title}, priority ${priority}${location && `, ${location}`}`}
      title={`${callId} ${title}${location && `\n${location}`}`}
      {...props}
    >
      <i className={classes.halo} aria-hidden />
      <i className={classes.dot} aria-hidden />
      <span className={classes.number}>{label ?? callId}</span>
    </button>
  )
}
