import { loudnessOf, SOUND_LOUDNESS, SOUND_RATE, wavProblem, writeWav } from '@tenfour/contract'
import { expect, test } from 'vitest'
import { level } from './sound-file.ts'

const wave = (seconds: number, sample: (nth: number) => number) =>
  Float32Array.from({ length: seconds * SOUND_RATE }, (_, nth) => sample(nth))
const tone = (amplitude: number) => (nth: number) => amplitude * Math.sin((nth * 440 * 2 * Math.PI) / SOUND_RATE)
const noise = (amplitude: number) => (nth: number) => amplitude * (((nth * 7919) % 2003) / 1001 - 1)

test.each([
  ['a quiet tone', wave(1, tone(0.05))],
  ['a tone at the limit', wave(1, tone(1))],
  ['noise', wave(2, noise(0.7))],
  ['a short call with a long echo', wave(4, (nth) => tone(nth < 5000 ? 0.9 : 0.02)(nth))],
  ['one that is far too loud', wave(1, tone(6))],
])('%s is as loud as every other, and the portal takes it', (_what, source) => {
  const samples = level(source)
  expect(loudnessOf(samples)).toBeCloseTo(SOUND_LOUDNESS.wanted, 2)
  expect(samples.every((sample) => Math.abs(sample) <= 0.95)).toBe(true)
  expect(wavProblem(writeWav(samples))).toBeNull()
})

test('silence around a sound is left out, and it begins and ends without a click', () => {
  const samples = level(wave(9, (nth) => (nth > 4 * SOUND_RATE && nth < 5 * SOUND_RATE ? tone(0.5)(nth) : 0)))
  expect(samples.length).toBeCloseTo(SOUND_RATE, -2)
  expect([samples[0], samples.at(-1)].map((sample) => Math.abs(sample ?? 1))).toEqual([0, 0])
})

test('a sound that is too long or silent is refused in words, and one that is too short gets silence behind it', () => {
  expect(() => level(wave(6, tone(0.5)))).toThrow('The sound lasts 6.0 seconds: cut it to 5')
  expect(() => level(wave(1, () => 0))).toThrow('Nothing can be heard in this file')
  expect(() => level(new Float32Array())).toThrow('Nothing can be heard in this file')
  expect(level(wave(0.05, tone(0.5))).length).toBe(SOUND_RATE / 10)
})
