import '../../platform/older-browser/older-browser.ts'
import { bakeGround, createArt, type Art } from './art.ts'
import { paintSquare, type Square } from './paint.ts'
import { PALETTES, type MapTheme } from './palette.ts'

/** Paints tiles of the island off the main thread, so that the map stays responsive. */
export type PaintOrder = { readonly id: number; readonly theme: MapTheme; readonly square: Square }
export type Painted = { readonly id: number; readonly image: ImageBitmap }

let art: Art | undefined
const grounds = new Map<MapTheme, OffscreenCanvas>()

self.addEventListener('message', ({ data: { id, theme, square } }: MessageEvent<PaintOrder>) => {
  art ??= createArt()
  const ground = grounds.get(theme) ?? bakeGround(art, PALETTES[theme])
  grounds.set(theme, ground)
  const side = Math.round(square.size * square.pixelRatio)
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser can draw no canvas')
  paintSquare(context, art, PALETTES[theme], ground, square)
  const painted: Painted = { id, image: canvas.transferToImageBitmap() }
  self.postMessage(painted, { transfer: [painted.image] })
})
