import type { Call } from '@tenfour/contract'
import { memo, useEffect, useEffectEvent, useRef, useState, type DragEvent } from 'react'
import type { Place } from '../../../map/distance.ts'
import { toPixel, type Sight } from '../../../map/engine/view.ts'
import type { Point } from '../../../map/island/geometry.ts'
import { carriesUnits, droppedUnits } from '../../../panels/unit-drag.ts'
import classes from './CallMarkers.module.css'
import type { MapSignals } from './map-signals.ts'
import { useCarriedCall } from './use-carried-call.ts'

type Placed = Call & Place

type CallMarkersProps = {
  calls: readonly Placed[]
  selectedId: number | null
  signals: MapSignals
  onSelect: (callId: number) => void
  onUnits: (userIds: readonly number[], callId: number) => void
  /** A call is dragged over this point of the page; null when the drag ends. */
  onAim: (at: Point | null) => void
  onDropCall: (callId: number, at: Point) => void
}

const MARGIN = 40

/** The calls, as buttons over the map: focusable, draggable onto units, and drop targets for units. */
export const CallMarkers = memo(function CallMarkers(props: CallMarkersProps) {
  const { calls, selectedId, signals, onSelect, onUnits, onAim, onDropCall } = props
  const carrying = useCarriedCall(onAim, onDropCall)
  const layer = useRef<HTMLDivElement>(null)
  const place = useEffectEvent((sight: Sight) => {
    for (const [index, element] of [...(layer.current?.children ?? [])].entries()) {
      const call = calls[index]
      if (!call || !(element instanceof HTMLElement)) continue
      const [left, top] = toPixel(sight, [call.x, call.y])
      const isSeen = left > -MARGIN && top > -MARGIN && left < sight.width + MARGIN && top < sight.height + MARGIN
      element.style.visibility = isSeen ? '' : 'hidden'
      if (isSeen) element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
    }
  })
  useEffect(() => signals.sight.subscribe((sight) => place(sight)), [signals])
  useEffect(() => {
    const sight = signals.sight.get()
    if (sight) place(sight)
  }, [calls, signals])
  const [target, setTarget] = useState<number | null>(null)
  useEffect(() => signals.target.subscribe(setTarget), [signals])

  const over = (event: DragEvent, callId: number) => {
    if (!carriesUnits(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setTarget(callId)
  }
  const drop = (event: DragEvent, callId: number) => {
    event.preventDefault()
    setTarget(null)
    const userIds = droppedUnits(event.dataTransfer)
    if (userIds.length > 0) onUnits(userIds, callId)
  }
  return (
    <div ref={layer}>
      {calls.map(({ callId, priority, title, location, status }) => (
        <button
          key={callId}
          type="button"
          className={classes.marker}
          data-call={callId}
          data-priority={priority}
          data-pending={status === 'pending' || undefined}
          data-target={target === callId || undefined}
          aria-pressed={selectedId === callId}
          aria-label={`Call ${callId}, priority ${priority}, ${title}${location && `, ${location}`}`}
          title={`${callId} ${title}${location && `\n${location}`}`}
          onClick={() => carrying.isClick() && onSelect(callId)}
          {...carrying.handlersFor(callId)}
          onDragOver={(event) => over(event, callId)}
          onDragLeave={() => setTarget(null)}
          onDrop={(event) => drop(event, callId)}
        >
          <i className={classes.halo} aria-hidden />
          <i className={classes.dot} aria-hidden />
          <span className={classes.number}>{callId}</span>
        </button>
      ))}
    </div>
  )
})
