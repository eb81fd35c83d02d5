import type { ReactNode, Ref } from 'react'
import { classNames } from '../ui/layout.tsx'
import classes from './MapParts.module.css'

type MapFrameProps = {
  ref: Ref<HTMLDivElement>
  /** Which keys do what. */
  label: string
  className: string | undefined
  /** Where the engine draws. */
  attach: Ref<HTMLDivElement>
  calls: ReactNode
  callsRef?: Ref<HTMLDivElement>
  isPlacing?: boolean
  children: ReactNode
}

/** A map that takes the keyboard: its drawing, the calls on it, and what lies over both. */
export const MapFrame = ({ ref, label, className, attach, calls, callsRef, isPlacing, children }: MapFrameProps) => (
  <div
    ref={ref}
    className={classNames(classes.map, className)}
    data-placing={isPlacing || undefined}
    role="application"
    aria-label={label}
    // Focusable, because it is panned by keyboard like a scrollable area.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
  >
    <div ref={attach} className={classes.ground} data-ground />
    <div ref={callsRef} className={classes.calls} data-calls>
      {calls}
    </div>
    {children}
  </div>
)

export const MapNotice = ({ tone, children }: { tone?: 'warning'; children: ReactNode }) => (
  <output className={classes.notice} data-tone={tone}>
    {children}
  </output>
)
