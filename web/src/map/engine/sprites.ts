import { MONO, TONES, type Ink, type Tone } from './ink.ts'
import type { Shape } from './looks.ts'

/** Fresh, older than ten seconds, older than a minute. */
export type Age = 0 | 1 | 2

/** Pre-rendered images. A strip holds one image at every heading, side by side. */
export type Strip = { readonly canvas: HTMLCanvasElement; readonly side: number }
export type Picture = { readonly canvas: HTMLCanvasElement; readonly width: number; readonly height: number }

const HEADINGS = 48
const SIDE = 30
const MAX_KEPT = 3000

/** The heading's index in a strip; headings go anticlockwise. */
export const headingIndex = (degrees: number): number => ((Math.round((degrees / 360) * HEADINGS) % HEADINGS) + HEADINGS) % HEADINGS

export function createSprites(ink: Ink, pixelRatio: number) {
  const strips = new Map<string, Strip>()
  const chips = new Map<string, Picture>()
  const bubbles = new Map<string, Picture>()

  const picture = (width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): Picture => {
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(width * pixelRatio)
    canvas.height = Math.ceil(height * pixelRatio)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser can draw no canvas')
    context.scale(pixelRatio, pixelRatio)
    draw(context)
    return { canvas, width: canvas.width, height: canvas.height }
  }

  return {
    strip: (shape: Shape, tone: Tone, age: Age, isAir: boolean): Strip => {
      const key = `${shape}${tone}${age}${isAir}`
      const known = strips.get(key)
      if (known) return known
      const { canvas } = picture(SIDE * HEADINGS, SIDE, (context) => {
        for (let index = 0; index < HEADINGS; index += 1) {
          context.save()
          context.translate(SIDE * (index + 0.5), SIDE / 2)
          context.rotate((-index / HEADINGS) * Math.PI * 2)
          drawMarker(context, shape, tone, age, isAir, ink)
          context.restore()
        }
      })
      const made = { canvas, side: SIDE * pixelRatio }
      strips.set(key, made)
      return made
    },
    chip: (label: string, tone: Tone, age: Age): Picture => {
      return cached(chips, `${label}|${tone}|${age}`, () =>
        picture(label.length * 6.6 + 9, 16, (context) => {
          context.globalAlpha = age === 0 ? 1 : 0.7
          context.fillStyle = ink.chip
          context.strokeStyle = ink.chipLine
          context.beginPath()
          context.roundRect(0.5, 0.5, label.length * 6.6 + 8, 15, 3)
          context.fill()
          context.stroke()
          context.fillStyle = age === 2 ? ink.tones.off : ink.tones[tone]
          context.font = `600 11px ${MONO}`
          context.textBaseline = 'middle'
          context.fillText(label, 4.5, 8.5)
        }),
      )
    },
    /** A rim that shows the mix of statuses in a cluster. Shares are rounded, so that rims can be cached. */
    rim: (radius: number, mix: readonly number[]): Picture => {
      const parts = mix.map((share) => Math.round(share * 8))
      return cached(bubbles, `${radius}|${parts.join('')}`, () =>
        picture(radius * 2 + 6, radius * 2 + 6, (context) => drawRim(context, radius, parts, ink)),
      )
    },
    count: (count: number): Picture =>
      cached(bubbles, `n${count}`, () =>
        picture(34, 16, (context) => {
          context.fillStyle = ink.text
          context.font = `600 ${count > 99 ? 11 : 12}px ${MONO}`
          context.textAlign = 'center'
          context.textBaseline = 'middle'
          context.fillText(String(count), 17, 8.5)
        }),
      ),
  }
}
export type Sprites = ReturnType<typeof createSprites>

export const bubbleRadius = (count: number): number => Math.min(24, 10 + Math.round(Math.log2(count)) * 2)

function cached<T>(pictures: Map<string, T>, key: string, make: () => T): T {
  const known = pictures.get(key)
  if (known) return known
  if (pictures.size > MAX_KEPT) pictures.clear()
  const made = make()
  pictures.set(key, made)
  return made
}

function drawMarker(context: CanvasRenderingContext2D, shape: Shape, tone: Tone, age: Age, isAir: boolean, ink: Ink): void {
  const colour = ink.tones[tone]
  if (shape === 'player') {
    context.globalAlpha = age === 0 ? 0.85 : 0.4
    context.fillStyle = ink.player
    context.strokeStyle = ink.outline
    context.beginPath()
    context.arc(0, 0, 2.6, 0, Math.PI * 2)
    context.fill()
    context.stroke()
    return
  }
  context.globalAlpha = age === 0 ? 1 : age === 1 ? 0.6 : 0.5
  if (isAir) {
    context.strokeStyle = colour
    context.lineWidth = 1.2
    context.globalAlpha *= 0.75
    context.beginPath()
    context.arc(0, 0, 12, 0, Math.PI * 2)
    context.stroke()
    context.globalAlpha /= 0.75
  }
  context.beginPath()
  outlineOf(context, shape)
  context.closePath()
  context.lineJoin = 'round'
  context.lineWidth = 2.4
  context.strokeStyle = ink.outline
  context.stroke()
  if (age === 2) {
    // The position is outdated: outline only.
    context.lineWidth = 1.4
    context.strokeStyle = colour
    context.stroke()
  } else {
    context.fillStyle = colour
    context.fill()
  }
}

/** Pointing up. Police an arrowhead, fire and medical a drop, communications a lozenge. */
function outlineOf(context: CanvasRenderingContext2D, shape: Exclude<Shape, 'player'>): void {
  switch (shape) {
    case 'police':
      context.moveTo(0, -9)
      context.lineTo(6.4, 7)
      context.lineTo(0, 3.8)
      context.lineTo(-6.4, 7)
      return
    case 'fire':
      context.moveTo(0, -9.5)
      context.bezierCurveTo(2.2, -5.6, 6.4, -2.6, 6.4, 1.6)
      context.bezierCurveTo(6.4, 5.2, 3.6, 7.4, 0, 7.4)
      context.bezierCurveTo(-3.6, 7.4, -6.4, 5.2, -6.4, 1.6)
      context.bezierCurveTo(-6.4, -2.6, -2.2, -5.6, 0, -9.5)
      return
    case 'comms':
      context.moveTo(0, -9)
      context.lineTo(6, 0)
      context.lineTo(0, 7)
      context.lineTo(-6, 0)
  }
}

function drawRim(context: CanvasRenderingContext2D, radius: number, parts: readonly number[], ink: Ink): void {
  const middle = radius + 3
  context.beginPath()
  context.arc(middle, middle, radius, 0, Math.PI * 2)
  context.fillStyle = ink.chip
  context.fill()
  context.lineWidth = 3
  const total = parts.reduce((sum, part) => sum + part, 0) || 1
  let from = -Math.PI / 2
  for (const [index, part] of parts.entries()) {
    if (part === 0) continue
    const to = from + (part / total) * Math.PI * 2
    context.beginPath()
    context.arc(middle, middle, radius, from, to)
    context.strokeStyle = ink.tones[TONES[index] ?? 'off']
    context.stroke()
    from = to
  }
}
