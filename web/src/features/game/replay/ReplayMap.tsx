import { Button } from '@mantine/core'
import { UNIT_STATUS_WORDS } from '@tenfour/contract'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { isPlaced } from '../../../map/distance.ts'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { CallMarker, MapControls, moveMap, usePlaced } from '../livemap/livemap.port.ts'
import { useMoment, type Player } from './player.ts'
import { MapFrame, MapNotice } from '../../../map/MapParts.tsx'
import classes from './ReplayMap.module.css'
import { callStateAt, dutyAt, type TimelineCall } from './timeline.ts'
import type { ReplayMapState } from './use-replay-map.ts'

type ReplayMapProps = {
  map: ReplayMapState
  player: Player
  /** The calls that may be drawn at all; the moment decides which of them are open. */
  calls: readonly TimelineCall[]
  focusedCall: number | null
  onCall: (callId: number) => void
  selected: number | null
  followed: number | null
  onFollow: () => void
  onLetGo: () => void
  onRetry: () => void
}

export function ReplayMap({ map, player, calls, focusedCall, onCall, selected, followed, onFollow, onLetGo, onRetry }: ReplayMapProps) {
  const { attach, engine } = map
  const frame = useRef<HTMLDivElement>(null)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!engine || event.target !== frame.current || event.ctrlKey || event.metaKey || event.altKey || !moveMap(event.key, engine)) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const element = frame.current
    const press = (event: KeyboardEvent) => onKeyDown(event)
    // A click must not take the arrows away from the time bar; the map gets focus by Tab.
    const keepFocus = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest('[data-ground]')) event.preventDefault()
    }
    element?.addEventListener('keydown', press)
    element?.addEventListener('mousedown', keepFocus)
    return () => {
      element?.removeEventListener('keydown', press)
      element?.removeEventListener('mousedown', keepFocus)
    }
  }, [])
  return (
    <MapFrame
      ref={frame}
      className={classes.map}
      label="Map of the island. Arrows move it, plus and minus zoom."
      attach={attach}
      calls={<OpenCalls map={map} player={player} calls={calls} focusedCall={focusedCall} onCall={onCall} />}
    >
      <TracksNotice player={player} onRetry={onRetry} />
      <div className={classes.corner} data-at="bottom-left">
        {selected !== null && (
          <UnitCard player={player} userId={selected} isFollowed={followed === selected} onFollow={onFollow} onClose={onLetGo} />
        )}
      </div>
      <div className={classes.corner} data-at="bottom-right">
        <MapControls onZoom={(steps) => engine?.view.zoomBy(steps)} onShowAll={() => engine?.view.showAll()} />
      </div>
    </MapFrame>
  )
}

type OpenCallsProps = Pick<ReplayMapProps, 'map' | 'player' | 'calls' | 'focusedCall' | 'onCall'>

function OpenCalls({ map: { signals }, player, calls, focusedCall, onCall }: OpenCallsProps) {
  const placed = useMemo(() => calls.filter(isPlaced), [calls])
  const states = useMoment(player, ({ at }) => placed.map((call) => callStateAt(call, at)?.charAt(0) ?? '-').join(''))
  const open = useMemo(() => placed.filter((_, index) => states[index] !== '-'), [placed, states])
  const layer = usePlaced(open, signals)
  return (
    <div ref={layer}>
      {open.map((call) => (
        <CallMarker
          key={call.callId}
          call={call}
          isPending={states[placed.indexOf(call)] === 'p'}
          isSelected={focusedCall === call.callId}
          label={focusedCall === call.callId ? `${call.callId} ${call.title}` : String(call.callId)}
          onClick={() => onCall(call.callId)}
        />
      ))}
    </div>
  )
}

function TracksNotice({ player, onRetry }: Pick<ReplayMapProps, 'player' | 'onRetry'>) {
  const state = useMoment(player, ({ tracks }) => tracks)
  const { members, calls } = player.timeline
  if (members.length === 0 && calls.length === 0) return <MapNotice>Nobody was on duty at this time, and there were no calls.</MapNotice>
  if (state === 'none') return <MapNotice>No tracks are kept of this time. Statuses and calls still play.</MapNotice>
  if (state === 'loading') return <MapNotice>Loading tracks…</MapNotice>
  if (state === 'ready') return null
  return (
    <MapNotice tone="warning">
      The tracks of this time could not be loaded.
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
    </MapNotice>
  )
}

type UnitCardProps = { player: Player; userId: number; isFollowed: boolean; onFollow: () => void; onClose: () => void }

function UnitCard({ player, userId, isFollowed, onFollow, onClose }: UnitCardProps) {
  const member = player.timeline.members.find((each) => each.userId === userId)
  const words = useMoment(player, ({ at }) => {
    const duty = member && dutyAt(member, at)
    if (!duty) return 'Off duty'
    const status = duty.isStatusKnown ? UNIT_STATUS_WORDS[duty.status] : 'on duty'
    return [duty.identifier === member.name ? '' : duty.identifier, status, duty.departmentName].filter(Boolean).join(' · ')
  })
  if (!member) return null
  return (
    <section className={classes.card} aria-label={`Unit: ${member.name}`}>
      <div>
        <b>{member.name}</b>
        <span className="muted">{words}</span>
      </div>
      <FilterChip isOn={isFollowed} onClick={onFollow} title="Follow (F)">
        Follow
      </FilterChip>
      <FilterChip onClick={onClose}>Deselect</FilterChip>
    </section>
  )
}
