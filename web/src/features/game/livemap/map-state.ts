import type { UnitClass, UnitStatus } from '@tenfour/contract'
import type { ChartChoice } from '../../../map/engine/engine.ts'
import { NO_FILTER, type UnitFilter } from '../../../map/engine/looks.ts'

/** The map's display options. Kept while the page is open. */
export type MapChoices = ChartChoice & { readonly filter: UnitFilter }

export const FIRST_CHOICES: MapChoices = { hasGrid: false, hasBeats: false, hasTrails: false, hasClusters: true, filter: NO_FILTER }

const toggled = <T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> => {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}
export const withClass = (choices: MapChoices, unitClass: UnitClass): MapChoices => ({
  ...choices,
  filter: { ...choices.filter, classes: toggled(choices.filter.classes, unitClass) },
})
export const withStatus = (choices: MapChoices, status: UnitStatus): MapChoices => ({
  ...choices,
  filter: { ...choices.filter, statuses: toggled(choices.filter.statuses, status) },
})
