import { createRequire } from 'node:module'
import { GAME_CHROMIUM, sinceOf } from './later-script.mjs'

const require = createRequire(import.meta.url)

/** Cosmetic only: without these a page looks slightly worse but works the same. */
const HARMLESS = new Set(
  'text-wrap text-wrap-style text-wrap-mode scrollbar-color scrollbar-width scrollbar-gutter field-sizing text-box-trim text-box-edge hyphenate-character print-color-adjust'.split(
    ' ',
  ),
)
/** Newer than 103, but enabled in the game's Chromium: FiveM starts it with the flag for experimental features. */
const ENABLED_BY_FLAG = new Set(['container', 'container-name', 'container-type', 'translate', 'rotate', 'scale', ':has', '@container'])
/** Newer values; those with a condition are fine inside the matching `@supports`. */
const VALUES = [
  { is: /color-mix\(/, name: 'color-mix()', condition: /color-mix\(/ },
  { is: /\d[dsl]v[hw]\b/, name: 'dvh', condition: /\d[dsl]v[hw]/ },
  { is: /light-dark\(/, name: 'light-dark()' },
  { is: /(^|[^-\w])(oklch|oklab|lch|lab|color)\(/, name: 'oklch() and the like' },
  { is: /(rgb|hsl)a?\(\s*from /, name: 'colours made of others' },
  { is: /(^|[^-\w])(round|mod|rem|sin|cos|tan|pow|sqrt|abs|sign|anchor|linear)\(/, name: 'newer functions of numbers' },
  { is: /\d(r?lh|rcap|rch|ric)\b/, name: 'newer units' },
]

const isLater = (feature) => (sinceOf(feature) ?? 0) > GAME_CHROMIUM

const isAskedFor = (node, condition) => {
  for (let above = node.parent; above; above = above.parent) {
    if (above.type === 'atrule' && above.name === 'supports' && condition?.test(above.params)) return true
  }
  return false
}

/** Features in a style sheet that are newer than the game's Chromium and have no fallback. */
export const laterCss = (css) => {
  const postcss = require('postcss')
  const { css: known } = require('@mdn/browser-compat-data')
  const problems = new Set()
  const note = (name) => {
    if (!HARMLESS.has(name) && !ENABLED_BY_FLAG.has(name)) problems.add(name)
  }
  postcss.parse(css).walk((node) => {
    if (node.type === 'atrule' && isLater(known['at-rules'][node.name])) note(`@${node.name}`)
    if (node.type === 'rule') {
      if (node.parent?.type === 'rule' || node.selector.includes('&')) note('rules in rules')
      // An unknown pseudo-element is simply not drawn; any other unknown selector invalidates its whole rule.
      for (const [, name] of node.selector.matchAll(/(?<![:\\])(?::)([a-z-]+)/g)) if (isLater(known.selectors[name])) note(`:${name}`)
    }
    if (node.type !== 'decl') return
    const isPrefixedToo = node.parent.nodes.some(({ prop }) => prop === `-webkit-${node.prop}`)
    if (isLater(known.properties[node.prop]) && !isPrefixedToo) note(node.prop)
    for (const { is, name, condition } of VALUES) if (is.test(node.value) && !isAskedFor(node, condition)) note(name)
  })
  return [...problems].sort((a, b) => a.localeCompare(b))
}
