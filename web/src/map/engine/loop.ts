/** From here on drawing takes too much of a frame: every other one will do. */
const COSTLY_MS = 9

/** Draws on the browser's next frame, and goes on for as long as there is something to move. */
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
    /** Within a frame of someone else: what is drawn belongs to it. */
    drawNow: () => {
      if (draw(performance.now())) wake()
    },
    stop: () => {
      if (asked !== undefined) cancelAnimationFrame(asked)
      asked = undefined
    },
  }
}
