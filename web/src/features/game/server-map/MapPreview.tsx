import { useEffect } from 'react'
import { useShownTheme } from '../../../ui/ThemeProvider.tsx'
import type { Backdrop } from '../../../map/engine/backdrop.ts'
import { useEngine } from '../../../map/use-engine.ts'
import classes from './MapSettings.module.css'

const NOTHING = {
  onSight: () => undefined,
  onHover: () => undefined,
  onSelect: () => undefined,
  onPlace: () => undefined,
  mayCarry: () => false,
  onCarry: () => undefined,
  onDrop: () => undefined,
  onDrag: () => undefined,
  onTilesFailed: () => undefined,
  askTrails: () => Promise.resolve([]),
}
const CHART = { hasGrid: true, hasBeats: true, hasTrails: false, hasClusters: false }

/** Previews an image's calibration: draws the beat areas, which follow the coast, over it. */
export function MapPreview({ backdrop }: { backdrop: Backdrop }) {
  const [attach, engine] = useEngine(NOTHING, {})
  const isDark = useShownTheme() === 'cad-dark-theme'
  useEffect(() => engine?.setTheme(isDark ? 'dark' : 'light'), [engine, isDark])
  useEffect(() => engine?.setChart(CHART), [engine])
  useEffect(() => engine?.setBackdrop(backdrop), [engine, backdrop])
  return (
    <section className={classes.preview} aria-label="Map preview">
      <div ref={attach} />
    </section>
  )
}
