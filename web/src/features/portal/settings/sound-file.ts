import { loudnessOf, SOUND_LOUDNESS, SOUND_RATE, SOUND_SECONDS, writeWav } from '@tenfour/contract'

/** The largest file that is read: some minutes of music. */
const MAX_SOURCE_BYTES = 20_000_000
const FADE = SOUND_RATE / 200
const CEILING = 0.95
/** A sound is made at most this much louder than its loudest moment allows: its noise would be heard before it. */
const MOST_GAIN = 8
const STEPS = 14
/** Silence around a sound, as a share of its loudest moment. */
const SILENCE = 0.01

type MadeSound = { readonly file: Blob; readonly samples: Float32Array }

/** Decodes what this browser can play, and makes of it the WAV file that the portal takes. Fails with a sentence for people. */
export async function makeSound(source: Blob): Promise<MadeSound> {
  if (source.size > MAX_SOURCE_BYTES) throw new Error(`The file has more than ${MAX_SOURCE_BYTES / 1_000_000} MB`)
  // Decodes to its own rate, whatever the rate of the file.
  const context = new OfflineAudioContext(1, 1, SOUND_RATE)
  const decoded = await context.decodeAudioData(await source.arrayBuffer()).catch(() => null)
  if (!decoded) throw new Error("This browser can't play the file: choose an MP3, OGG, WAV or M4A file")
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, nth) => decoded.getChannelData(nth))
  const mixed = Float32Array.from(
    { length: decoded.length },
    (_, nth) => channels.reduce((sum, channel) => sum + (channel[nth] ?? 0), 0) / channels.length,
  )
  const samples = level(mixed)
  return { file: new Blob([writeWav(samples)], { type: 'audio/wav' }), samples }
}

/** The sound without the silence around it, not too long, as loud as every other, and without a click at either end. */
export function level(source: Float32Array): Float32Array {
  const peak = source.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  const isHeard = (sample: number) => Math.abs(sample) > peak * SILENCE
  const first = peak === 0 ? -1 : source.findIndex(isHeard)
  if (first < 0) throw new Error('Nothing can be heard in this file')
  const trimmed = source.slice(first, source.findLastIndex(isHeard) + 1)
  const seconds = trimmed.length / SOUND_RATE
  if (seconds > SOUND_SECONDS.most) throw new Error(`The sound lasts ${seconds.toFixed(1)} seconds: cut it to ${SOUND_SECONDS.most}`)
  // A shorter recording is filled up with silence.
  const samples = new Float32Array(Math.max(trimmed.length, Math.ceil(SOUND_RATE * SOUND_SECONDS.least)))
  samples.set(trimmed)
  for (let nth = 0; nth < Math.min(FADE, trimmed.length); nth += 1) {
    samples[nth] = (samples[nth] ?? 0) * (nth / FADE)
    const end = trimmed.length - 1 - nth
    samples[end] = (samples[end] ?? 0) * (nth / FADE)
  }
  return louder(samples, gainFor(samples, peak))
}

/** Peaks bend instead of being cut off. */
const louder = (samples: Float32Array, gain: number) => samples.map((sample) => CEILING * Math.tanh(sample * gain))

/** The gain that makes the sound as loud as wanted, found by halving. */
function gainFor(samples: Float32Array, peak: number): number {
  let [low, high] = [0, MOST_GAIN / peak]
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2
    if (loudnessOf(louder(samples, middle)) < SOUND_LOUDNESS.wanted) low = middle
    else high = middle
  }
  return low
}
