import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js'
import DragPan from 'ol/interaction/DragPan.js'
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js'
import PinchZoom from 'ol/interaction/PinchZoom.js'
import PointerInteraction from 'ol/interaction/Pointer.js'
import Kinetic from 'ol/Kinetic.js'
import OlMap from 'ol/Map.js'
import type MapBrowserEvent from 'ol/MapBrowserEvent.js'
import Projection from 'ol/proj/Projection.js'
import OlView from 'ol/View.js'
import type { Box, Point } from '../island/geometry.ts'
import type { MapTheme } from '../island/palette.ts'
import { createTilePainter, type TilePainter } from '../island/tile-painter.ts'
import { backdropLayer, type Backdrop } from './backdrop.ts'
import { ISLAND, RESOLUTIONS, WORLD } from './world.ts'

/** The visible area: centre in game coordinates, units per pixel, and size in pixels. */
export type Sight = { readonly x: number; readonly y: number; readonly resolution: number; readonly width: number; readonly height: number }

export const toPixel = ({ x, y, resolution, width, height }: Sight, [atX, atY]: Point): Point => [
  (atX - x) / resolution + width / 2,
  (y - atY) / resolution + height / 2,
]
export const toGame = ({ x, y, resolution, width, height }: Sight, [left, top]: Point): Point => [
  x + (left - width / 2) * resolution,
  y - (top - height / 2) * resolution,
]

export const isOtherSight = (before: Sight | undefined, now: Sight): boolean =>
  !before ||
  before.x !== now.x ||
  before.y !== now.y ||
  before.resolution !== now.resolution ||
  before.width !== now.width ||
  before.height !== now.height

/** Pointer handling, in pixels from the map's corner. */
export type PointerHandlers = {
  /** Whether the object here is dragged instead of the map. */
  readonly grab: (at: Point) => boolean
  readonly carry: (at: Point) => void
  readonly drop: (at: Point) => void
  readonly point: (at: Point | null) => void
  readonly click: (at: Point) => void
}

type ViewHandlers = { readonly onFrame: () => void; readonly onDrag: () => void; readonly onTilesFailed: () => void }

const PROJECTION = new Projection({ code: 'tenfour', units: 'pixels', extent: [...WORLD] })
const GLIDE_MS = 350

/** The base map and its navigation. */
export function createView(target: HTMLElement, pointer: PointerHandlers, { onFrame, onDrag, onTilesFailed }: ViewHandlers) {
  let painter: TilePainter | undefined
  let theme: MapTheme = 'dark'
  let backdrop: Backdrop = { kind: 'island' }
  let sight: Sight = { x: 0, y: 0, resolution: 1, width: 0, height: 0 }
  /** The extent kept fully visible on resize, until the user moves the map. */
  let fittedExtent: Box | null = null

  const view = new OlView({
    projection: PROJECTION,
    center: [250, 1700],
    resolution: 12,
    resolutions: [...RESOLUTIONS],
    constrainResolution: true,
    enableRotation: false,
    extent: [...WORLD],
    constrainOnlyCenter: true,
  })
  let isCarrying = false
  const carrying = new PointerInteraction({
    handleDownEvent: (event) => (isCarrying = isMainButton(event) && pointer.grab(pixelOf(event))),
    handleDragEvent: (event) => pointer.carry(pixelOf(event)),
    handleUpEvent: (event) => {
      isCarrying = false
      pointer.drop(pixelOf(event))
      return false
    },
  })
  const map = new OlMap({
    target,
    view,
    controls: [],
    interactions: [
      new DragPan({ kinetic: new Kinetic(-0.005, 0.05, 100) }),
      new PinchZoom(),
      new MouseWheelZoom({ duration: 180 }),
      new DoubleClickZoom({ duration: 220 }),
      carrying,
    ],
    moveTolerance: 4,
  })
  map.on('postrender', ({ frameState }) => {
    if (!frameState) return
    const [x = 0, y = 0] = frameState.viewState.center
    const [width = 0, height = 0] = frameState.size
    sight = { x, y, resolution: frameState.viewState.resolution, width, height }
    onFrame()
  })
  map.on('pointermove', (event) => pointer.point(event.dragging ? null : pixelOf(event)))
  const fitExtent = () => {
    if (fittedExtent) view.fit([...fittedExtent], { padding: [12, 12, 12, 12] })
  }
  map.on('change:size', fitExtent)
  const letGo = () => {
    fittedExtent = null
  }
  target.addEventListener('wheel', letGo, { passive: true })
  target.addEventListener('pointerdown', letGo)
  map.on('pointerdrag', () => {
    if (!isCarrying) onDrag()
  })
  map.on('singleclick', (event) => pointer.click(pixelOf(event)))
  const leave = () => pointer.point(null)
  target.addEventListener('pointerleave', leave)

  const relay = () =>
    map.setLayers([
      backdropLayer(backdrop, {
        projection: PROJECTION,
        theme,
        painter: () => (painter ??= createTilePainter()),
        onFailed: onTilesFailed,
      }),
    ])
  relay()

  const glideTo = (to: { center?: number[]; resolution?: number }) => {
    letGo()
    view.cancelAnimations()
    view.animate({ ...to, duration: prefersStill() ? 0 : GLIDE_MS })
  }
  return {
    sight: () => sight,
    setTheme: (next: MapTheme) => {
      if (next === theme) return
      theme = next
      relay()
    },
    setBackdrop: (next: Backdrop) => {
      if (next === backdrop || (next.kind === 'island' && backdrop.kind === 'island')) return
      backdrop = next
      relay()
    },
    showAll: (box: Box = ISLAND) => {
      view.cancelAnimations()
      fittedExtent = box
      fitExtent()
    },
    moveTo: ([x, y]: Point, resolution?: number) => glideTo({ center: [x, y], ...(resolution !== undefined && { resolution }) }),
    jumpTo: ([x, y]: Point, resolution: number) => {
      letGo()
      view.setCenter([x, y])
      view.setResolution(view.getConstrainedResolution(resolution) ?? resolution)
    },
    panBy: (right: number, down: number) => {
      const [x = 0, y = 0] = view.getCenter() ?? []
      const { resolution } = sight
      glideTo({ center: [x + right * resolution, y - down * resolution] })
    },
    zoomBy: (steps: number) => {
      const wanted = (view.getResolution() ?? 1) * 2 ** (-steps / 2)
      glideTo({ resolution: view.getConstrainedResolution(wanted) ?? wanted })
    },
    /** Whether the whole island is shown, and stays so on resize. */
    isWhole: () => fittedExtent !== null,
    isMoving: () => view.getAnimating() || view.getInteracting(),
    render: () => map.render(),
    destroy: () => {
      target.removeEventListener('pointerleave', leave)
      target.removeEventListener('wheel', letGo)
      target.removeEventListener('pointerdown', letGo)
      map.setTarget(undefined)
      map.dispose()
      painter?.close()
    },
  }
}

const pixelOf = (event: MapBrowserEvent): Point => [event.pixel[0] ?? 0, event.pixel[1] ?? 0]
const isMainButton = ({ originalEvent }: MapBrowserEvent): boolean => originalEvent instanceof PointerEvent && originalEvent.button === 0
const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
