import type { KeyboardEvent, PointerEvent } from 'react'
import type { PanelId } from '../panel.ts'
import classes from './DockDesktop.module.css'
import { inPixels, rectStyle, type PlacedGap } from './geometry.ts'
import { isSplit, type Area } from './layout.ts'

const LEAST_PX = { row: 260, column: 110 }
const STEP_PX = 24

type DockGapProps = {
  gap: PlacedGap
  titleOf: (panelId: PanelId) => string
  onResize: (path: readonly number[], index: number, fraction: number) => void
}

/** The gap between two areas, resized by dragging or with the arrow keys. */
export function DockGap({ gap, titleOf, onResize }: DockGapProps) {
  const { path, index, direction, rect, fraction, together, between } = gap
  const isRow = direction === 'row'
  const togetherIn = (element: HTMLElement) => {
    const bounds = element.parentElement?.getBoundingClientRect()
    return inPixels(together, (isRow ? bounds?.width : bounds?.height) ?? 0)
  }
  const resizeTo = (wanted: number, length: number) => {
    const least = Math.min(LEAST_PX[direction] / length, 0.5)
    onResize(path, index, Math.min(Math.max(wanted, least), 1 - least))
  }
  const startDrag = (down: PointerEvent<HTMLElement>) => {
    const element = down.currentTarget
    const length = togetherIn(element)
    const start = isRow ? down.clientX : down.clientY
    const drag = (move: globalThis.PointerEvent) => resizeTo(fraction + ((isRow ? move.clientX : move.clientY) - start) / length, length)
    const stop = () => {
      element.removeEventListener('pointermove', drag)
      element.removeEventListener('lostpointercapture', stop)
    }
    element.setPointerCapture(down.pointerId)
    element.addEventListener('pointermove', drag)
    element.addEventListener('lostpointercapture', stop)
    down.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const back = isRow ? 'ArrowLeft' : 'ArrowUp'
    const forth = isRow ? 'ArrowRight' : 'ArrowDown'
    if (event.key !== back && event.key !== forth) return
    const length = togetherIn(event.currentTarget)
    resizeTo(fraction + ((event.key === forth ? 1 : -1) * STEP_PX) / length, length)
    event.preventDefault()
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a movable separator is a control, unlike <hr>
      role="separator"
      tabIndex={0}
      className={classes.gap}
      style={rectStyle(rect)}
      data-direction={direction}
      aria-orientation={isRow ? 'vertical' : 'horizontal'}
      aria-label={`Between ${namesIn(between[0], titleOf)} and ${namesIn(between[1], titleOf)}`}
      aria-valuenow={Math.round(fraction * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      onPointerDown={startDrag}
      onDoubleClick={() => onResize(path, index, 0.5)}
      onKeyDown={onKeyDown}
    />
  )
}

const namesIn = (area: Area, titleOf: (panelId: PanelId) => string): string =>
  isSplit(area) ? area.split.map((part) => namesIn(part, titleOf)).join(', ') : titleOf(area.active)
