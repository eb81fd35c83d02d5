import { describe, expect, test, vi } from 'vitest'

// The web app has no Node types, and the test runner replaces imported style sheets with empty ones.
const { readFileSync } = await vi.importActual<{ readFileSync: (file: URL, encoding: 'utf8') => string }>('node:fs')
const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')

function tokensOf(selector: string): Map<string, string> {
  const [block] = css.split(selector).slice(1).join(selector).split('}')
  return new Map(Array.from((block ?? '').matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g), ([, name = '', value = '']) => [name, value]))
}

type Rgb = readonly [number, number, number]
const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const mix = (over: Rgb, under: Rgb, share: number): Rgb =>
  over.map((value, at) => value * share + (under[at] ?? 0) * (1 - share)) as unknown as Rgb

/** WCAG 2 relative luminance and contrast ratio. */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(a: Rgb, b: Rgb): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const SURFACES = ['ground', 'panel', 'raised', 'sunken']
const TEXTS = [
  'text',
  'text-muted',
  'text-faint',
  'accent',
  'danger',
  'available',
  'en-route',
  'on-scene',
  'busy',
  'custody',
  'off',
  'p1',
  'p2',
  'p3',
  'p4',
]
const TINTED = ['accent', 'danger', 'available', 'en-route', 'on-scene', 'busy', 'custody', 'off', 'text-muted', 'p1', 'p2', 'p3', 'p4']
const PAIRS = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['text', 'accent-soft'],
  ['text-muted', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['warning-text', 'warning-ground'],
  ['info-text', 'info-ground'],
  ['danger-text', 'danger-ground'],
] as const
const AA_TEXT = 4.5
const AA_EDGE = 3

describe.each([
  ['light', '.cad-light-theme {'],
  ['dark', ":root[data-mantine-color-scheme='dark'] {"],
])('in the %s theme', (_name, selector) => {
  const tokens = tokensOf(selector)
  const colour = (name: string): Rgb => {
    const hex = tokens.get(name)
    if (!hex) throw new Error(`There is no colour --${name}`)
    return rgb(hex)
  }

  test.each(TEXTS.flatMap((text) => SURFACES.map((surface) => [text, surface] as const)))('%s can be read on %s', (text, surface) => {
    expect(contrast(colour(text), colour(surface))).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test.each(PAIRS)('%s can be read on %s', (text, surface) => {
    expect(contrast(colour(text), colour(surface))).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test.each(TINTED)('%s can be read on a tint of itself', (tone) => {
    expect(contrast(colour(tone), mix(colour(tone), colour('panel'), 0.1))).toBeGreaterThanOrEqual(AA_TEXT)
  })

  test.each(SURFACES.flatMap((surface) => ['control-line', 'focus'].map((edge) => [edge, surface] as const)))(
    'the edge %s can be told from %s',
    (edge, surface) => {
      expect(contrast(colour(edge), colour(surface))).toBeGreaterThanOrEqual(
        surface === 'sunken' && edge === 'control-line' ? 2.8 : AA_EDGE,
      )
    },
  )
})

test('both themes define the same tokens', () => {
  expect([...tokensOf('.cad-light-theme {').keys()].toSorted()).toEqual(
    [...tokensOf(":root[data-mantine-color-scheme='dark'] {").keys()].toSorted(),
  )
})
