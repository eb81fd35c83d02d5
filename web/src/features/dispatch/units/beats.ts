import type { Beat } from '@tenfour/contract'

const AREA_NAMES: Readonly<Record<Beat['area'], string>> = {
  'Twin Falls': 'Twin Falls',
  'Twin Falls County': 'Twin Falls County',
  Both: 'City and county',
}

/** The beats grouped by area, in the given order. */
export const beatsByArea = (beats: readonly Beat[]): { readonly area: string; readonly beats: readonly Beat[] }[] =>
  [...Map.groupBy(beats, ({ area }) => area)].map(([area, ofArea]) => ({ area: AREA_NAMES[area], beats: ofArea }))
