import type { DisplayMap, DisplayPlaces, DisplayState } from '@tenfour/contract'
import { memo, useEffect, useRef, useState } from 'react'
import { ISLAND } from '../../../map/engine/world.ts'
import { STATUS } from './display-rows.ts'
import classes from './DisplayPage.module.css'
import { extentOf, paintGround, type GroundSource } from './map-ground.ts'
import { placed, signSides } from './map-marks.ts'
import { isStillGood, pixelOf, sightOf, type MapSight } from './map-sight.ts'
import { renew } from './renew.ts'
import { ScreenHeader } from './ScreenHeader.tsx'

type MapScreenProps = {
  readonly state: DisplayState
  readonly places: DisplayPlaces | null
  readonly map: DisplayMap | null
  readonly serverId: number
  readonly displayKey: string
  readonly lostAt: number | null
  readonly ahead: number
}

/** The background, repainted only when something leaves it, and markers that are placed on every update. */
export function MapScreen({ state, places, map, serverId, displayKey, lostAt, ahead }: MapScreenProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [sight, setSight] = useState<MapSight | null>(null)
  const { units, calls } = placed(state.units, state.calls, places)
  const all = [...units, ...calls].map(({ at }) => at)
  const bounds = (map && extentOf(map)) ?? ISLAND
  const wanted = size && size.width > 0 && size.height > 0 && sightOf(all, bounds, size.width, size.height)
  if (wanted && (!sight || !isStillGood(sight, wanted, all))) setSight(wanted)
  useNewTiles(map)
  return (
    <>
      <ScreenHeader title={state.server} lostAt={lostAt} ahead={ahead}>
        {state.calls.length} {state.calls.length === 1 ? 'call' : 'calls'} · {state.units.length}{' '}
        {state.units.length === 1 ? 'unit' : 'units'}
      </ScreenHeader>
      <div className={classes.map} ref={frame}>
        {sight && map && <Ground sight={sight} map={map} serverId={serverId} displayKey={displayKey} />}
        {sight && size && <Marks units={units} calls={calls} sight={sight} em={size.em} />}
      </div>
    </>
  )
}

type MarksProps = ReturnType<typeof placed> & { readonly sight: MapSight; readonly em: number }

function Marks({ units, calls, sight, em }: MarksProps) {
  const marks = units.map(({ unit, at }) => {
    const [left, top] = pixelOf(sight, at)
    return { left, top, sign: unit.identifier, status: unit.status, slot: unit.slot }
  })
  const sides = signSides(marks, em, sight.width, sight.height)
  return (
    <>
      {calls.toReversed().map(({ call, at }) => (
        <CallMark key={`c${call.callId}`} priority={call.priority} shift={shift(pixelOf(sight, at))} />
      ))}
      {marks.map(({ left, top, sign, status, slot }, index) => (
        <UnitMark key={slot} tone={STATUS[status].tone} sign={sign} side={sides[index] ?? null} shift={shift([left, top])} />
      ))}
    </>
  )
}

/** Rounded to whole pixels, so that smaller moves cause no repaint. */
const shift = ([left, top]: readonly [number, number]): string =>
  `translate(${Math.round(left)}px, ${Math.round(top)}px) translate(-50%, -50%)`

const CallMark = memo(function CallMark({ priority, shift: transform }: { priority: number; shift: string }) {
  return (
    <span className={classes.callMark} data-priority={priority} style={{ transform }}>
      P{priority}
    </span>
  )
})

type UnitMarkProps = { readonly tone: string; readonly sign: string; readonly side: 'left' | 'right' | null; readonly shift: string }

const UnitMark = memo(function UnitMark({ tone, sign, side, shift: transform }: UnitMarkProps) {
  return (
    <span className={classes.unitMark} data-tone={tone} style={{ transform }}>
      {side && (
        <b className={classes.unitMarkSign} data-side={side}>
          {sign}
        </b>
      )}
    </span>
  )
})

const AGAIN_MS = 30_000

function Ground({ sight, map, serverId, displayKey }: GroundSource & { readonly sight: MapSight }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const shown = canvas.current
    if (!shown) return
    const wanted = new AbortController()
    let again: ReturnType<typeof setTimeout> | undefined
    paintGround(shown, sight, { map, serverId, displayKey }, wanted.signal).then(
      () => wanted.signal.aborted || shown.setAttribute('data-painted', map.backdrop.kind),
      // Without a background the markers still show the positions.
      () => (again = wanted.signal.aborted ? undefined : setTimeout(() => setTries((count) => count + 1), AGAIN_MS)),
    )
    return () => {
      wanted.abort()
      clearTimeout(again)
      shown.removeAttribute('data-painted')
    }
  }, [sight, map, serverId, displayKey, tries])
  return <canvas ref={canvas} className={classes.island} width={sight.width} height={sight.height} aria-hidden />
}

/** The allowed image sources (CSP) are fixed when the page is loaded. */
function useNewTiles(map: DisplayMap | null): void {
  const first = useRef<DisplayMap | null>(null)
  useEffect(() => {
    first.current ??= map
    if (map && map !== first.current && map.backdrop.kind === 'tiles') renew()
  }, [map])
}

type Size = { readonly width: number; readonly height: number; readonly em: number }

function useSize(of: React.RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const element = of.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      const em = Number.parseFloat(getComputedStyle(element).fontSize)
      setSize({ width: element.clientWidth, height: element.clientHeight, em })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return size
}
