import { useEffect, useRef } from 'react'
import type { Sight } from '../../../map/engine/view.ts'
import { distanceText, scaleLength } from '../../../map/engine/world.ts'
import type { Point } from '../../../map/island/geometry.ts'
import { locate } from '../../../map/island/locate.ts'
import classes from './LiveMap.module.css'
import own from './MapControls.module.css'
import type { MapSignals } from './map-signals.ts'

const SCALE_PIXELS = 90

/** The scale and the pointer's position. Written directly to the DOM, because it changes on every pointer move. */
export function MapReadout({ signals, isSmall }: { signals: MapSignals; isSmall: boolean }) {
  const bar = useRef<HTMLElement>(null)
  const length = useRef<HTMLElement>(null)
  const coordinates = useRef<HTMLElement>(null)
  const where = useRef<HTMLElement>(null)
  useEffect(() => {
    const showSight = ({ resolution }: Sight) => {
      const units = scaleLength(resolution, SCALE_PIXELS)
      if (bar.current) bar.current.style.width = `${Math.round(units / resolution)}px`
      if (length.current) length.current.textContent = distanceText(units)
    }
    const showPoint = (at: Point | null) => {
      if (coordinates.current) coordinates.current.textContent = at ? `${at[0].toFixed(1)}, ${at[1].toFixed(1)}` : ''
      if (where.current) where.current.textContent = at ? locate(...at) : ''
    }
    const stops = [signals.sight.subscribe(showSight), signals.pointer.subscribe(showPoint)]
    const known = signals.sight.get()
    if (known) showSight(known)
    return () => stops.forEach((stop) => stop())
  }, [signals])
  return (
    <div className={`${classes.floating} ${own.readout}`} aria-hidden>
      <span className={own.scale}>
        <i ref={bar} className={own.bar} />
        <span ref={length} className="mono" />
      </span>
      <span ref={coordinates} className={`mono ${own.coordinates}`} hidden={isSmall} />
      <span ref={where} className={own.where} hidden={isSmall} />
    </div>
  )
}
