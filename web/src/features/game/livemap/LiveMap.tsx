import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useClock } from '../../../platform/format/clock.ts'
import { elapsed } from '../../../platform/format/durations.ts'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { DIALOG } from '../../../platform/load/shapes.tsx'
import { toGame } from '../../../map/engine/view.ts'
import { useBoard, useCall, useMayDispatch, useOwnUnit } from '../../dispatch/board/board.port.ts'
import { CallDialogs } from '../../dispatch/calls/calls.port.ts'
import type { MenuAt } from '../../dispatch/units/menu/UnitMenu.port.tsx'
import { CallMarkers } from './CallMarkers.tsx'
import { isSameChoice } from './map-state.ts'
import { MapFrame, MapNotice } from '../../../map/MapParts.tsx'
import classes from './LiveMap.module.css'
import { CallCard, UnitCard } from './MapCard.tsx'
import { MapControls } from './MapLayers.tsx'
import { MapReadout } from './MapReadout.tsx'
import { onMapKey } from './map-keys.ts'
import type { LiveMapState } from './use-live-map.ts'

const UnitMenu = lazyComponent(async () => (await import('../../dispatch/units/menu/UnitMenu.port.tsx')).UnitMenu, {
  what: 'The menu',
  shape: DIALOG,
})

type LiveMapProps = {
  map: LiveMapState
  onFind: () => void
  /** In a panel, where neighbouring panels show the details. */
  isSmall: boolean
  mayCall: boolean
  onOpenCall: ((callId: number) => void) | null
}

/** The map with its overlays. */
export function LiveMap({ map, onFind, isSmall, mayCall, onOpenCall }: LiveMapProps) {
  const { attach, engine, signals, calls, chosen, isPlacing } = map
  const frame = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<MenuAt | null>(null)
  const [assigning, setAssigning] = useState<number | null>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) =>
    onMapKey(event, engine, {
      find: onFind,
      follow: () => chosen && map.toggleFollow(),
      place: () => engine && mayCall && map.newCallAt([engine.sight().x, engine.sight().y]),
      leave: map.letGo,
    }),
  )
  /** On right click or long press: the unit's menu, or a new call if there is no unit. */
  const onContextMenu = useEffectEvent((event: MouseEvent) => {
    event.preventDefault()
    const box = frame.current?.getBoundingClientRect()
    if (!engine || !box || !(event.target instanceof Element) || !event.target.closest('[data-ground]')) return
    const look = engine.lookUnder([event.clientX, event.clientY])
    if (look?.label && look.userId !== null) {
      map.chooseUnit(look.slot)
      setMenu({ userIds: [look.userId], x: event.clientX, y: event.clientY })
    } else if (mayCall) map.newCallAt(toGame(engine.sight(), [event.clientX - box.left, event.clientY - box.top]))
  })
  useEffect(() => {
    const element = frame.current
    const [press, ask] = [(event: KeyboardEvent) => onKeyDown(event), (event: MouseEvent) => onContextMenu(event)]
    element?.addEventListener('keydown', press)
    element?.addEventListener('contextmenu', ask)
    return () => {
      element?.removeEventListener('keydown', press)
      element?.removeEventListener('contextmenu', ask)
    }
  }, [])
  const markers = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = markers.current
    // The markers lie over the map, not in it: it would not see the wheel turned over one.
    const pass = (event: WheelEvent) => {
      event.preventDefault()
      event.stopPropagation()
      frame.current?.querySelector('[data-ground] .ol-viewport')?.dispatchEvent(new WheelEvent('wheel', event))
    }
    element?.addEventListener('wheel', pass, { passive: false })
    return () => element?.removeEventListener('wheel', pass)
  }, [])
  const chosenCall = chosen?.kind === 'call' ? chosen.callId : null
  return (
    <MapFrame
      ref={frame}
      className={classes.map}
      isPlacing={isPlacing}
      label="Map of the island. Arrows move it, plus and minus zoom, slash finds, F follows, N creates a call in the middle."
      attach={attach}
      callsRef={markers}
      calls={
        <CallMarkers
          calls={calls}
          selectedId={chosenCall}
          signals={signals}
          onSelect={map.chooseCall}
          onUnits={map.assign}
          onAim={map.aim}
          onDropCall={map.dropCall}
        />
      }
    >
      <Notices map={map} isSmall={isSmall} />
      <div className={classes.corner} data-at="bottom-left">
        {!isSmall && <Card map={map} onOpenCall={onOpenCall} onMenu={setMenu} onAssign={setAssigning} />}
        <MapReadout signals={signals} isSmall={isSmall} />
      </div>
      <div className={classes.corner} data-at="bottom-right">
        <MapControls onZoom={(steps) => engine?.view.zoomBy(steps)} onShowAll={() => engine?.view.showAll()} />
      </div>
      {menu && <UnitMenu at={menu} mayAct={menu.userIds.every(map.mayAct)} onClose={() => setMenu(null)} />}
      <CallDialogs dialog={assigning === null ? null : { kind: 'assign', callId: assigning }} onClose={() => setAssigning(null)} />
    </MapFrame>
  )
}

