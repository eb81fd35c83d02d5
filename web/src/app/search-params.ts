type Search = Record<string, unknown>

/** Query parameters as plain text, and a list where a name is repeated. No JSON, so that links can be typed by hand. */
export function parseSearch(text: string): Search {
  const search: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = Object.hasOwn(search, name) ? search[name] : undefined
    Object.defineProperty(search, name, {
      value: before === undefined ? value : [before, value].flat(),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return search
}

export function stringifySearch(search: Search): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean') parameters.append(name, String(each))
    }
  }
  const text = parameters.toString()
  return text && `?${text}`
}
