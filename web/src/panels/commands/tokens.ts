export type Token = {
  /** What was meant: without the quotes around it. */
  readonly text: string
  readonly isQuoted: boolean
  /** Where it stands in the line, quotes included. */
  readonly start: number
  readonly end: number
}

/** A quote that is never closed reaches to the end of the line: it is still being typed. */
const PART = /["“”]([^"“”]*)(?:["“”]|$)|\S+/gu

export const tokensOf = (line: string): readonly Token[] =>
  Array.from(line.matchAll(PART), (match) => ({
    text: match[1] ?? match[0],
    isQuoted: match[1] !== undefined,
    start: match.index,
    end: match.index + match[0].length,
  }))

/** As it has to be written to be one token. */
export const written = (text: string): string => (/[\s"“”]/u.test(text) ? `"${text.replaceAll(/["“”]/gu, '')}"` : text)

/** Everything from a token on as it was typed; what is quoted as a whole loses its quotes. */
export function restFrom(line: string, tokens: readonly Token[], index: number): string {
  const first = tokens[index]
  if (!first) return ''
  return first.isQuoted && index === tokens.length - 1 ? first.text.trim() : line.slice(first.start).trim()
}
