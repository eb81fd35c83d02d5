import type { DisplayPlaces, DisplayState } from '@tenfour/contract'
import { useEffect, useRef, useState } from 'react'
import { log } from '../../platform/log/log.ts'
import { createTilePainter, ISLAND } from '../livemap/island.port.ts'
import { STATUS } from './display-rows.ts'
import classes from './DisplayPage.module.css'
import { isStillGood, pixelOf, sightOf, type MapSight } from './map-sight.ts'
import { ScreenHeader } from './ScreenHeader.tsx'

type MapScreenProps = {
  readonly state: DisplayState
  readonly places: DisplayPlaces | null
  readonly lostAt: number | null
  readonly ahead: number
}

/** The island, painted once for as long as everything is on it, and marks that are placed anew when the portal says so. */
export function MapScreen({ state, places, lostAt, ahead }: MapScreenProps) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [sight, setSight] = useState<MapSight | null>(null)
  const units = (places?.units ?? []).flatMap(([slot, x, y]) => {
    const unit = state.units.find((each) => each.slot === slot)
    return unit ? [{ unit, at: [x, y] as const }] : []
  })
  const calls = (places?.calls ?? []).flatMap(([callId, x, y]) => {
    const call = state.calls.find((each) => each.callId === callId)
    return call ? [{ call, at: [x, y] as const }] : []
  })
  const all = [...units, ...calls].map(({ at }) => at)
  const wanted = size && size.width > 0 && size.height > 0 && sightOf(all, ISLAND, size.width, size.height)
  if (wanted && (!sight || !isStillGood(sight, wanted, all))) setSight(wanted)
  const styleAt = (at: readonly [number, number]) => {
    const [left, top] = sight ? pixelOf(sight, at) : [0, 0]
    return { left, top }
  }
  return (
    <>
      <ScreenHeader title={state.server} lostAt={lostAt} ahead={ahead}>
        {state.calls.length} {state.calls.length === 1 ? 'call' : 'calls'} · {state.units.length} units
      </ScreenHeader>
      <div className={classes.map} ref={frame}>
        {sight && <Island sight={sight} />}
        {calls.map(({ call, at }) => (
          <span key={`c${call.callId}`} className={classes.callMark} data-priority={call.priority} style={styleAt(at)}>
            P{call.priority}
          </span>
        ))}
        {units.map(({ unit, at }) => (
          <span key={unit.slot} className={classes.unitMark} data-tone={STATUS[unit.status].tone} style={styleAt(at)}>
            <b className={classes.unitMarkSign}>{unit.identifier}</b>
          </span>
        ))}
      </div>
    </>
  )
}

function Island({ sight }: { sight: MapSight }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { x, y, resolution, width, height } = sight
    const painter = createTilePainter()
    const wanted = new AbortController()
    const side = Math.max(width, height)
    const corner = { minX: x - (side / 2) * resolution, maxY: y + (side / 2) * resolution }
    painter
      .paint('dark', { ...corner, resolution, size: side, pixelRatio: 1 }, wanted.signal)
      .then((image) => {
        if (wanted.signal.aborted) return
        canvas.current?.getContext('2d')?.drawImage(image, (width - side) / 2, (height - side) / 2)
        canvas.current?.setAttribute('data-painted', '')
        image.close()
      })
      .catch((error: unknown) => {
        if (!wanted.signal.aborted) log.error('The island could not be painted', error)
      })
      .finally(() => painter.close())
    const shown = canvas.current
    return () => {
      shown?.removeAttribute('data-painted')
      wanted.abort()
      painter.close()
    }
  }, [sight])
  return <canvas ref={canvas} className={classes.island} width={sight.width} height={sight.height} aria-hidden />
}

function useSize(of: React.RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useEffect(() => {
    const element = of.current
    if (!element) return
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [of])
  return size
}
