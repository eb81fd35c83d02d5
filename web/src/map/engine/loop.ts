/** Above this, only every other frame is drawn. */
const COSTLY_MS = 9

/** Draws on the next animation frame, and continues while something is moving. */
export function createLoop(draw: (now: number) => boolean) {
  let requestId: number | undefined
  let cost = 0
  let isSkipped = false

  const frame = (now: number) => {
    requestId = undefined
    isSkipped = cost > COSTLY_MS && !isSkipped
    if (isSkipped) return wake()
    const began = performance.now()
    const isMoving = draw(now)
    cost = cost * 0.8 + (performance.now() - began) * 0.2
    if (isMoving) wake()
  }
  const wake = () => {
    requestId ??= requestAnimationFrame(frame)
  }
  return {
    wake,
    /** Draws synchronously, within another animation frame. */
    drawNow: () => {
      if (draw(performance.now())) wake()
    },
    stop: () => {
      if (requestId !== undefined) cancelAnimationFrame(requestId)
      requestId = undefined
    },
  }
}
