import type { Slot } from './command.ts'

const plainText = (name: string, hint: string): Slot<string> => ({
  name,
  hint,
  span: 'rest',
  read: ([typed = '']) => ({ value: typed, certainty: 'whole' }),
  suggest: () => [],
})

/** An optional text. */
export const optionalText = (name: string, hint: string): Slot<string> => ({
  ...plainText(name, hint),
  omitted: (_, next) => (next === undefined ? { value: '' } : undefined),
})

export const textSlot = plainText('text', 'what to write')
export const messageSlot = optionalText('message', 'a message')

export type Token = {
  /** The text without its quotes. */
  readonly text: string
  readonly isQuoted: boolean
  /** Position in the line, quotes included. */
  readonly start: number
  readonly end: number
}

/** An unclosed quote extends to the end of the line: it is still being typed. */
const PART = /["“”]([^"“”]*)(?:["“”]|$)|\S+/gu

export const tokensOf = (line: string): readonly Token[] =>
  Array.from(line.matchAll(PART), (match) => ({
    text: match[1] ?? match[0],
    isQuoted: match[1] !== undefined,
    start: match.index,
    end: match.index + match[0].length,
  }))

/** Quoted if needed to form a single token. */
export const written = (text: string): string => (/[\s"“”]/u.test(text) ? `"${text.replaceAll(/["“”]/gu, '')}"` : text)

/** The rest of the line from a token on, as typed; if it is quoted as a whole, the quotes are dropped. */
export function restFrom(line: string, tokens: readonly Token[], index: number): string {
  const first = tokens[index]
  if (!first) return ''
  return first.isQuoted && index === tokens.length - 1 ? first.text.trim() : line.slice(first.start).trim()
}
