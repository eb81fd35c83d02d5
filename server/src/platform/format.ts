const MAX_LINE = 300

/** "$1,500" */
export const money = (amount: number): string => `$${amount.toLocaleString('en')}`

/** A longer text as one line, cut where it is too long. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line
}
