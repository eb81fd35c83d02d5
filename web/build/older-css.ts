import type { AtRule, Declaration, Plugin, Rule } from 'postcss'

/** Features the game's Chromium (103) lacks, the `@supports` test for each, and the fallback. */
const LATER = [
  { is: /color-mix\(/, condition: '(color:color-mix(in srgb,red,red))', without: withoutColorMix },
  { is: /\d[dsl]v[hw]\b/, condition: '(height:1dvh)', without: ({ value }: Declaration) => value.replace(/(\d)[dsl](v[hw])\b/g, '$1$2') },
] as const

/**
 * Adds fallbacks for features newer than the game's Chromium. A preceding plain declaration is not enough: a declaration with `var()`
 * parses in every browser and is only found invalid when it is used, so the newer one has to go into `@supports`.
 */
export const olderCss = (): Plugin => ({
  postcssPlugin: 'older-css',
  OnceExit: (root, { atRule }) => {
    for (const { is, condition, without } of LATER) {
      const rules = new Set<Rule>()
      root.walkDecls(({ value, parent: rule }) => {
        if (is.test(value) && rule?.type === 'rule' && !isAskedFor(rule, condition)) rules.add(rule)
      })
      for (const rule of rules) {
        const newer = rule.clone({ nodes: [] })
        let taken: Declaration[] = []
        rule.each((node) => {
          if (node.type !== 'decl') return
          const isNewer = is.test(node.value)
          // The shorthand in the later `@supports` block would reset longhands that follow it here, so those are copied too.
          if (!isNewer && !taken.some(({ prop }) => isRefined(prop, node.prop))) return
          newer.append(node.clone())
          taken = [...taken, node]
          if (isNewer) node.value = without(node)
        })
        rule.after(atRule({ name: 'supports', params: condition, nodes: [newer] }))
      }
    }
  },
})

const isRefined = (shorthand: string, prop: string) => !prop.startsWith('--') && prop.split('-')[0] === shorthand.split('-')[0]

function isAskedFor(rule: Rule, condition: string): boolean {
  for (let above = rule.parent as AtRule | undefined; above; above = above.parent as AtRule | undefined)
    if (above.type === 'atrule' && (above.params === condition || above.name.endsWith('keyframes'))) return true
  return false
}

/** A colour, with at most two levels of nested parentheses. */
const COLOUR = String.raw`((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+?)(?:\s+([\d.]+)%)?`
const MIX = new RegExp(String.raw`color-mix\(in [\w-]+,\s*${COLOUR},\s*${COLOUR}\)`, 'g')

/** The colour with the greater share. Lines and text keep their own colour even when its share is small, or they would disappear. */
function withoutColorMix({ prop, value }: Declaration): string {
  const enough = /^(background|--)/.test(prop) ? 50 : 25
  return value.replace(MIX, (_mix, first: string, share: string | undefined, second: string, rest: string | undefined) => {
    const shown = share === undefined ? (rest === undefined ? 0 : 100 - Number(rest)) : Number(share)
    return (shown >= enough ? first : second).trim()
  })
}
