/** A point of the game's map, in its own units (metres). */
export type MapPoint = { readonly x: number; readonly y: number }
export type NamedPlace = MapPoint & { readonly name: string }
/** A line is x, y, x, y … */
export type NamedRoad = { readonly name: string; readonly line: readonly number[] }
export type Gazetteer = { readonly places: readonly NamedPlace[]; readonly roads: readonly NamedRoad[] }
/** The place that was recognised, in the map's own spelling, and how near the point is to it. */
export type FoundPlace = MapPoint & { readonly name: string; readonly kind: 'postal' | 'crossing' | 'place' | 'road' }

/** Beyond this a road by itself says too little: its middle may be kilometres away. */
const LONGEST_ROAD = 3500
/** Two roads that come this near each other cross, though they are drawn as two lines. */
const CROSSING_REACH = 80

const SHORT: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  av: 'ave',
  boulevard: 'blvd',
  road: 'rd',
  drive: 'dr',
  highway: 'hwy',
  freeway: 'fwy',
  lane: 'ln',
  mount: 'mt',
  route: 'rt',
  rte: 'rt',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  saint: 'st',
  center: 'ctr',
  centre: 'ctr',
}

/** Lower case, no accents or punctuation, the usual words in their short form: what two people would write alike. */
export const normalizePlace = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) => SHORT[word] ?? word)
    .join(' ')

/**
 * Where a place that someone typed is: by the postal it ends with, the crossing of two roads, a road near a place, a place, or a road that is
 * short enough. Misspelt a little, too, unless that could be either of two. Nothing where the map can't know.
 */
export function createPlaceFinder({ places, roads }: Gazetteer) {
  const entries = (items: readonly { readonly name: string }[]) =>
    [...new Map(items.map((item, index) => [normalizePlace(item.name), index] as const)).entries()]
      .filter(([key]) => key !== '')
      .toSorted(([a], [b]) => b.length - a.length)
  const placeKeys = entries(places)
  const roadKeys = entries(roads)
  const lines = new Map<string, readonly NamedRoad[]>()
  for (const road of roads) lines.set(normalizePlace(road.name), [...(lines.get(normalizePlace(road.name)) ?? []), road])

  const placeOf = (text: string): NamedPlace | undefined => {
    const index = bestMatch(placeKeys, text)
    return index === undefined ? undefined : places[index]
  }
  const roadOf = (text: string): readonly NamedRoad[] | undefined => {
    const index = bestMatch(roadKeys, text)
    return index === undefined ? undefined : lines.get(normalizePlace(roads[index]?.name ?? ''))
  }

  /** At a crossing 'Strawberry' is enough, where only one road is called so. */
  const roadBegun = (text: string): readonly NamedRoad[] | undefined => {
    const begun = [...lines.keys()].filter((key) => text !== '' && key.startsWith(`${text} `))
    return roadOf(text) ?? (begun.length === 1 ? lines.get(begun[0] ?? '') : undefined)
  }

  /** The two roads of a text such as 'Forum Dr / Strawberry Ave'. */
  const roadsAtCrossing = (text: string) => {
    const [first, second, ...more] = text.split(/\s*(?:\/|&|@|\+|\s(?:and|at|x|near)\s)\s*/i)
    if (!first || !second || more.length > 0) return undefined
    const [one, other] = [roadBegun(normalizePlace(first)), roadBegun(normalizePlace(second))]
    return one && other && one !== other ? ([one, other] as const) : undefined
  }

  return (text: string, postalAt: (code: string) => MapPoint | undefined): FoundPlace | undefined => {
    const code = trailingPostal(text)
    const postal = code === undefined ? undefined : postalAt(code)
    if (code !== undefined && postal) return { ...postal, name: code, kind: 'postal' }
    const crossed = roadsAtCrossing(text)
    if (crossed) {
      // Two known roads that do not meet: one of them is wrong, and there is no telling which.
      const point = crossing(...crossed)
      return point && { ...point, name: crossed.map(([road]) => road?.name).join(' / '), kind: 'crossing' }
    }
    const typed = normalizePlace(text)
    if (typed.length < 3) return undefined
    const road = roadOf(typed)
    const place = placeOf(typed)
    // 'Davis Avenue' is the road, not the district that its name begins with.
    const isInRoad = road && place && ` ${normalizePlace(road[0]?.name ?? '')} `.includes(` ${normalizePlace(place.name)} `)
    if (road && place && !isInRoad) return { ...nearest(road, place), name: `${road[0]?.name}, ${place.name}`, kind: 'road' }
    if (road && lengthOf(road) <= LONGEST_ROAD) return { ...middleOf(road), name: road[0]?.name ?? '', kind: 'road' }
    return place && !isInRoad ? { x: place.x, y: place.y, name: place.name, kind: 'place' } : undefined
  }
}

