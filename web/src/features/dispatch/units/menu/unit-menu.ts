import { UNIT_CLASS, type Call, type PatrolUnit } from '@tenfour/contract'

/** '4L12 · Rosa Delgado', or a count for several. */
export const unitsTitle = (units: readonly PatrolUnit[]): string => {
  const [first] = units
  return units.length === 1 && first ? `${first.identifier} · ${first.name}` : `${units.length} units`
}

/** The value all of them share; undefined if they differ. */
export function common<T>(units: readonly PatrolUnit[], pick: (unit: PatrolUnit) => T): T | undefined {
  const values = new Set(units.map(pick))
  return values.size === 1 ? [...values][0] : undefined
}

/** The calls units can be sent to: the selected one, then those for their class, most urgent and oldest first. */
export function callsFor(calls: Iterable<Call>, units: readonly PatrolUnit[], selectedId: number | null): Call[] {
  const classes = new Set(units.map(({ unitClass }) => unitClass))
  const rank = (call: Call) =>
    (call.callId === selectedId ? -100 : 0) +
    (classes.has(UNIT_CLASS.Comms) || call.classes.some((each) => classes.has(each)) ? 0 : 10) +
    call.priority
  const where = common(units, ({ callId }) => callId)
  return [...calls].filter(({ callId }) => callId !== where).toSorted((a, b) => rank(a) - rank(b) || a.createdAt.localeCompare(b.createdAt))
}
