/**
 * The tokens of one accent colour in both themes. A community chooses any colour; it is moved towards black or white until everything that is
 * written in it, on it and over its tints can be read (WCAG AA).
 */
type Rgb = readonly [number, number, number]

const AA = 4.5
const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
/** The grounds of text in the accent, and the texts on its tints; as in `web/src/ui/tokens.css`. */
const LIGHT = { panel: '#ffffff', surfaces: ['#ffffff', '#eef1f5', '#f6f8fb', '#e9edf2'], muted: '#4d5f71', on: '#ffffff' }
const DARK = { panel: '#10161d', surfaces: ['#10161d', '#0a0e13', '#17202a', '#0c1218'], muted: '#93a5b7', on: '#06121f' }

const ACCENT_TOKENS = [
  'accent',
  'accent-hover',
  'accent-soft',
  'on-accent',
  'accent-tint',
  'accent-tint-hover',
  'accent-wash',
  'focus',
] as const
export type AccentTokens = Readonly<Record<(typeof ACCENT_TOKENS)[number], string>>

const rgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb
const hex = (colour: Rgb): string => `#${colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
const mix = (over: Rgb, under: Rgb, share: number): Rgb =>
  over.map((value, at) => Math.round(value * share + (under[at] ?? 0) * (1 - share))) as unknown as Rgb

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminance(rgb(one)), luminance(rgb(other))].toSorted((left, right) => right - left) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function tokensOf(base: Rgb, { panel, muted, on }: typeof LIGHT, towards: Rgb): AccentTokens {
  const ground = rgb(panel)
  // Where the tint is strong enough that muted text on it could not be read, it is made weaker.
  const soft = [0.22, 0.18, 0.14, 0.1, 0.06].map((share) => hex(mix(base, ground, share)))
  return {
    accent: hex(base),
    'accent-hover': hex(mix(towards, base, 0.18)),
    'accent-soft': soft.find((each) => contrastOf(muted, each) >= AA && contrastOf(hex(base), each) >= AA) ?? soft.at(-1) ?? panel,
    'on-accent': on,
    'accent-tint': hex(mix(base, ground, 0.1)),
    'accent-tint-hover': hex(mix(base, ground, 0.13)),
    'accent-wash': `rgb(${base.join(' ')} / 0.08)`,
    focus: hex(base),
  }
}

function readable(chosen: Rgb, theme: typeof LIGHT, towards: Rgb): AccentTokens {
  for (let share = 0; ; share += 0.02) {
    const tokens = tokensOf(mix(towards, chosen, Math.min(share, 1)), theme, towards)
    const under = [...theme.surfaces, tokens['accent-soft'], tokens['accent-tint'], tokens['accent-tint-hover'], tokens['on-accent']]
    if (share >= 1 || under.every((each) => contrastOf(tokens.accent, each) >= AA)) return tokens
  }
}

export function accentTokens(colour: string): { light: AccentTokens; dark: AccentTokens } {
  const chosen = rgb(colour)
  return { light: readable(chosen, LIGHT, BLACK), dark: readable(chosen, DARK, WHITE) }
}

const declarations = (tokens: AccentTokens): string => ACCENT_TOKENS.map((name) => `--${name}:${tokens[name]}`).join(';')

/** The style sheet that lies over the shipped tokens. */
export function accentStyles(colour: string): string {
  const { light, dark } = accentTokens(colour)
  return `:root,.cad-light-theme{${declarations(light)}}@media screen{.cad-dark-theme,:root[data-mantine-color-scheme='dark']{${declarations(dark)}}}`
}
