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
        onSight: (...args) => latest.current.onSight(...args),
        onHover: (...args) => latest.current.onHover(...args),
        onSelect: (...args) => latest.current.onSelect(...args),
        onPlace: (...args) => latest.current.onPlace(...args),
        mayCarry: (...args) => latest.current.mayCarry(...args),
        onCarry: (...args) => latest.current.onCarry(...args),
        onDrop: (...args) => latest.current.onDrop(...args),
        onDrag: () => latest.current.onDrag(),
        onTilesFailed: () => latest.current.onTilesFailed(),
        askTrails: (...args) => latest.current.askTrails(...args),
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
