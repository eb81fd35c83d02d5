import type { MapTheme } from '../island/palette.ts'

export const TONES = ['available', 'en-route', 'on-scene', 'busy', 'custody', 'off'] as const
export type Tone = (typeof TONES)[number]

/** The colours drawn over the map. Status colours come from the portal's tokens, so that they match everywhere. */
export type Ink = {
  readonly tones: Readonly<Record<Tone, string>>
  readonly outline: string
  readonly chip: string
  readonly chipLine: string
  readonly text: string
  readonly accent: string
  readonly player: string
  readonly names: Readonly<Record<'region' | 'town' | 'district' | 'place' | 'water' | 'sea' | 'peak' | 'road' | 'postal', string>>
  readonly halo: string
  readonly waterHalo: string
  readonly grid: string
  readonly gridText: string
  readonly beatLine: string
  readonly beatFills: readonly string[]
  readonly beatText: string
}

type Fixed = Omit<Ink, 'tones' | 'text' | 'accent'>

const DARK: Fixed = {
  outline: '#0a0e13',
  chip: '#0a0e13d9',
  chipLine: '#2d3d4d',
  player: '#9fb0bf',
  names: {
    region: '#93abbd',
    town: '#c3d2de',
    district: '#8ba2b3',
    place: '#788fa1',
    water: '#5b87a0',
    sea: '#3f6379',
    peak: '#9db0bd',
    road: '#9fb6c7',
    postal: '#7f96a8',
  },
  halo: '#0f1a22d0',
  waterHalo: '#0f2433a0',
  grid: '#9fc3da1a',
  gridText: '#7d97a9',
  beatLine: '#7fb2d999',
  beatFills: ['#4c9dff14', '#3ecf7a12', '#f0b42912', '#b98cff14'],
  beatText: '#a9cbe6',
}

const LIGHT: Fixed = {
  outline: '#ffffff',
  chip: '#ffffffeb',
  chipLine: '#c4d0dc',
  player: '#6f7f8d',
  names: {
    region: '#5f6f7b',
    town: '#2c3a45',
    district: '#586772',
    place: '#67747e',
    water: '#3f7090',
    sea: '#6b93ab',
    peak: '#55646b',
    road: '#6b675a',
    postal: '#6d7680',
  },
  halo: '#f7f5f0e0',
  waterHalo: '#e3eef4c0',
  grid: '#2b4a5e1f',
  gridText: '#51687a',
  beatLine: '#2f6fa899',
  beatFills: ['#0b63ce12', '#0e713f12', '#875a0014', '#6f42c112'],
  beatText: '#1f5580',
}

export function readInk(theme: MapTheme, styles: CSSStyleDeclaration): Ink {
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim() || '#888888'
  return {
    ...(theme === 'dark' ? DARK : LIGHT),
    tones: {
      available: token('available'),
      'en-route': token('en-route'),
      'on-scene': token('on-scene'),
      busy: token('busy'),
      custody: token('custody'),
      off: token('off'),
    },
    text: token('text'),
    accent: token('accent'),
  }
}

export const SANS = "'Inter Variable', Inter, system-ui, sans-serif"
export const MONO = "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, monospace"
