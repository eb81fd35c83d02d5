import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { createEngine, type EngineEvents, type MapEngine } from './engine/engine.ts'
import { resolutionOf } from './engine/world.ts'

/** The initial view; the whole island by default. */
type Start = { readonly x?: number | undefined; readonly y?: number | undefined; readonly z?: number | undefined }

/** For a link with a position but no zoom. */
export const FIRST_ZOOM = 3

/** The map, for as long as its element is mounted. Always calls the latest handlers. */
export function useEngine(handlers: EngineEvents, { x, y, z = FIRST_ZOOM }: Start) {
  const [engine, setEngine] = useState<MapEngine | null>(null)
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  const [start] = useState({ x, y, z })
  const attach = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const made = createEngine(element, {
        onSight: (...said) => latest.current.onSight(...said),
        onHover: (...said) => latest.current.onHover(...said),
        onSelect: (...said) => latest.current.onSelect(...said),
        onPlace: (...said) => latest.current.onPlace(...said),
        mayCarry: (...said) => latest.current.mayCarry(...said),
        onCarry: (...said) => latest.current.onCarry(...said),
        onDrop: (...said) => latest.current.onDrop(...said),
        onDrag: () => latest.current.onDrag(),
        onTilesFailed: () => latest.current.onTilesFailed(),
        askTrails: (...said) => latest.current.askTrails(...said),
      })
      if (start.x !== undefined && start.y !== undefined) made.view.jumpTo([start.x, start.y], resolutionOf(start.z))
      else made.view.showAll()
      setEngine(made)
      return () => {
        made.destroy()
        setEngine(null)
      }
    },
    [start],
  )
  return [attach, engine] as const
}
