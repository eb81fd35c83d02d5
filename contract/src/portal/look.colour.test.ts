import { expect, test } from 'vitest'
import { accentStyles, accentTokens, contrastOf } from './look.colour.ts'

const STEPS = ['00', '33', '66', '99', 'cc', 'ff']
const COLOURS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)))
const GROUNDS = {
  light: { surfaces: ['#ffffff', '#eef1f5', '#f6f8fb', '#e9edf2'], text: '#15202b', muted: '#4d5f71' },
  dark: { surfaces: ['#10161d', '#0a0e13', '#17202a', '#0c1218'], text: '#dbe4ee', muted: '#93a5b7' },
} as const
const AA = 4.5

test.each(['light', 'dark'] as const)('in the %s theme everything can be read in, on and beside each of 216 colours', (theme) => {
  const { surfaces, text, muted } = GROUNDS[theme]
  const unreadable = COLOURS.flatMap((colour) => {
    const tokens = accentTokens(colour)[theme]
    const { accent } = tokens
    const pairs = [
      ...surfaces.map((surface) => [accent, surface] as const),
      [accent, tokens['accent-soft']],
      [accent, tokens['accent-tint']],
      [accent, tokens['accent-tint-hover']],
      [tokens['on-accent'], accent],
      [tokens['on-accent'], tokens['accent-hover']],
      [text, tokens['accent-soft']],
      [muted, tokens['accent-soft']],
      ...surfaces.map((surface) => [tokens.focus, surface] as const),
    ] as const
    return pairs.filter(([one, other]) => contrastOf(one, other) < AA).map((pair) => `${colour}: ${pair.join(' on ')}`)
  })
  expect(unreadable).toEqual([])
})

test('a colour that can be read stays as it is', () => {
  expect(accentTokens('#0b63ce').light.accent).toBe('#0b63ce')
  expect(accentTokens('#4c9dff').dark.accent).toBe('#4c9dff')
})

test('paper has the light theme, and the styles name both themes', () => {
  expect(accentStyles('#7a1fa2')).toMatch(
    /^:root,\.cad-light-theme\{--accent:#7a1fa2;.*\}@media screen\{\.cad-dark-theme,:root\[data-mantine-color-scheme='dark'\]\{--accent:#[0-9a-f]{6};/,
  )
})
