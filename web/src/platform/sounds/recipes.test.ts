import { SOUND_WORDS } from '@tenfour/contract'
import { describe, expect, test } from 'vitest'
import { durationOf, envelopeOf, partialsOf, RECIPES, SOUNDS, type Recipe } from './recipes.ts'

const LOUDEST = 0.9

function loudnessAt(recipe: Recipe, time: number): number {
  let sum = 0
  for (const note of recipe.notes) {
    const points = envelopeOf(note, recipe.touch)
    const next = points.findIndex(({ at }) => at > time - note.at)
    const [before, after] = [points[next - 1], points[next]]
    if (!before || !after) continue
    sum += before.level + ((time - note.at - before.at) / (after.at - before.at)) * (after.level - before.level)
  }
  return sum
}

describe.each(SOUNDS)('the sound %s', (sound) => {
  const recipe = RECIPES[sound]
  const duration = durationOf(recipe)

  test('is short', () => {
    expect(duration).toBeGreaterThanOrEqual(0.3)
    expect(duration).toBeLessThanOrEqual(1.2)
  })

  test('never comes near what would distort, however its notes overlap', () => {
    const peak = Math.max(...Array.from({ length: 1300 }, (_, ms) => loudnessAt(recipe, ms / 1000)))
    expect(peak).toBeGreaterThan(0.3)
    expect(peak).toBeLessThan(LOUDEST)
    expect(partialsOf(recipe).reduce((sum, [, share]) => sum + share, 0)).toBeCloseTo(1)
  })

  test('begins softly and ends in silence', () => {
    for (const note of recipe.notes) {
      const points = envelopeOf(note, recipe.touch)
      expect(points[0]).toEqual({ at: 0, level: 0 })
      expect(points[1]!.at).toBeGreaterThanOrEqual(0.008)
      expect(points.at(-1)!.level).toBe(0)
      expect(points.at(-1)!.at).toBeCloseTo(note.length)
      expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted((a, b) => a - b))
    }
  })

  test('stays where ears are comfortable', () => {
    const pitches = recipe.notes.flatMap(({ pitch, to }) => [pitch, to ?? pitch])
    expect(Math.min(...pitches)).toBeGreaterThanOrEqual(200)
    expect(Math.max(...pitches)).toBeLessThanOrEqual(1400)
  })
})

test('no two sounds share a melody or a meaning', () => {
  const melodies = SOUNDS.map((sound) => RECIPES[sound].notes.map(({ at, pitch, to }) => [at, pitch, to].join()).join(' '))
  expect(new Set(melodies).size).toBe(SOUNDS.length)
  expect(new Set(SOUNDS.map((sound) => SOUND_WORDS[sound])).size).toBe(SOUNDS.length)
})
