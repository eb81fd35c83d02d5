import type { BridgeUnit } from '@tenfour/contract'
import { sourceNamed } from './players.ts'

/** Units of the current players, as last reported by the portal. */
export function createUnits(onChanged: () => void = () => undefined) {
  const units = new Map<string, BridgeUnit>()
  const put = (unit: BridgeUnit, source = sourceNamed(unit)): void => {
    if (source === undefined) return
    if (unit.status === null) units.delete(source)
    else units.set(source, { ...unit, source: Number(source) })
  }
  return {
    of: (source: string): BridgeUnit | undefined => units.get(source),
    all: (): BridgeUnit[] => [...units.values()],
    entries: (): Iterable<[source: string, unit: BridgeUnit]> => units.entries(),
    save: (unit: BridgeUnit, source?: string): void => {
      put(unit, source)
      onChanged()
    },
    left: (source: string) => void units.delete(source),
    replace: (all: readonly BridgeUnit[]) => {
      units.clear()
      for (const unit of all) put(unit)
      onChanged()
    },
  }
}
export type Units = ReturnType<typeof createUnits>
