import { splitLinks } from '../platform/format/links.ts'

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
