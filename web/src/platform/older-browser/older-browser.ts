/**
 * The game shows the tablet and its screens in a Chromium from 2022. Newer APIs used by our code and libraries are polyfilled here, before
 * anything else runs; the build takes care of syntax and style sheets.
 */
type Missing = { readonly on: object; readonly name: string; readonly value: (...given: never[]) => unknown }

function copy<T>(list: readonly T[]): T[] {
  return Array.prototype.slice.call(list) as T[]
}

const MISSING: readonly Missing[] = [
  { on: Array.prototype, name: 'toSorted', value: sorted },
  { on: Array.prototype, name: 'toReversed', value: reversed },
  { on: Array.prototype, name: 'toSpliced', value: spliced },
  { on: Array.prototype, name: 'with', value: replaced },
  { on: Object, name: 'groupBy', value: grouped },
  { on: Map, name: 'groupBy', value: mapGrouped },
  { on: Promise, name: 'withResolvers', value: resolvers },
  { on: URL, name: 'canParse', value: (address: string, base?: string) => parsed(address, base) !== null },
  { on: URL, name: 'parse', value: parsed },
]

function sorted<T>(this: readonly T[], compare?: (a: T, b: T) => number): T[] {
  return copy(this).sort(compare)
}
function reversed<T>(this: readonly T[]): T[] {
  return copy(this).reverse()
}
function spliced<T>(this: readonly T[], ...given: [number, number, ...T[]]): T[] {
  const list = copy(this)
  list.splice(...given)
  return list
}
function replaced<T>(this: readonly T[], index: number, value: T): T[] {
  const list = copy(this)
  const at = index < 0 ? list.length + index : index
  if (at < 0 || at >= list.length) throw new RangeError(`There is no place ${index} in ${list.length}`)
  list[at] = value
  return list
}
function mapGrouped<T, K>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
function grouped<T>(items: Iterable<T>, keyOf: (item: T, index: number) => PropertyKey): object {
  return Object.assign(Object.create(null) as object, Object.fromEntries(mapGrouped(items, keyOf)))
}
function resolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: PromiseWithResolvers<T>['resolve']
  let reject!: PromiseWithResolvers<T>['reject']
  const promise = new Promise<T>((resolvePromise, rejectPromise) => {
    resolve = resolvePromise
    reject = rejectPromise
  })
  return { promise, resolve, reject }
}
function parsed(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}

export function completeBrowser(): void {
  const elements = typeof Element === 'undefined' ? [] : [{ on: Element.prototype, name: 'checkVisibility', value: isDrawn }]
  for (const { on, name, value } of [...MISSING, ...elements]) {
    if (name in on) continue
    Object.defineProperty(on, name, { value, writable: true, configurable: true })
  }
}
function isDrawn(this: Element): boolean {
  return this.getClientRects().length > 0
}

completeBrowser()
