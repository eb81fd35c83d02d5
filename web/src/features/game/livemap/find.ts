import type { Call, Postal } from '@tenfour/contract'
import type { Look } from '../../../map/engine/looks.ts'
import type { Point } from '../../../map/island/geometry.ts'
import { postalTyped } from '../../../map/postals.queries.ts'
import type { PlaceName } from '@tenfour/contract/island'

export type Found =
  | { readonly kind: 'unit'; readonly key: string; readonly title: string; readonly detail: string; readonly look: Look }
  | { readonly kind: 'call'; readonly key: string; readonly title: string; readonly detail: string; readonly call: Call }
  | { readonly kind: 'place' | 'postal'; readonly key: string; readonly title: string; readonly detail: string; readonly at: Point }

export type Findable = {
  readonly looks: Iterable<Look>
  readonly calls: Iterable<Call>
  readonly postals: Iterable<Postal>
  readonly places: Iterable<PlaceName>
}

const MAX_RESULTS = 12

/** Finds by call sign, name, call number, location, postal, place or coordinates, best match first. */
export function find(text: string, { looks, calls, postals, places }: Findable): readonly Found[] {
  const wanted = plain(text)
  if (wanted === '') return []
  const found: { readonly rank: number; readonly found: Found }[] = []
  const add = (rank: number | null, item: Found) => {
    if (rank !== null) found.push({ rank, found: item })
  }
  const at = coordinates(text)
  if (at) add(0, { kind: 'place', key: 'coordinates', title: `${at[0]}, ${at[1]}`, detail: 'Coordinates', at })
  for (const look of looks) {
    const rank = best(fit(look.label, wanted), demote(fit(look.name, wanted)))
    add(rank, {
      kind: 'unit',
      key: `unit-${look.slot}`,
      title: look.label || look.name,
      detail: look.label ? look.name : 'Not on duty',
      look,
    })
  }
  for (const call of calls) {
    const rank = best(fit(String(call.callId), wanted), demote(best(fit(call.title, wanted), fit(call.location, wanted))))
    add(rank, { kind: 'call', key: `call-${call.callId}`, title: `${call.callId} ${call.title}`, detail: call.location, call })
  }
  const wantedPostal = postalTyped(wanted)
  for (const { code, x, y } of postals) {
    const rank = fit(code, wantedPostal)
    if (rank !== 2) add(rank, { kind: 'postal', key: `postal-${code}-${x}-${y}`, title: code, detail: 'Postal', at: [x, y] })
  }
  for (const { name, x, y, kind } of places) {
    if (kind !== 'sea')
      add(demote(fit(name, wanted)), { kind: 'place', key: `place-${name}-${x}`, title: name, detail: 'Place', at: [x, y] })
  }
  return found
    .toSorted((a, b) => a.rank - b.rank || a.found.title.localeCompare(b.found.title, 'en', { numeric: true }))
    .slice(0, MAX_RESULTS)
    .map((each) => each.found)
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase()

/** 0 exact, 1 prefix of the text or of a word, 2 substring. */
function fit(text: string, wanted: string): number | null {
  const within = plain(text)
  if (within === wanted) return 0
  if (within.startsWith(wanted) || within.includes(` ${wanted}`)) return 1
  return wanted.length > 1 && within.includes(wanted) ? 2 : null
}
const demote = (rank: number | null): number | null => (rank === null ? null : rank + 0.5)
const best = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.min(a, b))

/** '-1204, 322' or '-1204.5 322.1'. */
function coordinates(text: string): Point | null {
  const [, x, y] = /^\s*(-?\d{1,5}(?:\.\d+)?)\s*[,; ]\s*(-?\d{1,5}(?:\.\d+)?)\s*$/.exec(text) ?? []
  return x === undefined || y === undefined ? null : [Number(x), Number(y)]
}
