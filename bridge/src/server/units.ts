import type { BridgeUnit } from '@tenfour/contract'

/** Units of the current players, as last reported by the portal. */
export function createUnits() {
  const units = new Map<string, BridgeUnit>()
  const save = (unit: BridgeUnit) => void (unit.status === null ? units.delete(unit.steam) : units.set(unit.steam, unit))
  return {
    of: (steam: string): BridgeUnit | undefined => units.get(steam),
    all: (): BridgeUnit[] => [...units.values()],
    save,
    replace: (all: readonly BridgeUnit[]) => {
      units.clear()
      all.forEach(save)
    },
  }
}
export type Units = ReturnType<typeof createUnits>
