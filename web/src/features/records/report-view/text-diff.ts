export type TextPart = { readonly type: 'same' | 'removed' | 'added'; readonly text: string }

/** Beyond this many comparisons, texts are compared by paragraphs instead of words. */
const MAX_CELLS = 16_000_000

const words = (text: string): string[] => text.match(/\S+\s*|\s+/gu) ?? []
const paragraphs = (text: string): string[] => text.match(/[^\n]*\n+|[^\n]+/gu) ?? []

/** What is the same, removed and added, in reading order. */
export function diffText(before: string, after: string): readonly TextPart[] {
  const [one, other] = [words(before), words(after)]
  if (one.length * other.length <= MAX_CELLS) return joined(diffTokens(one, other))
  return joined(diffTokens(paragraphs(before), paragraphs(after)))
}

function diffTokens(before: readonly string[], after: readonly string[]): TextPart[] {
  const start = commonStart(before, after)
  const end = Math.min(commonStart(before.toReversed(), after.toReversed()), before.length - start, after.length - start)
  return [
    ...before.slice(0, start).map((text): TextPart => ({ type: 'same', text })),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map((text): TextPart => ({ type: 'same', text })),
  ]
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const length = Math.min(one.length, other.length)
  for (let at = 0; at < length; at += 1) if (one[at] !== other[at]) return at
  return length
}

/** By the longest common subsequence: `longest` holds its length for what follows each pair of positions. */
function diffMiddle(before: readonly string[], after: readonly string[]): TextPart[] {
  const width = after.length + 1
  const longest = new Uint16Array((before.length + 1) * width)
  const lengthAt = (i: number, j: number): number => longest[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] = before[i] === after[j] ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1))
    }
  }
  const parts: TextPart[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [removed, added] = [before[i], after[j]]
    if (removed !== undefined && removed === added) {
      parts.push({ type: 'same', text: removed })
      i += 1
      j += 1
    } else if (removed !== undefined && (added === undefined || lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      parts.push({ type: 'removed', text: removed })
      i += 1
    } else if (added !== undefined) {
      parts.push({ type: 'added', text: added })
      j += 1
    }
  }
  return parts
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
