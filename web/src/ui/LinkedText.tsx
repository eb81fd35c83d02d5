/** Text with clickable links. Rendered as text, so markup in it has no effect. */
export function LinkedText({ text }: { text: string | null | undefined }) {
  return splitLinks(text).map((part) =>
    part.href ? (
      <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer">
        {part.text}
      </a>
    ) : (
      <span key={part.at}>{part.text}</span>
    ),
  )
}

/** `at` is the offset in the text, which also serves as a unique key. */
type TextPart = { readonly at: number; readonly text: string; readonly href?: string }

const LINK = /\b(?:https?|ftp):\/\/[^\s<>"'`]+/gi
const TRAILING = `.,;:!?*_~'"»”’`

/** Splits text at its http, https and ftp links. Every character ends up in exactly one part. */
export function splitLinks(text: string | null | undefined): TextPart[] {
  if (!text) return []
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const link = withoutTrailing(match[0])
    if (!URL.canParse(link)) continue
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index) })
    parts.push({ at: match.index, text: link, href: link })
    end = match.index + link.length
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) })
  return parts
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** A trailing full stop is not part of the link; a closing bracket is only if it was opened within the link. */
function withoutTrailing(link: string): string {
  const surplus = new Map(Object.entries(OPENING).map(([close, open]) => [close, count(link, close) - count(link, open)]))
  let end = link.length
  for (; end > 0; end -= 1) {
    const last = link.charAt(end - 1)
    const extra = surplus.get(last) ?? 0
    if (extra > 0) surplus.set(last, extra - 1)
    else if (!TRAILING.includes(last)) break
  }
  return link.slice(0, end)
}

const count = (text: string, character: string): number => text.split(character).length - 1
