import type { MapTheme } from './palette.ts'
import type { Square } from './paint.ts'
import type { Painted, PaintOrder } from './tile.worker.ts'

type Waiting = PaintOrder & { readonly resolve: (image: ImageBitmap) => void }

/** Kept low, so that tiles which leave the view before their turn are never painted. */
const AT_ONCE = 2

/** Paints tiles of the island in a worker, most recently requested first. */
export function createTilePainter() {
  const worker = new Worker(new URL('tile.worker.ts', import.meta.url), { type: 'module' })
  const queue: Waiting[] = []
  const underWay = new Map<number, Waiting>()
  let count = 0

  const next = () => {
    while (underWay.size < AT_ONCE) {
      const order = queue.shift()
      if (!order) return
      underWay.set(order.id, order)
      const { id, theme, square } = order
      const sent: PaintOrder = { id, theme, square }
      worker.postMessage(sent)
    }
  }
  worker.addEventListener('message', ({ data: { id, image } }: MessageEvent<Painted>) => {
    underWay.get(id)?.resolve(image)
    underWay.delete(id)
    next()
  })
  return {
    paint: (theme: MapTheme, square: Square, signal: AbortSignal): Promise<ImageBitmap> =>
      new Promise((resolve, reject) => {
        const order: Waiting = { id: (count += 1), theme, square, resolve }
        signal.addEventListener('abort', () => {
          const at = queue.indexOf(order)
          if (at >= 0) queue.splice(at, 1)
          reject(new Error('No longer wanted'))
        })
        queue.push(order)
        next()
      }),
    close: () => worker.terminate(),
  }
}
export type TilePainter = ReturnType<typeof createTilePainter>
