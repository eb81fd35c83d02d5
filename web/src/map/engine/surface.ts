/** A canvas over the whole map that ignores pointer events. */
export function createSurface(target: HTMLElement, layer: 'chart' | 'units') {
  const canvas = document.createElement('canvas')
  canvas.dataset['layer'] = layer
  canvas.style.cssText = `position:absolute;inset:0;width:100%;height:100%;pointer-events:none;z-index:${layer === 'chart' ? 1 : 2}`
  canvas.setAttribute('aria-hidden', 'true')
  target.append(canvas)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser can draw no canvas')
  return {
    context,
    /** Resizes the canvas if needed, which clears it. */
    fit: (width: number, height: number, pixelRatio: number) => {
      const [wide, high] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
      if (canvas.width === wide && canvas.height === high) return
      canvas.width = wide
      canvas.height = high
    },
    remove: () => canvas.remove(),
  }
}

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
