export type MapSight = {
  readonly x: number
  readonly y: number
  readonly resolution: number
  readonly width: number
  readonly height: number
}
type Place = readonly [x: number, y: number]

/** The maximum zoom: any closer would show too little context on a small screen. */
const LEAST_HEIGHT = 2600
const MARGIN = 1.3

export const pixelOf = ({ x, y, resolution, width, height }: MapSight, [atX, atY]: Place): Place => [
  (atX - x) / resolution + width / 2,
  (y - atY) / resolution + height / 2,
]

/** The bounds of all places with a margin; the whole of `island` if there are none. */
export function sightOf(
  places: readonly Place[],
  island: readonly [number, number, number, number],
  width: number,
  height: number,
): MapSight {
  const [minX, minY, maxX, maxY] =
    places.length === 0
      ? island
      : [
          Math.min(...places.map(([x]) => x)),
          Math.min(...places.map(([, y]) => y)),
          Math.max(...places.map(([x]) => x)),
          Math.max(...places.map(([, y]) => y)),
        ]
  const least = places.length === 0 ? 0 : LEAST_HEIGHT / height
  const margin = places.length === 0 ? 1.02 : MARGIN
  const resolution = Math.max(((maxX - minX) / width) * margin, ((maxY - minY) / height) * margin, least)
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2, resolution, width, height }
}

/** Whether the painted view `was` is still usable: contains everything and is not much too wide. Repainting is expensive. */
export function isStillGood(was: MapSight, wanted: MapSight, places: readonly Place[]): boolean {
  if (was.width !== wanted.width || was.height !== wanted.height || was.resolution > wanted.resolution * 2) return false
  return places.every((place) => {
    const [left, top] = pixelOf(was, place)
    return left >= 0 && top >= 0 && left <= was.width && top <= was.height
  })
}
