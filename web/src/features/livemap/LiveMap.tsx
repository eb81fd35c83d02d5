import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useBoard, useCall } from '../board/board.port.ts'
import { CallMarkers } from './CallMarkers.tsx'
import { toGame } from './engine/view.ts'
import classes from './LiveMap.module.css'
import { CallCard, UnitCard } from './MapCard.tsx'
import { MapControls } from './MapControls.tsx'
import { MapReadout } from './MapReadout.tsx'
import { isSameChoice, type LiveMapState } from './use-live-map.ts'
import { onMapKey } from './map-keys.ts'

type LiveMapProps = {
  map: LiveMapState
  onFind: () => void
  /** A panel has other panels beside it that say more. */
  isSmall: boolean
  mayCall: boolean
  onOpenCall: ((callId: number) => void) | null
}

/** The map itself with what lies on it. */
export function LiveMap({ map, onFind, isSmall, mayCall, onOpenCall }: LiveMapProps) {
  const { attach, engine, signals, calls, chosen, isPlacing } = map
  const frame = useRef<HTMLDivElement>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) =>
    onMapKey(event, engine, { find: onFind, follow: () => chosen && map.toggleFollow(), leave: map.letGo }),
  )
  const onContextMenu = useEffectEvent((event: MouseEvent) => {
    event.preventDefault()
    const box = frame.current?.getBoundingClientRect()
    if (engine && box && mayCall) map.newCallAt(toGame(engine.sight(), [event.clientX - box.left, event.clientY - box.top]))
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
  const chosenCall = chosen?.kind === 'call' ? chosen.callId : null
  return (
    <div
      ref={frame}
      className={classes.map}
      data-placing={isPlacing || undefined}
      role="application"
      aria-label="Map of the island. Arrows move it, plus and minus zoom, slash finds, F follows."
      // Moved by keyboard, like a scrolled area.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <div ref={attach} className={classes.ground} />
      <div className={classes.calls}>
        <CallMarkers calls={calls} selectedId={chosenCall} signals={signals} onSelect={map.chooseCall} onUnits={map.assign} />
      </div>
      <Notices map={map} />
      <div className={classes.corner} data-at="bottom-left">
        {!isSmall && <Card map={map} onOpenCall={onOpenCall} />}
        <MapReadout signals={signals} isSmall={isSmall} />
      </div>
      <div className={classes.corner} data-at="bottom-right">
        <MapControls onZoom={(steps) => engine?.view.zoomBy(steps)} onShowAll={() => engine?.view.showAll()} />
      </div>
    </div>
  )
}

function Card({ map, onOpenCall }: Pick<LiveMapProps, 'map' | 'onOpenCall'>) {
  const { engine, chosen, followed } = map
  // The board is what changes a unit's look.
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
        onOpen={onOpenCall && (() => onOpenCall(call.callId))}
        onClose={map.letGo}
      />
    )
  }
  const look = chosen?.kind === 'unit' ? engine?.lookOf(chosen.slot) : undefined
  if (!look || !engine) return null
  return (
    <UnitCard
      look={look}
      engine={engine}
      isFollowed={isFollowed}
      onFollow={() => map.toggleFollow()}
      onCall={map.chooseCall}
      onClose={map.letGo}
    />
  )
}

/** What stands between the viewer and a full map, one thing at a time. */
function Notices({ map: { everyone, isPlacing, setIsPlacing } }: Pick<LiveMapProps, 'map'>) {
  const boardPhase = useBoard((state) => state.phase)
  if (isPlacing) {
    return (
      <Notice>
        Click where the call is.
        <Button size="compact-xs" variant="default" onClick={() => setIsPlacing(false)}>
          Cancel
        </Button>
      </Notice>
    )
  }
  if (everyone.phase === 'lost' || boardPhase === 'lost') return <Notice tone="warning">Connection lost. What you see may be old.</Notice>
  if (everyone.phase === 'closed') {
    return (
      <Notice>
        Who is where is shown to units on duty on this server.
        <Link to="/cad">Go on duty</Link>
      </Notice>
    )
  }
  if (everyone.phase === 'loading') return <Notice>Looking for units…</Notice>
  return everyone.roster.size === 0 ? <Notice>Nobody is on the map. Units show up once they are in the game.</Notice> : null
}

const Notice = ({ tone, children }: { tone?: 'warning'; children: ReactNode }) => (
  <output className={classes.notice} data-tone={tone}>
    {children}
  </output>
)
