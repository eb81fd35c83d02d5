import { NAMES } from './names.ts'
import { createPlaceFinder } from './places.ts'
import { ROADS } from './roads.ts'

/** The names and roads of the game's island. Not part of the contract's index: a page loads them only where it needs them. */
export { NAMES, type NameKind, type PlaceName } from './names.ts'
export { trailingPostal, type FoundPlace } from './places.ts'
export { RAILWAY, ROADS, type Road, type RoadClass } from './roads.ts'

/** Where a typed place is on the island. A whole region or sea is too large to be a place. */
export const findPlace = createPlaceFinder({
  places: NAMES.filter(({ kind }) => kind !== 'region' && kind !== 'sea'),
  roads: ROADS.filter(({ name }) => name !== ''),
})
