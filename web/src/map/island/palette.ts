import type { Cover } from './ground.ts'
import type { RoadClass } from '@tenfour/contract/island'

type Stroke = { readonly fill: string; readonly casing: string }

export type Palette = {
  readonly water: string
  readonly shallow: string
  readonly waterline: string
  readonly coast: string
  readonly coastGlow: string
  readonly land: string
  readonly sand: string
  readonly cover: Readonly<Record<Cover, string>>
  readonly sun: string
  readonly shade: string
  readonly sunStrength: number
  readonly shadeStrength: number
  readonly contour: string
  readonly park: string
  readonly street: string
  readonly roads: Readonly<Record<RoadClass, Stroke>>
  readonly rail: string
  readonly apron: string
  readonly runway: string
  readonly marking: string
  readonly roof: string
  readonly roofLine: string
}

const DARK: Palette = {
  water: '#0b1925',
  shallow: '#112a3b',
  waterline: '#1a3a4e',
  coast: '#3d5d72',
  coastGlow: '#24465a',
  land: '#18252f',
  sand: '#2b3133',
  cover: {
    desert: '#272622c0',
    forest: '#152b29b0',
    farmland: '#1f2c26b8',
    city: '#1f2f3c',
    suburb: '#1a2933',
    industry: '#1c2a34',
    military: '#1d2a2a',
    marsh: '#11302fa0',
  },
  sun: '#9cc0d4',
  shade: '#02070b',
  sunStrength: 0.17,
  shadeStrength: 0.5,
  contour: '#8fb3c81c',
  park: '#1c3131',
  street: '#243543',
  roads: {
    freeway: { fill: '#5b7b95', casing: '#0d161d' },
    highway: { fill: '#4f6c82', casing: '#0d161d' },
    road: { fill: '#3b5466', casing: '#111c25' },
    street: { fill: '#2f4454', casing: '#14212b' },
    track: { fill: '#33475680', casing: '#00000000' },
  },
  rail: '#36454f',
  apron: '#1b2933',
  runway: '#2b3c49',
  marking: '#5d7488',
  roof: '#223441',
  roofLine: '#30485a',
}

const LIGHT: Palette = {
  water: '#c9dbe6',
  shallow: '#dbe8ef',
  waterline: '#a9c4d4',
  coast: '#7d9db1',
  coastGlow: '#eef5f8',
  land: '#f1efe8',
  sand: '#f3e8cf',
  cover: {
    desert: '#f2e6cfd0',
    forest: '#d5e2cdb8',
    farmland: '#e6e8cdc0',
    city: '#e3e1dc',
    suburb: '#ebe8e1',
    industry: '#e4e3e2',
    military: '#e5e5d9',
    marsh: '#cfe0d8a8',
  },
  sun: '#ffffff',
  shade: '#68788a',
  sunStrength: 0.6,
  shadeStrength: 0.44,
  contour: '#8a7a5a24',
  park: '#d5e3ca',
  street: '#f9f8f5',
  roads: {
    freeway: { fill: '#f4d9a6', casing: '#b99b63' },
    highway: { fill: '#f8e6c0', casing: '#c0a878' },
    road: { fill: '#ffffff', casing: '#c2bfb6' },
    street: { fill: '#ffffff', casing: '#d0cdc5' },
    track: { fill: '#b9ad9680', casing: '#00000000' },
  },
  rail: '#b4b3ac',
  apron: '#e0dfdd',
  runway: '#cfd2d4',
  marking: '#ffffff',
  roof: '#d8d5ce',
  roofLine: '#c3bfb6',
}

export type MapTheme = 'dark' | 'light'
export const PALETTES: Readonly<Record<MapTheme, Palette>> = { dark: DARK, light: LIGHT }

/** Mixes two opaque colours, `#rrggbb`. */
export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
