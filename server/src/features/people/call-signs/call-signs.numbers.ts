const PARTS = /#+|[^#]+/g

type Group = { readonly width: number; value: bigint }

/**
 * The first unused call sign of a template, starting at `from` if that matches the template. Each run of `#` counts separately from 1, the
 * last one fastest: `#L##` gives 1L01 to 1L99, then 2L01. `taken` must be lower case.
 */
export function freeCallSign(template: string, taken: ReadonlySet<string>, from = ''): string | null {
  if (template === '') return null
  const parts = template.match(PARTS) ?? []
  const groups: Group[] = parts.filter(isDigits).map((part) => ({ width: part.length, value: 1n }))
  const start = readDigits(template, from)
  groups.forEach((group, index) => (group.value = start?.[index] ?? 1n))
  const write = () => {
    const digits = groups.map(({ width, value }) => String(value).padStart(width, '0'))
    return parts.map((part) => (isDigits(part) ? digits.shift() : part)).join('')
  }
  // One more try than there are taken signs always finds a free one, if any is left; counting wraps around at the end.
  for (let tries = 0; tries <= taken.size; tries += 1) {
    const candidate = write()
    if (!taken.has(candidate.toLowerCase())) return candidate
    countUp(groups)
  }
  return null
}

const isDigits = (part: string) => part.startsWith('#')

function readDigits(template: string, text: string): bigint[] | undefined {
  const matches = (sign: string, index: number) =>
    sign === '#' ? /\d/.test(text.charAt(index)) : sign.toLowerCase() === text.charAt(index).toLowerCase()
  if (
    text.length !== template.length ||
    !Array.from({ length: text.length }, (_, index) => matches(template.charAt(index), index)).every(Boolean)
  ) {
    return undefined
  }
  return [...template.matchAll(/#+/g)].map(({ 0: run, index }) => BigInt(text.slice(index, index + run.length)))
}

function countUp(groups: readonly Group[]): void {
  for (const group of groups.toReversed()) {
    group.value += 1n
    if (group.value < 10n ** BigInt(group.width)) return
    group.value = 1n
  }
}
