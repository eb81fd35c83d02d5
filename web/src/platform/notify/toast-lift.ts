import { toast } from 'react-toastify/unstyled'

type Box = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>

const GAP_PX = 8

/** How far the toasts go up so that they cover none of the boxes; 0 where there is no room for that. */
export function liftOver(toasts: Box, boxes: readonly Box[]): number {
  let lift = 0
  // From below, because going over one may lead to the next.
  for (const box of boxes.toSorted((a, b) => b.bottom - a.bottom)) {
    const isBeside = box.left >= toasts.right || box.right <= toasts.left
    const isFree = box.bottom <= toasts.top - lift || box.top >= toasts.bottom - lift
    if (!isBeside && !isFree) lift = toasts.bottom - box.top + GAP_PX
  }
  return toasts.top - lift < 0 ? 0 : lift
}

const CONTROL = 'input, textarea, select, button, a[href], [contenteditable="true"], [role="combobox"]'
const TOASTS = '.Toastify__toast-container'

/** Keeps toasts off the control that has the focus, and off the one that the pointer was on when they came. */
export function keepControlsFree(): () => void {
  const { style } = document.documentElement
  const pointer = { x: -1, y: -1 }
  let hovered: Element | undefined
  let lift = 0
  let frame = 0

  const place = () => {
    frame = 0
    const container = document.querySelector(TOASTS)
    if (!container || container.matches(':hover')) return
    const { top, right, bottom, left } = container.getBoundingClientRect()
    const resting = { top: top + lift, right, bottom: bottom + lift, left }
    const focused = document.activeElement?.matches(CONTROL) ? document.activeElement : undefined
    const controls = [focused, hovered].filter((each) => each?.isConnected && !container.contains(each))
    lift = liftOver(
      resting,
      controls.flatMap((each) => each?.getBoundingClientRect() ?? []),
    )
    style.setProperty('--toast-lift', `${lift}px`)
  }
  const placeSoon = () => {
    frame ||= requestAnimationFrame(place)
  }
  const onToast = ({ status }: { status: string }) => {
    if (status === 'added') {
      const below = document.elementsFromPoint(pointer.x, pointer.y).find((each) => !each.closest(TOASTS))
      hovered = below?.closest(CONTROL) ?? undefined
    }
    placeSoon()
  }
  const until = new AbortController()
  const { signal } = until
  document.addEventListener('focusin', placeSoon, { signal })
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => Object.assign(pointer, { x: clientX, y: clientY })
  window.addEventListener('pointermove', onPointerMove, { passive: true, signal })
  const stop = toast.onChange(onToast)
  return () => {
    until.abort()
    stop()
    cancelAnimationFrame(frame)
    style.removeProperty('--toast-lift')
  }
}
