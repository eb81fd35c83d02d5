import { useEffect, useMemo, useRef } from 'react'
import { focusWithin, PANEL_ATTRIBUTE } from './desktop.ts'
import { PanelFrame, type HeaderSlots } from './PanelHeader.tsx'
import classes from './Panel.module.css'
import type { Panel } from './panel.ts'
import { PANEL } from '../platform/load/shapes.tsx'

type PanelHostProps = {
  panel: Panel
  slots: HeaderSlots
  /** Others come first. */
  isWaiting?: boolean
}

/** A panel, fetched when first shown. A failure is shown in its own place, with a retry. */
export function PanelHost({ panel, slots, isWaiting = false }: PanelHostProps) {
  const { id, Content } = panel
  const host = useRef<HTMLDivElement>(null)
  const frame = useMemo(() => ({ panelId: id, slots }), [id, slots])
  const isReady = Content.useIsReady()
  // Moves focus inside if the panel was focused before its content had loaded.
  useEffect(() => {
    if (isReady && host.current && document.activeElement === host.current) focusWithin(host.current)
  }, [isReady])
  return (
    <PanelFrame value={frame}>
      <div ref={host} className={classes.host} tabIndex={-1} {...{ [PANEL_ATTRIBUTE]: id }}>
        {isWaiting ? <PANEL.Loading /> : <Content />}
      </div>
    </PanelFrame>
  )
}

type HeaderSlotProps = { slots: HeaderSlots; panelId: string; place: 'title' | 'controls'; className?: string }

/** A part of a header that is filled by its panel. */
export function HeaderSlot({ slots, panelId, place, className }: HeaderSlotProps) {
  const slot = useRef<HTMLSpanElement>(null)
  useEffect(() => (slot.current ? slots.offer(panelId, place, slot.current) : undefined), [slots, panelId, place])
  return <span ref={slot} className={className} />
}
