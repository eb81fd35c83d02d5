import { UnitType } from '@tenfour/contract'

const NAMES: Readonly<Record<UnitType, string>> = { 1: 'Patrol', 2: 'Air', 3: 'Dispatcher' }

/** The unit type of a pattern or call sign; null stands for all. */
export const scopeName = (unitType: UnitType | null): string => (unitType === null ? 'Every type' : NAMES[unitType])

export const TYPE_OPTIONS = [null, ...UnitType.values].map((type) => ({ value: String(type ?? ''), label: scopeName(type) }))
export const typeOf = (value: string): UnitType | null => (value === '' ? null : UnitType.parse(Number(value)))
