import { useEffect, useRef } from 'react'
import type { HeaderSlots } from './panel-frame.ts'

type HeaderSlotProps = { slots: HeaderSlots; panelId: string; place: 'title' | 'controls'; className?: string }

/** A part of a header that is filled by its panel. */
export function HeaderSlot({ slots, panelId, place, className }: HeaderSlotProps) {
  const slot = useRef<HTMLSpanElement>(null)
  useEffect(() => (slot.current ? slots.offer(panelId, place, slot.current) : undefined), [slots, panelId, place])
  return <span ref={slot} className={className} />
}
