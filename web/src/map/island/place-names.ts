import { NAMES } from './names.ts'
import { ROADS } from './roads.ts'

export { locate } from './locate.ts'

/** Roads and places that units can be sent to, without duplicates. */
export const PLACE_NAMES: readonly string[] = [
  ...new Set([...ROADS.map(({ name }) => name), ...NAMES.filter(({ kind }) => kind !== 'sea').map(({ name }) => name)]),
].filter((name) => name !== '')
