/** Characters that Discord reads as formatting, a mention or a link. */
const MARKS = /[\\*_~`|>#\-[\]()<@:]/g
/** Between the letters of 'http://' it shows nothing and makes no link. */
const INVISIBLE = '\u200b'

/** Text that people wrote, for a sentence of ours: it shows as it is, in one line, and mentions nobody. */
export const escapeText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(MARKS, (mark) => `\\${mark}`)
    .replaceAll('@', `@${INVISIBLE}`)

/** At most `max` characters, with '…' where something is missing; whole words if there are any. */
export function cutWords(text: string, max: number): string {
  if (text.length <= max) return text
  const kept = text.slice(0, max - 1)
  const end = kept.search(/\s\S*$/)
  return `${(end > max * 0.8 ? kept.slice(0, end) : kept).replace(/[\p{Surrogate}\\]$/u, '').trimEnd()}…`
}

/** The same, cut anywhere. */
export const cutText = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/\p{Surrogate}$/u, '')}…`

/** An instant as Discord shows it in the reader's own time: 't' the time, 'f' day and time, 'R' how far away it is. Empty without one. */
export const discordTime = (instant: string | Date | null, style: 't' | 'f' | 'R'): string =>
  instant === null ? '' : `<t:${Math.floor(new Date(instant).getTime() / 1000)}:${style}>`
