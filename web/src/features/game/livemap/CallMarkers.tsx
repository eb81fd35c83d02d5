import type { Call } from '@tenfour/contract'
import { memo, useEffect, useMemo, useState, type DragEvent, type ComponentPropsWithoutRef } from 'react'
import type { Place } from '../../../map/distance.ts'
import type { Point } from '../../../map/island/geometry.ts'
import { carriesUnits, droppedUnits } from '../../../panels/unit-drag.ts'
import { usePlaced, type MapSignals, type PlaceLabel } from './map-signals.ts'
import { useCarriedCall } from './use-carried-call.ts'
import classes from './CallMarkers.module.css'

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

/** The calls, as buttons over the map: focusable, draggable onto units, and drop targets for units. */
export const CallMarkers = memo(function CallMarkers(props: CallMarkersProps) {
  const { calls, selectedId, signals, onSelect, onUnits, onAim, onDropCall } = props
  const carrying = useCarriedCall(onAim, onDropCall)
  const labels = useMemo(() => calls.map((call) => labelOf(call, selectedId)), [calls, selectedId])
  const layer = usePlaced(calls, signals, labels)
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
      {calls.map((call, index) => (
        <CallMarker
          key={call.callId}
          call={call}
          label={labels[index]?.text}
          isPanic={call.panicUserId !== null}
          isPending={call.status === 'pending'}
          isTarget={target === call.callId}
          isSelected={selectedId === call.callId}
          onClick={() => carrying.isClick() && onSelect(call.callId)}
          {...carrying.handlersFor(call.callId)}
          onDragOver={(event) => over(event, call.callId)}
          onDragLeave={() => setTarget(null)}
          onDrop={(event) => drop(event, call.callId)}
        />
      ))}
    </div>
  )
})

/** The selected call and panics are always readable, of the others the urgent ones first. */
const labelOf = ({ callId, panicUserId, priority }: Call, selectedId: number | null): PlaceLabel => ({
  text: panicUserId === null ? String(callId) : `PANIC ${callId}`,
  rank: callId === selectedId ? 0 : panicUserId === null ? 1 + priority : 1,
})

type CallMarkerProps = ComponentPropsWithoutRef<'button'> & {
  call: { readonly callId: number; readonly priority: number; readonly title: string; readonly location: string }
  isPending: boolean
  isTarget?: boolean
  isSelected: boolean
  isPanic?: boolean
  /** Beside the dot; the number alone unless given. */
  label?: string | undefined
}

/** A call on the map. */
export function CallMarker({ call, isPending, isTarget = false, isSelected, isPanic = false, label, ...props }: CallMarkerProps) {
  const { callId, priority, title, location } = call
  return (
    <button
      type="button"
      className={classes.marker}
      data-call={callId}
      data-priority={priority}
      data-pending={isPending || undefined}
      data-panic={isPanic || undefined}
      data-target={isTarget || undefined}
      aria-pressed={isSelected}
      aria-label={`${isPanic ? 'PANIC' : 'Call'} ${callId} ${title}, priority ${priority}${location && `, ${location}`}`}
      title={`${callId} ${title}${location && `\n${location}`}`}
      {...props}
    >
      <i className={classes.halo} aria-hidden />
      <i className={classes.dot} aria-hidden />
      <span className={classes.number}>{label ?? callId}</span>
    </button>
  )
}
