/** Above this, only every other frame is drawn. */
const COSTLY_MS = 9

/** Draws on the next animation frame, and continues while something is moving. */
export function createLoop(draw: (now: number) => boolean) {
  let asked: number | undefined
  let cost = 0
  let isSkipped = false

  const frame = (now: number) => {
    asked = undefined
    isSkipped = cost > COSTLY_MS && !isSkipped
    if (isSkipped) return wake()
    const began = performance.now()
    const goesOn = draw(now)
    cost = cost * 0.8 + (performance.now() - began) * 0.2
    if (goesOn) wake()
  }
  const wake = () => {
    asked ??= requestAnimationFrame(frame)
  }
  return {
    wake,
    /** Draws synchronously, within another animation frame. */
    drawNow: () => {
      if (draw(performance.now())) wake()
    },
    stop: () => {
      if (asked !== undefined) cancelAnimationFrame(asked)
      asked = undefined
    },
  }
}