type CardProps = Pick<LiveMapProps, 'map' | 'onOpenCall'> & { onMenu: (at: MenuAt) => void; onAssign: (callId: number) => void }

function Card({ map, onOpenCall, onMenu, onAssign }: CardProps) {
  const { engine, chosen, followed } = map
  const mayDispatch = useMayDispatch()
  const own = useOwnUnit()
  // A unit's appearance depends on the board.
  useBoard((state) => state.units)
  const call = useCall(chosen?.kind === 'call' ? chosen.callId : null)
  const isFollowed = isSameChoice(chosen, followed)
  if (call) {
    return (
      <CallCard
        call={call}
        isFollowed={isFollowed}
        onFollow={() => map.toggleFollow()}
        onUnit={map.chooseMember}
        onSend={mayDispatch ? () => onAssign(call.callId) : null}
        onTake={!mayDispatch && own && own.callId !== call.callId ? () => map.assign([own.userId], call.callId) : null}
        onOpen={onOpenCall && (() => onOpenCall(call.callId))}
        onClose={map.letGo}
      />
    )
  }
  const look = chosen?.kind === 'unit' ? engine?.lookOf(chosen.slot) : undefined
  if (!look || !engine) return null
  const { userId } = look
  return (
    <UnitCard
      look={look}
      engine={engine}
      isFollowed={isFollowed}
      onFollow={() => map.toggleFollow()}
      onCall={map.chooseCall}
      onMenu={look.label !== '' && userId !== null && map.mayAct(userId) ? (x, y) => onMenu({ userIds: [userId], x, y }) : null}
      onClose={map.letGo}
    />
  )
}

/** Hints and warnings over the map, one at a time. */
function Notices({ map: { engine, everyone, isPlacing, setIsPlacing, hasFailed }, isSmall }: Pick<LiveMapProps, 'map' | 'isSmall'>) {
  const boardPhase = useBoard((state) => state.phase)
  const silence = useClock((now) => silentFor(now - (engine?.confirmedAt() ?? now)))
  if (isPlacing) {
    return (
      <MapNotice>
        Click where the call is.
        <Button size="compact-xs" variant="default" onClick={() => setIsPlacing(false)}>
          Cancel
        </Button>
      </MapNotice>
    )
  }
  // The desktop around a panel says it.
  if (boardPhase === 'lost' && isSmall) return null
  if (everyone.phase === 'lost' || boardPhase === 'lost')
    return <MapNotice tone="warning">Connection lost. The map may be out of date.</MapNotice>
  if (everyone.phase === 'closed') {
    return (
      <MapNotice>
        Positions are shown to units on duty on this server.
        <Link to="/cad">Go on duty</Link>
      </MapNotice>
    )
  }
  if (everyone.phase === 'loading') return <MapNotice>Looking for units…</MapNotice>
  if (everyone.roster.size === 0) return <MapNotice>Nobody is on the map. Units show up once they are in the game.</MapNotice>
  if (silence === null) return hasFailed ? <MapNotice>The tiles of this map can’t be loaded. The built-in map is shown.</MapNotice> : null
  return <MapNotice tone="warning">No positions for {silence}. Last known positions are shown.</MapNotice>
}

const SILENT_MS = 10_000
const silentFor = (ms: number): string | null => (ms > SILENT_MS ? elapsed(ms) : null)
