import { SOUNDS, type Sound } from '@tenfour/contract'

export { SOUNDS, type Sound }

/** The partials of a voice: [pitch multiple, share of the volume]. Shares add up to 1, so that a note's level is exact. */
const TIMBRES = {
  bell: [
    [1, 0.64],
    [2, 0.2],
    [3, 0.11],
    [4.2, 0.05],
  ],
  flute: [
    [1, 0.84],
    [2, 0.12],
    [3, 0.04],
  ],
  wood: [
    [1, 0.8],
    [3.9, 0.2],
  ],
  horn: [
    [1, 0.54],
    [2, 0.25],
    [3, 0.14],
    [4, 0.07],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [number, number])[]>>

/** Times in seconds, pitches in hertz, level from 0 to 1. */
export type Note = {
  readonly at: number
  readonly length: number
  readonly pitch: number
  /** The pitch at the end of a slide. */
  readonly to?: number
  readonly level: number
}
export type Recipe = {
  readonly timbre: keyof typeof TIMBRES
  /** Struck and left to ring, or held for its whole length. */
  readonly touch: 'struck' | 'blown'
  /** Low-pass cutoff in hertz. */
  readonly brightness: number
  readonly notes: readonly Note[]
}

export const partialsOf = ({ timbre }: Recipe): readonly (readonly [number, number])[] => TIMBRES[timbre]
export const durationOf = ({ notes }: Recipe): number => Math.max(...notes.map(({ at, length }) => at + length))

const ATTACK = { struck: 0.008, blown: 0.03 }
const RELEASE = 0.05
const RINGING = [1, 0.68, 0.46, 0.31, 0.21, 0.13, 0.07, 0.03, 0]

/** A note's volume as straight lines between these points, with times from its start. */
export function envelopeOf(note: Note, touch: Recipe['touch']): readonly { readonly at: number; readonly level: number }[] {
  const attack = ATTACK[touch]
  const start = { at: 0, level: 0 }
  if (touch === 'blown') {
    const held = [attack, note.length - RELEASE].map((at) => ({ at, level: note.level }))
    return [start, ...held, { at: note.length, level: 0 }]
  }
  const step = (note.length - attack) / (RINGING.length - 1)
  return [start, ...RINGING.map((share, index) => ({ at: attack + index * step, level: note.level * share }))]
}

export const RECIPES: Readonly<Record<Sound, Recipe>> = {
  newCallAssigned: {
    timbre: 'bell',
    touch: 'struck',
    brightness: 5200,
    notes: [
      { at: 0, length: 0.5, pitch: 659.3, level: 0.58 },
      { at: 0.14, length: 0.5, pitch: 880, level: 0.56 },
      { at: 0.28, length: 0.72, pitch: 1318.5, level: 0.56 },
    ],
  },
  pingUnit: {
    timbre: 'flute',
    touch: 'blown',
    brightness: 4200,
    notes: [
      { at: 0, length: 0.13, pitch: 987.8, level: 0.5 },
      { at: 0.18, length: 0.2, pitch: 987.8, level: 0.5 },
    ],
  },
  activeWarrants: {
    timbre: 'horn',
    touch: 'blown',
    brightness: 2400,
    notes: [
      { at: 0, length: 0.24, pitch: 440, level: 0.58 },
      { at: 0.26, length: 0.24, pitch: 349.2, level: 0.58 },
      { at: 0.52, length: 0.24, pitch: 440, level: 0.58 },
      { at: 0.78, length: 0.34, pitch: 349.2, level: 0.58 },
    ],
  },
  expiredLicense: {
    timbre: 'wood',
    touch: 'struck',
    brightness: 3600,
    notes: [
      { at: 0, length: 0.3, pitch: 659.3, level: 0.68 },
      { at: 0.17, length: 0.4, pitch: 523.3, level: 0.62 },
    ],
  },
  revokedLicense: {
    timbre: 'bell',
    touch: 'struck',
    brightness: 2000,
    notes: [
      { at: 0, length: 0.45, pitch: 440, level: 0.6 },
      { at: 0.2, length: 0.45, pitch: 329.6, level: 0.6 },
      { at: 0.4, length: 0.75, pitch: 220, level: 0.6 },
    ],
  },
  suspendedLicense: {
    timbre: 'wood',
    touch: 'struck',
    brightness: 3200,
    notes: [
      { at: 0, length: 0.16, pitch: 587.3, level: 0.64 },
      { at: 0.14, length: 0.16, pitch: 587.3, level: 0.64 },
      { at: 0.28, length: 0.16, pitch: 587.3, level: 0.64 },
      { at: 0.42, length: 0.42, pitch: 392, level: 0.68 },
    ],
  },
  stolenVehicle: {
    timbre: 'flute',
    touch: 'blown',
    brightness: 3600,
    notes: [
      { at: 0, length: 0.34, pitch: 494, to: 988, level: 0.5 },
      { at: 0.4, length: 0.4, pitch: 494, to: 988, level: 0.5 },
    ],
  },
  tone: {
    timbre: 'flute',
    touch: 'blown',
    brightness: 3000,
    notes: [
      { at: 0, length: 0.45, pitch: 600, level: 0.5 },
      { at: 0.45, length: 0.7, pitch: 850, level: 0.5 },
    ],
  },
  panic: {
    timbre: 'horn',
    touch: 'blown',
    brightness: 3400,
    notes: [0, 1, 2, 3, 4, 5, 6, 7].map((beat) => ({ at: beat * 0.14, length: 0.13, pitch: beat % 2 === 0 ? 740 : 1046.5, level: 0.6 })),
  },
  // Rings twice, as a telephone does.
  callWaiting: {
    timbre: 'flute',
    touch: 'blown',
    brightness: 3800,
    notes: [0, 1, 2, 3, 6, 7, 8, 9].map((beat) => ({ at: beat * 0.09, length: 0.11, pitch: beat % 2 === 0 ? 784 : 659.3, level: 0.4 })),
  },
}
