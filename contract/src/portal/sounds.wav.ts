import { SOUND_RATE } from './sounds.live.ts'

/** The one form of a sound that is kept: WAV without compression, one channel, 16 bits, `SOUND_RATE` samples a second. */
export const SOUND_SECONDS = { least: 0.1, most: 5 } as const
const HEADER = 44
const MAX_SAMPLE = 32_767
export const SOUND_BYTES = HEADER + SOUND_RATE * SOUND_SECONDS.most * 2

/** How loud every sound is made, and what is refused: a share of the loudest possible. */
export const SOUND_LOUDNESS = { wanted: 0.2, most: 0.22, least: 0.01 } as const

const WINDOW = SOUND_RATE / 20
/** Parts this much softer than the loudest do not count, so that a long echo makes nothing louder. */
const COUNTED = 0.25

/** The loudness of samples from -1 to 1: the root of the mean square of the windows of 50 ms that are not quiet. */
export function loudnessOf(samples: Float32Array): number {
  const squares: number[] = []
  for (let from = 0; from < samples.length; from += WINDOW) {
    const part = samples.subarray(from, from + WINDOW)
    squares.push(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length)
  }
  const loudest = squares.reduce((most, square) => Math.max(most, square), 0)
  const counted = squares.filter((square) => square > 0 && square >= loudest * COUNTED * COUNTED)
  return counted.length === 0 ? 0 : Math.sqrt(counted.reduce((sum, square) => sum + square, 0) / counted.length)
}

const ascii = (view: DataView, at: number) => String.fromCharCode(...[0, 1, 2, 3].map((nth) => view.getUint8(at + nth)))
const write = (view: DataView, at: number, word: string) => {
  for (let nth = 0; nth < word.length; nth += 1) view.setUint8(at + nth, word.charCodeAt(nth))
}

export function writeWav(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER + samples.length * 2)
  const view = new DataView(bytes.buffer)
  write(view, 0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  write(view, 8, 'WAVE')
  write(view, 12, 'fmt ')
  FORMAT.forEach(([at, size, value]) => (size === 4 ? view.setUint32(at, value, true) : view.setUint16(at, value, true)))
  write(view, 36, 'data')
  view.setUint32(40, samples.length * 2, true)
  samples.forEach((sample, nth) => view.setInt16(HEADER + nth * 2, Math.round(Math.max(-1, Math.min(1, sample)) * MAX_SAMPLE), true))
  return bytes
}

/** Where, in how many bytes, and what: length of the part, PCM, channels, rate, bytes a second, bytes a sample, bits. */
const FORMAT = [
  [16, 4, 16],
  [20, 2, 1],
  [22, 2, 1],
  [24, 4, SOUND_RATE],
  [28, 4, SOUND_RATE * 2],
  [32, 2, 2],
  [34, 2, 16],
] as const

type ReadWav = { readonly samples: Float32Array; readonly problem: null } | { readonly samples: null; readonly problem: string }
const refuse = (problem: string): ReadWav => ({ samples: null, problem })

/** Reads exactly what `writeWav` writes: every byte of the header is checked, and nothing may follow. */
export function readWav(bytes: Uint8Array): ReadWav {
  if (bytes.length < HEADER) return refuse('This is no WAV file')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (ascii(view, 0) !== 'RIFF' || ascii(view, 8) !== 'WAVE') return refuse('This is no WAV file')
  const isFormat = FORMAT.every(([at, size, value]) => (size === 4 ? view.getUint32(at, true) : view.getUint16(at, true)) === value)
  if (ascii(view, 12) !== 'fmt ' || !isFormat || ascii(view, 36) !== 'data') {
    return refuse(`The WAV file has to have one channel, 16 bits and ${SOUND_RATE} samples a second, and nothing but the sound`)
  }
  const length = view.getUint32(40, true)
  if (view.getUint32(4, true) !== bytes.length - 8 || length !== bytes.length - HEADER || length % 2 !== 0) {
    return refuse('The WAV file names another length than it has')
  }
  const seconds = length / 2 / SOUND_RATE
  if (seconds < SOUND_SECONDS.least || seconds > SOUND_SECONDS.most) {
    return refuse(`A sound lasts between ${SOUND_SECONDS.least} and ${SOUND_SECONDS.most} seconds`)
  }
  const samples = Float32Array.from({ length: length / 2 }, (_, nth) => view.getInt16(HEADER + nth * 2, true) / MAX_SAMPLE)
  return { samples, problem: null }
}

/** The reason why a sound is refused; null if it may be kept. */
export function wavProblem(bytes: Uint8Array): string | null {
  const { samples, problem } = readWav(bytes)
  if (problem !== null) return problem
  const loudness = loudnessOf(samples)
  if (loudness < SOUND_LOUDNESS.least) return 'Nothing can be heard in this sound'
  return loudness > SOUND_LOUDNESS.most ? 'This sound is louder than the others' : null
}
