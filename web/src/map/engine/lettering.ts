import type { NameKind } from '@tenfour/contract/island'
import { MONO, SANS, type Ink } from './ink.ts'

export type NameStyle = NameKind | 'road' | 'postal' | 'beat' | 'grid'
/** A pre-rendered label: drawing text with a halo is slow. */
export type Lettered = { readonly canvas: HTMLCanvasElement; readonly width: number; readonly height: number }

type Setting = { readonly font: string; readonly spacing: number; readonly isCapital?: true; readonly alpha?: number }

const SETTINGS: Readonly<Record<NameStyle, Setting>> = {
  region: { font: `600 15px ${SANS}`, spacing: 5.5, isCapital: true },
  town: { font: `600 13px ${SANS}`, spacing: 0.2 },
  district: { font: `500 11.5px ${SANS}`, spacing: 0.3 },
  place: { font: `500 10.5px ${SANS}`, spacing: 0.1 },
  water: { font: `italic 500 12px ${SANS}`, spacing: 1.6 },
  sea: { font: `italic 500 13px ${SANS}`, spacing: 4 },
  peak: { font: `500 11px ${SANS}`, spacing: 0.2 },
  road: { font: `500 10.5px ${SANS}`, spacing: 0.5 },
  postal: { font: `500 10px ${MONO}`, spacing: 0 },
  beat: { font: `600 12px ${SANS}`, spacing: 1.2, isCapital: true },
  grid: { font: `500 10px ${MONO}`, spacing: 0 },
}
const MAX_CACHED = 1500
const EDGE = 4

export function createLettering(ink: Ink, pixelRatio: number) {
  const made = new Map<string, Lettered>()
  const pen = document.createElement('canvas').getContext('2d')

  return (text: string, style: NameStyle): Lettered => {
    const key = `${style}|${text}`
    const known = made.get(key)
    if (known) return known
    if (made.size > MAX_CACHED) made.clear()
    const { font, spacing, isCapital } = SETTINGS[style]
    const shown = isCapital ? text.toUpperCase() : text
    const set = (context: CanvasRenderingContext2D) => {
      context.font = font
      context.letterSpacing = `${spacing}px`
      context.textBaseline = 'middle'
      context.lineJoin = 'round'
    }
    if (pen) set(pen)
    const width = Math.ceil((pen?.measureText(shown).width ?? shown.length * 7) - spacing) + EDGE * 2
    const height = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? '12') + EDGE * 2
    const canvas = document.createElement('canvas')
    canvas.width = Math.ceil(width * pixelRatio)
    canvas.height = Math.ceil(height * pixelRatio)
    const context = canvas.getContext('2d')
    if (context) {
      context.scale(pixelRatio, pixelRatio)
      set(context)
      context.strokeStyle = style === 'water' || style === 'sea' ? ink.waterHalo : ink.halo
      context.lineWidth = 3
      if (style !== 'sea') context.strokeText(shown, EDGE, height / 2)
      context.fillStyle = style === 'beat' ? ink.beatText : style === 'grid' ? ink.gridText : ink.names[style]
      context.fillText(shown, EDGE, height / 2)
    }
    const lettered = { canvas, width, height }
    made.set(key, lettered)
    return lettered
  }
}
export type Lettering = ReturnType<typeof createLettering>
