import type { ReportContent } from '@tenfour/contract'

/**
 * A draft written in two windows: merged field by field against what both began with. What one of them changed is taken; what both changed
 * differently is for the writer to decide.
 */

/** A part of the content that is merged as a whole: 'narrative', 'charges', 'medical.outcome', 'fields.12'. */
export type Part = string
export type Clash = { readonly part: Part; readonly mine: unknown; readonly theirs: unknown }
type Parts = ReadonlyMap<Part, unknown>

const WHOLE = ['occurredAt', 'location', 'postal', 'subject', 'charges', 'narrative', 'people', 'vehicles', 'officers', 'evidence'] as const

function partsOf(content: ReportContent): Parts {
  const { callId, callTitle, medical, fields } = content
  return new Map<Part, unknown>([
    ['call', callId === null ? null : { callId, callTitle }],
    ...WHOLE.map((part) => [part, content[part]] as const),
    ...Object.entries(medical).map(([name, value]) => [`medical.${name}`, value] as const),
    ...Object.entries(fields).map(([id, value]) => [`fields.${id}`, value] as const),
  ])
}

/** The content with a part replaced; undefined removes a field. */
export function withPart(content: ReportContent, part: Part, value: unknown): ReportContent {
  const [group = '', name = ''] = part.split('.')
  // The parts of a content have the types of the content, which the compiler can't follow through a map.
  const changed = (by: object) => ({ ...content, ...by })
  if (part === 'call') return changed(value ?? { callId: null, callTitle: null })
  if (group === 'medical') return changed({ medical: { ...content.medical, [name]: value } })
  if (group === 'fields') {
    const { [name]: _, ...others } = content.fields
    return changed({ fields: value === undefined ? others : { ...others, [name]: value } })
  }
  return changed({ [part]: value })
}

export function merge(
  base: ReportContent,
  mine: ReportContent,
  theirs: ReportContent,
): { readonly content: ReportContent; readonly clashes: readonly Clash[] } {
  const [before, here, there] = [partsOf(base), partsOf(mine), partsOf(theirs)]
  let content = theirs
  const clashes: Clash[] = []
  for (const part of new Set([...here.keys(), ...there.keys()])) {
    const [was, my, their] = [before.get(part), here.get(part), there.get(part)]
    if (isSame(my, was) || isSame(my, their)) continue
    content = withPart(content, part, my)
    if (!isSame(their, was)) clashes.push({ part, mine: my, theirs: their })
  }
  return { content, clashes }
}

/** Whether two contents say the same. */
export const isSameContent = (a: ReportContent, b: ReportContent): boolean => a === b || isSame(a, b)

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [ours, others] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return ours.length === others.size && ours.every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
}
