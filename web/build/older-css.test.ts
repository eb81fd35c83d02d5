import postcss from 'postcss'
import { expect, test } from 'vitest'
import { olderCss } from './older-css.ts'

const transform = (css: string) => postcss([olderCss()]).process(css, { from: undefined }).css.replace(/\s+/g, ' ').replaceAll('{.', '{ .')

test.each([
  ['background: color-mix(in srgb, var(--tone) 10%, var(--panel))', 'background: var(--panel)'],
  ['background: color-mix(in srgb, var(--panel) 92%, transparent)', 'background: var(--panel)'],
  ['background: color-mix(in srgb, var(--accent) var(--share), var(--sunken))', 'background: var(--sunken)'],
  ['background: color-mix(in srgb, var(--x, var(--y)), transparent 20%)', 'background: var(--x, var(--y))'],
  ['border: 1px solid color-mix(in srgb, var(--tone) 30%, var(--panel))', 'border: 1px solid var(--tone)'],
  ['color: color-mix(in srgb, currentColor 10%, transparent)', 'color: transparent'],
  ['height: calc(100dvh - var(--top))', 'height: calc(100vh - var(--top))'],
])('%s falls back to %s', (newer, older) => {
  const css = transform(`.a { ${newer} }`)
  expect(css).toMatch(/^\.a \{ .* \} ?@supports .*\{ \.a \{ .* \} ?\}$/)
  expect(css.slice(0, css.indexOf('@supports'))).toContain(`{ ${older} }`)
  expect(css.slice(css.indexOf('@supports'))).toContain(newer)
})

test('two mixes of one declaration, and the same place in the cascade for what comes after', () => {
  const css = transform(
    '@media print { .a { color: red; border: 1px solid color-mix(in srgb, red 9%, blue); border-left-width: 3px; margin: 0 } .a { color: green } }',
  )
  expect(css).toMatch(/border: 1px solid blue; border-left-width: 3px; margin: 0 } ?@supports/)
  expect(css).toMatch(/@supports [^{]*\{ \.a \{ border: 1px solid color-mix\([^;]*; border-left-width: 3px ?\} ?\} \.a \{ color: green/)
  expect(transform('.b { background: linear-gradient(color-mix(in srgb, red 9%, blue), color-mix(in srgb, red 90%, blue)) }')).toContain(
    'linear-gradient(blue, red)',
  )
})

test('rules that already ask for support, and values that every browser knows, are left alone', () => {
  for (const css of [
    '@supports (color:color-mix(in srgb,red,red)) { .a { color: color-mix(in srgb, red, blue) } }',
    '.a { height: 100vh }',
  ])
    expect(transform(css)).toBe(css)
})
