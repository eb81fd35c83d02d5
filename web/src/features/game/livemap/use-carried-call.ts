import { useEffect, useRef, type PointerEvent } from 'react'
import type { Point } from '../../../map/island/geometry.ts'

/** Movement below this counts as a click, not a drag. */
const SLACK_PIXELS = 5

type Carried = { readonly callId: number; readonly element: HTMLElement; readonly from: Point; isMoving: boolean }

/** Drags a call's marker over the map, by mouse, pen or finger; Escape cancels. */
export function useCarriedCall(onAim: (at: Point | null) => void, onDrop: (callId: number, at: Point) => void) {
  const carried = useRef<Carried | null>(null)
  const wasCarried = useRef(false)

  const putBack = () => {
    const { current } = carried
    carried.current = null
    if (!current) return
    current.element.style.translate = ''
    delete current.element.dataset['carried']
    if (current.isMoving) onAim(null)
  }
  const move = ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { current } = carried
    if (!current) return
    const [right, down] = [clientX - current.from[0], clientY - current.from[1]]
    if (!current.isMoving) {
      if (Math.hypot(right, down) < SLACK_PIXELS) return
      current.isMoving = true
      current.element.dataset['carried'] = ''
    }
    current.element.style.translate = `${right}px ${down}px`
    onAim([clientX, clientY])
  }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !carried.current?.isMoving) return
      event.stopPropagation()
      wasCarried.current = true
      putBack()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  })
  return {
    /** False for the click that ends a drag. */
    isClick: () => !wasCarried.current,
    handlersFor: (callId: number) => ({
      onPointerDown: ({ currentTarget: element, clientX, clientY, button, pointerId }: PointerEvent<HTMLElement>) => {
        wasCarried.current = false
        if (button !== 0) return
        // Captured from the start: a quick pointer may leave the marker after its first move.
        element.setPointerCapture(pointerId)
        carried.current = { callId, element, from: [clientX, clientY], isMoving: false }
      },
      onPointerMove: move,
      onPointerUp: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
        const isMoving = carried.current?.isMoving ?? false
        putBack()
        if (!isMoving) return
        wasCarried.current = true
        onDrop(callId, [clientX, clientY])
      },
      onPointerCancel: putBack,
      onKeyDown: () => {
        wasCarried.current = false
      },
    }),
  }
}
