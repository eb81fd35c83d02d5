import type { Plugin } from 'postcss'

/** Mantine's classes, as they stand in its scripts and its stylesheet. */
const CLASS = /\bm_[0-9a-f]+\b/g

/** The classes that the scripts of a build name. */
export const classesIn = (code: Iterable<string>): ReadonlySet<string> => new Set([...code].flatMap((each) => each.match(CLASS) ?? []))

/** Conditions that a selector has without needing the classes in them. */
const CONDITIONS = /:(?:not|is|where)\((?:[^()]|\([^()]*\))*\)/g

/** Leaves out rules of Mantine's components that no script of the portal draws: two thirds of a stylesheet that every page waits for. */
export const unusedCss = (used: ReadonlySet<string>): Plugin => ({
  postcssPlugin: 'unused-css',
  OnceExit: (root) => {
    if (!/[\\/]@mantine[\\/]/.test(root.source?.input.file ?? '')) return
    root.walkRules((rule) => {
      const kept = rule.selectors.filter((selector) =>
        (selector.replaceAll(CONDITIONS, '').match(CLASS) ?? []).every((name) => used.has(name)),
      )
      if (kept.length === 0) rule.remove()
      else if (kept.length < rule.selectors.length) rule.selectors = kept
    })
  },
})