/** A possible postal at the end of a text: '9104' in 'Forum Dr 9104'. */
export const trailingPostal = (text: string): string | undefined => /(?:^|[\s,#(])([a-z]{0,2}\d{1,5}[a-z]?)\)?\s*$/i.exec(text)?.[1]

type Keys = readonly (readonly [key: string, index: number])[]

/**
 * The longest name that the text contains as whole words, or the one name that the text nearly is. A longer name that the text nearly is
 * wins: 'Sandy Shores Airfeild' is the airfield, not the town.
 */
function bestMatch(keys: Keys, text: string): number | undefined {
  const padded = ` ${text} `
  const whole = keys.find(([key]) => padded.includes(` ${key} `))
  const near = keys
    .filter(([key]) => !whole || key.length > whole[0].length)
    .map(([key, index]) => ({ index, distance: editDistance(key, text, tolerance(key)) }))
    .filter(({ distance }) => distance !== undefined)
    .toSorted((a, b) => Number(a.distance) - Number(b.distance))
  const [best, next] = near
  return best && (!next || Number(next.distance) > Number(best.distance)) ? best.index : whole?.[1]
}

const tolerance = (key: string): number => (key.length >= 10 ? 2 : key.length >= 5 ? 1 : 0)

/** How many letters are wrong, missing, too many or swapped; undefined where more than `most`. */
function editDistance(a: string, b: string, most: number): number | undefined {
  if (Math.abs(a.length - b.length) > most) return undefined
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      next.push(cost)
    }
    if (Math.min(...next) > most) return undefined
    before = row
    row = next
  }
  const distance = row[b.length] ?? 0
  return distance <= most ? distance : undefined
}

type Segment = readonly [ax: number, ay: number, bx: number, by: number]
const segmentsOf = (roads: readonly NamedRoad[]): Segment[] =>
  roads.flatMap(({ line }) =>
    Array.from({ length: Math.max(0, line.length / 2 - 1) }, (_, at): Segment => {
      const [ax = 0, ay = 0, bx = 0, by = 0] = line.slice(at * 2, at * 2 + 4)
      return [ax, ay, bx, by]
    }),
  )
const lengthOf = (roads: readonly NamedRoad[]): number =>
  segmentsOf(roads).reduce((sum, [ax, ay, bx, by]) => sum + Math.hypot(bx - ax, by - ay), 0)

/** Halfway along the road. */
function middleOf(roads: readonly NamedRoad[]): MapPoint {
  let left = lengthOf(roads) / 2
  for (const [ax, ay, bx, by] of segmentsOf(roads)) {
    const length = Math.hypot(bx - ax, by - ay)
    if (left <= length) return at([ax, ay, bx, by], length === 0 ? 0 : left / length)
    left -= length
  }
  const [x = 0, y = 0] = roads[0]?.line ?? []
  return { x, y }
}

const at = ([ax, ay, bx, by]: Segment, share: number): MapPoint => ({
  x: Math.round(ax + (bx - ax) * share),
  y: Math.round(ay + (by - ay) * share),
})

function onSegment(segment: Segment, { x, y }: MapPoint): MapPoint {
  const [ax, ay, bx, by] = segment
  const square = (bx - ax) ** 2 + (by - ay) ** 2
  return at(segment, square === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square)))
}
const distance = (a: MapPoint, b: MapPoint): number => Math.hypot(a.x - b.x, a.y - b.y)
const byDistanceTo = (to: MapPoint) => (a: MapPoint, b: MapPoint) => distance(a, to) - distance(b, to)

/** The point of the road that is nearest to a place. */
const nearest = (roads: readonly NamedRoad[], to: MapPoint): MapPoint =>
  segmentsOf(roads)
    .map((segment) => onSegment(segment, to))
    .toSorted(byDistanceTo(to))[0] ?? { x: to.x, y: to.y }

/** Where two roads meet; where they come near each other without meeting, the point between them. */
function crossing(one: readonly NamedRoad[], other: readonly NamedRoad[]): MapPoint | undefined {
  let best: { point: MapPoint; gap: number } | undefined
  const others = segmentsOf(other)
  for (const a of segmentsOf(one)) {
    for (const b of others) {
      const met = intersection(a, b)
      if (met) return met
      const ends: [MapPoint, Segment][] = [
        [{ x: a[0], y: a[1] }, b],
        [{ x: a[2], y: a[3] }, b],
        [{ x: b[0], y: b[1] }, a],
        [{ x: b[2], y: b[3] }, a],
      ]
      for (const [end, segment] of ends) {
        const foot = onSegment(segment, end)
        const gap = distance(foot, end)
        if (gap <= CROSSING_REACH && (!best || gap < best.gap)) {
          best = { gap, point: { x: Math.round((end.x + foot.x) / 2), y: Math.round((end.y + foot.y) / 2) } }
        }
      }
    }
  }
  return best?.point
}

function intersection([ax, ay, bx, by]: Segment, [cx, cy, dx, dy]: Segment): MapPoint | undefined {
  const cross = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
  if (cross === 0) return undefined
  const s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / cross
  const t = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / cross
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? at([ax, ay, bx, by], s) : undefined
}
