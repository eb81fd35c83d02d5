import { useEffect, useEffectEvent, useRef } from 'react'
import { zoomOf } from '../../../map/engine/world.ts'
import { isSameExceptPosition, linkText, linkTo, type MapLink } from './map-link.ts'
import type { LiveMapState } from './use-live-map.ts'

const QUIET_MS = 500

/** A link to the current view; undefined while nothing is shown yet. */
export function seenLink({ signals, engine, followed, awaited, choices }: LiveMapState): MapLink | undefined {
  const sight = signals.sight.get()
  if (!sight || !engine) return undefined
  const unit = followed?.kind === 'unit' ? (engine.lookOf(followed.slot)?.userId ?? null) : awaited.unit
  const call = followed?.kind === 'call' ? followed.callId : awaited.call
  const at = engine.view.isWhole() ? null : { x: sight.x, y: sight.y, zoom: zoomOf(sight.resolution) }
  return linkTo({ at, unit, call }, choices)
}

/** Opens the current view in a separate window, for another screen. */
export function openMapWindow(serverId: number, map: LiveMapState): void {
  const address = new URL('/livemap', window.location.origin)
  const params = { serverId, ...seenLink(map), alone: true }
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, String(value))
  window.open(address, '_blank', 'popup,width=1280,height=900')
}

/**
 * Keeps the address in step with the view once the map has come to rest, and the map in step with back and forward. Panning adds no
 * history entries; following, filtering and going to a search result do.
 */
export function useMapLink(map: LiveMapState, link: MapLink, onLink: (link: MapLink, isStep: boolean) => void): void {
  const { signals, followed, awaited, choices, leaps } = map
  const known = useRef(link)
  const leapsKnown = useRef(0)

  const keep = useEffectEvent(() => {
    const next = seenLink(map)
    if (!next || linkText(next) === linkText(known.current)) return
    const isStep = leapsKnown.current !== leaps.current || !isSameExceptPosition(next, known.current)
    leapsKnown.current = leaps.current
    known.current = next
    onLink(next, isStep)
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = () => {
      clearTimeout(timer)
      timer = setTimeout(() => keep(), QUIET_MS)
    }
    const stop = signals.sight.subscribe(schedule)
    schedule()
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [signals, followed, awaited, choices])

  const text = linkText(link)
  const show = useEffectEvent(() => {
    if (text === linkText(known.current)) return
    known.current = link
    map.show(link)
  })
  useEffect(() => show(), [text])
}
