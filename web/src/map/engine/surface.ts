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
