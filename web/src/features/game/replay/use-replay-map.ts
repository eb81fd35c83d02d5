import { useEffect, useMemo, useRef, useState } from 'react'
import type { Backdrop } from '../../../map/engine/backdrop.ts'
import type { MapEngine } from '../../../map/engine/engine.ts'
import { resolutionOf } from '../../../map/engine/world.ts'
import { useEngine } from '../../../map/use-engine.ts'
import { createSignals } from '../livemap/livemap.port.ts'
import { useServerMap } from '../server-map/server-map.port.ts'
import type { Player } from './player.ts'
import { createReplayDriver, rosterOf, unitsAt, unitsKey } from './replay-driver.ts'

const CLOSE_ZOOM = 4
const OUR_DRAWING: Backdrop = { kind: 'island' }

type ReplayMapOptions = {
  readonly player: Player
  readonly serverId: number
  readonly start: { readonly x?: number; readonly y?: number; readonly z?: number }
  /** The members who are shown; null for everyone. */
  readonly shown: ReadonlySet<number> | null
  readonly hasTrails: boolean
  readonly selected: number | null
  readonly followed: number | null
  readonly onSelect: (userId: number | null) => void
  /** The map was panned by hand. */
  readonly onDrag: () => void
}

/** The map of a replay: fed by the player instead of live positions. */
export function useReplayMap(options: ReplayMapOptions) {
  const { player, serverId, start, shown, hasTrails, selected, followed, onSelect, onDrag } = options
  const [signals] = useState(createSignals)
  const { backdrop, postals } = useServerMap(serverId)
  const [failed, setFailed] = useState<Backdrop | null>(null)
  const shownNow = useRef(shown)
  const [attach, engine] = useEngine(
    {
      onSight: signals.sight.set,
      onHover: (_slot, at) => signals.pointer.set(at),
      onSelect,
      onPlace: () => onSelect(null),
      mayCarry: () => false,
      onCarry: () => undefined,
      onDrop: () => undefined,
      onDrag,
      onTilesFailed: () => setFailed(backdrop),
      askTrails: async () => [],
    },
    start,
  )
  useEffect(() => engine?.setTheme('dark'), [engine])
  useEffect(() => engine?.setBackdrop(failed === backdrop ? OUR_DRAWING : backdrop), [engine, backdrop, failed])
  useEffect(() => engine?.setPostals(postals), [engine, postals])
  useEffect(() => {
    shownNow.current = shown
    engine?.redraw()
  }, [engine, shown])
  useEffect(() => {
    if (!engine) return
    engine.setRoster(rosterOf(player.timeline))
    engine.drive(createReplayDriver(player, (userId) => shownNow.current?.has(userId) ?? true))
    const stopWaking = player.onWake(() => engine.redraw())
    const stopLooking = keepLooks(engine, player)
    player.open()
    return () => {
      stopWaking()
      stopLooking()
      player.close()
    }
  }, [engine, player])
  const chart = useMemo(() => ({ hasGrid: false, hasBeats: false, hasClusters: true, hasTrails }), [hasTrails])
  useEffect(() => engine?.setChart(chart), [engine, chart])
  useEffect(() => engine?.select(selected), [engine, selected])
  useEffect(() => {
    engine?.follow(followed === null ? null : { kind: 'unit', slot: followed })
    if (engine && followed !== null) return comeCloser(engine, followed)
  }, [engine, followed])
  return { attach, engine, signals }
}
export type ReplayMapState = ReturnType<typeof useReplayMap>

/** Gives the engine statuses, call signs and calls as they were, whenever they change. */
function keepLooks(engine: MapEngine, { moment, timeline: { members } }: Player): () => void {
  let known = ''
  const look = () => {
    const { at } = moment.get()
    const key = unitsKey(members, at)
    if (key === known) return
    known = key
    engine.setUnits(unitsAt(members, at))
  }
  look()
  return moment.subscribe(look)
}

const RETRY_MS = 300

/** From the whole island to the streets around the unit, as soon as it is known where that is. */
function comeCloser(engine: MapEngine, slot: number): () => void {
  const near = resolutionOf(CLOSE_ZOOM)
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = () => {
    const place = engine.placeOf(slot)
    if (place) {
      if (engine.sight().resolution > near) engine.view.jumpTo(place, near)
    } else timer = setTimeout(go, RETRY_MS)
  }
  go()
  return () => clearTimeout(timer)
}
