import type { AtRule, Declaration, Plugin, Rule } from 'postcss'

/** What the game's Chromium, 103, does not know, how to ask for it, and what stands in for it. */
const LATER = [
  { is: /color-mix\(/, condition: '(color:color-mix(in srgb,red,red))', without: withoutColorMix },
  { is: /\d[dsl]v[hw]\b/, condition: '(height:1dvh)', without: ({ value }: Declaration) => value.replace(/(\d)[dsl](v[hw])\b/g, '$1$2') },
] as const

/**
 * Gives what is newer than the game's Chromium something to fall back on. A second declaration before the first would not do: one with
 * `var()` in it is taken by every browser and found to be nothing only when it is used, so the newer one has to stand in `@supports`.
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
          // A shorthand that comes later undoes what was said more exactly after it.
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

/** A colour, with parentheses in parentheses at most. */
const COLOUR = String.raw`((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+?)(?:\s+([\d.]+)%)?`
const MIX = new RegExp(String.raw`color-mix\(in [\w-]+,\s*${COLOUR},\s*${COLOUR}\)`, 'g')

/** The colour that has the greater share; lines and letters keep theirs even where it is small, since without it they are not there. */
function withoutColorMix({ prop, value }: Declaration): string {
  const enough = /^(background|--)/.test(prop) ? 50 : 25
  return value.replace(MIX, (_mix, first: string, share: string | undefined, second: string, rest: string | undefined) => {
    const shown = share === undefined ? (rest === undefined ? 0 : 100 - Number(rest)) : Number(share)
    return (shown >= enough ? first : second).trim()
  })
}
