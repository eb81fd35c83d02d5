/**
 * A draft written in two windows: merged part by part against the content both began with. A part that one of them changed is taken; a part
 * that both changed differently is for the writer to decide.
 */

/** A part of the content that is merged as a whole: 'narrative', 'charges', 'fields.12'. */
export type Part = string
export type Clash = { readonly part: Part; readonly mine: unknown; readonly theirs: unknown }

/** How a content is taken apart. */
export type Parts<Content> = {
  readonly partsOf: (content: Content) => ReadonlyMap<Part, unknown>
  /** The content with a part replaced. */
  readonly withPart: (content: Content, part: Part, value: unknown) => Content
}

export function merge<Content>(
  { partsOf, withPart }: Parts<Content>,
  base: Content,
  mine: Content,
  theirs: Content,
): { readonly content: Content; readonly clashes: readonly Clash[] } {
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

/** Whether two values are equal, part by part. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [ours, others] = [Object.entries(a), new Map<string, unknown>(Object.entries(b))]
  return ours.length === others.size && ours.every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
}
