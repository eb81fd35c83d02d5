import { NAMES, ROADS } from '@tenfour/contract/island'

export { findPlace } from '@tenfour/contract/island'
export { locate } from './locate.ts'

/** Roads and places that units can be sent to, without duplicates. */
export const PLACE_NAMES: readonly string[] = [
  ...new Set([...ROADS.map(({ name }) => name), ...NAMES.filter(({ kind }) => kind !== 'sea').map(({ name }) => name)]),
].filter((name) => name !== '')
