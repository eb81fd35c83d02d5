export type TextPart = { readonly type: 'same' | 'removed' | 'added'; readonly text: string }

/** Beyond this many comparisons, texts are compared by paragraphs instead of words. */
const MAX_CELLS = 16_000_000

const words = (text: string): string[] => text.match(/\S+\s*|\s+/gu) ?? []
const paragraphs = (text: string): string[] => text.match(/[^\n]*\n+|[^\n]+/gu) ?? []

/** The same, removed and added parts, in reading order. The same parts are worded as in the later text. */
export function diffText(before: string, after: string): readonly TextPart[] {
  const [one, other] = [words(before), words(after)]
  if (one.length * other.length > MAX_CELLS) return joined(diffTokens(paragraphs(before), paragraphs(after), exactly))
  const parts = joined(diffTokens(one, other, exceptSpace))
  // Where only spaces and line breaks differ, those are the change.
  return parts.every(({ type }) => type === 'same') && before !== after ? joined(diffTokens(one, other, exactly)) : parts
}

/** Tokens with the same key count as the same. */
type KeyOf = (token: string) => string
const exactly: KeyOf = (token) => token
const exceptSpace: KeyOf = (token) => token.trimEnd()

function diffTokens(before: readonly string[], after: readonly string[], keyOf: KeyOf): TextPart[] {
  const [was, is] = [before.map(keyOf), after.map(keyOf)]
  const start = commonStart(was, is)
  const end = Math.min(commonStart(was.toReversed(), is.toReversed()), was.length - start, is.length - start)
  const same = (text: string): TextPart => ({ type: 'same', text })
  return [
    ...after.slice(0, start).map(same),
    ...keptPairs(was.slice(start, was.length - end), is.slice(start, is.length - end)).map(([i, j]): TextPart => {
      if (j === null) return { type: 'removed', text: before[start + (i ?? 0)] ?? '' }
      return { type: i === null ? 'added' : 'same', text: after[start + j] ?? '' }
    }),
    ...after.slice(after.length - end).map(same),
  ]
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at
  return length
}

/**
 * The positions in both lists, in reading order; null on one side for what is only on the other. By the longest common subsequence:
 * `longest` holds its length for what follows each pair of positions.
 */
function keptPairs(was: readonly string[], is: readonly string[]): (readonly [number | null, number | null])[] {
  const width = is.length + 1
  const longest = new Uint16Array((was.length + 1) * width)
  const lengthAt = (i: number, j: number): number => longest[i * width + j] ?? 0
  for (let i = was.length - 1; i >= 0; i -= 1) {
    for (let j = is.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = was[i] === is[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const pairs: (readonly [number | null, number | null])[] = []
  let [i, j] = [0, 0]
  while (i < was.length || j < is.length) {
    if (i < was.length && j < is.length && was[i] === is[j]) pairs.push([i++, j++])
    else if (i < was.length && (j === is.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) pairs.push([i++, null])
    else pairs.push([null, j++])
  }
  return pairs
}

/** Neighbours of one type in one part; what was removed between two unchanged stretches comes before what was added there. */
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const result: TextPart[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed !== '') result.push({ type: 'removed', text: removed })
    if (added !== '') result.push({ type: 'added', text: added })
    removed = added = ''
  }
  for (const { type, text } of parts) {
    if (type === 'removed') removed += text
    else if (type === 'added') added += text
    else {
      flush()
      const last = result.at(-1)
      if (last?.type === 'same') result[result.length - 1] = { type, text: last.text + text }
      else result.push({ type, text })
    }
  }
  flush()
  return result
}

const CONTEXT = 120

/** Long unchanged stretches are cut to what is near a change. */
export const withContext = (parts: readonly TextPart[]): readonly TextPart[] =>
  parts.map((part, at) => {
    if (part.type !== 'same') return part
    const head = at === 0 ? '' : part.text.slice(0, CONTEXT).replace(/\S*$/u, '')
    const tail = at === parts.length - 1 ? '' : part.text.slice(-CONTEXT).replace(/^\S*/u, '')
    return head.length + tail.length >= part.text.length ? part : { type: 'same', text: `${head}…${tail}` }
  })
