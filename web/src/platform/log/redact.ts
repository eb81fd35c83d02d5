const REDACTED = '[redacted]'
const SECRET_NAME = /pass(?:word|phrase|wd)?$|^pass|token|secret|api[-_]?key|authorization|cookie/i

/** Header lines, query strings and JSON fragments all contain `name: value` or `name=value`, quoted or not. */
const NAMED_SECRET =
  /(["']?)((?:x[-_])?(?:api[-_]?key|idp[-_]?token|authorization|(?:access|refresh|session|display)?[-_]?token|password|passphrase|secret|cookie))\1(\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|(?:(?:bearer|basic)\s+)?[^\s,;&"'}\]]+)/gi
/** An in-game screen has its display key in the address. */
const ADDRESS_KEY = /([?&]key=)[^&#\s"']+/gi
const SCHEME_SECRET = /\b(bearer|basic)\s+(?!\[redacted\])[A-Za-z0-9._~+/=-]{6,}/gi

/** Users send log files to each other, so credentials must never reach them. */
export const redactText = (text: string): string =>
  text
    .replace(
      NAMED_SECRET,
      (_all, quote: string, name: string, separator: string) => `${quote}${name}${quote}${separator}${quote}${REDACTED}${quote}`,
    )
    .replace(ADDRESS_KEY, (_all, name: string) => `${name}${REDACTED}`)
    .replace(SCHEME_SECRET, (_all, scheme: string) => `${scheme} ${REDACTED}`)

/** One line of text for any logged value, with secrets removed. */
export function describeDetail(detail: unknown): string {
  if (detail === undefined || detail === null || detail === '') return ''
  if (detail instanceof Error) return redactText(describeError(detail))
  if (typeof detail === 'string') return redactText(detail)
  return redactText(stringify(detail))
}

function describeError(error: Error): string {
  const own = error.stack?.includes(error.message) ? error.stack : `${error.name}: ${error.message}`
  return error.cause === undefined ? own : `${own} caused by ${describeDetail(error.cause)}`
}

function stringify(value: unknown): string {
  const ancestors: object[] = []
  try {
    // Functions, symbols and undefined have no JSON form; only their type is logged.
    const json: string | undefined = JSON.stringify(value, function (this: unknown, key: string, each: unknown) {
      if (SECRET_NAME.test(key)) return REDACTED
      if (each instanceof Error) return describeError(each)
      if (typeof each === 'bigint') return each.toString()
      if (typeof each !== 'object' || each === null) return each
      while (ancestors.length > 0 && ancestors.at(-1) !== this) ancestors.pop()
      if (ancestors.includes(each)) return '[circular]'
      ancestors.push(each)
      return each
    })
    return json ?? typeof value
  } catch (error) {
    return `[not readable: ${error instanceof Error ? error.message : String(error)}]`
  }
}
