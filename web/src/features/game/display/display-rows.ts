import { UNIT_STATUS, type DisplayCall, type DisplayUnit, type UnitStatus } from '@tenfour/contract'

/** The rows that fit; if not all do, room is left for a last row of its own height with the remaining count. */
export function fit<T>(
  items: readonly T[],
  room: number,
  row: number,
  last: number,
): { readonly shown: readonly T[]; readonly more: number } {
  if (items.length * row <= room) return { shown: items, more: 0 }
  const shown = items.slice(0, Math.max(0, Math.floor((room - last) / row)))
  return { shown, more: items.length - shown.length }
}

/** As on the desktop: of the same priority, calls without a unit first. */
export const byUrgency = (a: DisplayCall, b: DisplayCall): number =>
  a.priority - b.priority || Number(b.units.length === 0) - Number(a.units.length === 0) || a.callId - b.callId
export const callsInOrder = (calls: readonly DisplayCall[]): DisplayCall[] => calls.toSorted(byUrgency)

/** Units at work first, then available ones. */
const URGENCY: readonly UnitStatus[] = [
  UNIT_STATUS.onScene,
  UNIT_STATUS.enRoute,
  UNIT_STATUS.subjectInCustody,
  UNIT_STATUS.inService,
  UNIT_STATUS.busy,
  UNIT_STATUS.outOfService,
  UNIT_STATUS.offDuty,
]
// Created once: `localeCompare` creates a collator per comparison, which would dominate the rendering time.
const { compare } = new Intl.Collator('en', { numeric: true })
export const unitsInOrder = (units: readonly DisplayUnit[]): DisplayUnit[] =>
  units.toSorted((a, b) => URGENCY.indexOf(a.status) - URGENCY.indexOf(b.status) || compare(a.identifier, b.identifier))

export const unitBySign = (units: readonly DisplayUnit[], sign: string): DisplayUnit | undefined =>
  units.find(({ identifier }) => identifier.toLowerCase() === sign.toLowerCase())

export const STATUS: Readonly<Record<UnitStatus, { readonly word: string; readonly tone: string }>> = {
  1: { word: 'Off duty', tone: 'off' },
  2: { word: 'Out of service', tone: 'off' },
  3: { word: 'In service', tone: 'available' },
  4: { word: 'Busy', tone: 'busy' },
  5: { word: 'En route', tone: 'en-route' },
  6: { word: 'On scene', tone: 'on-scene' },
  7: { word: 'In custody', tone: 'custody' },
}

/** 'now', '7 min', '2 h 05'. */
export function age(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes === 0) return 'now'
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
}

/** 'Legion Square · 1042'; either may be missing. */
export const placeOf = ({ location, postal }: Pick<DisplayCall, 'location' | 'postal'>): string =>
  [location, postal].filter(Boolean).join(' · ') || 'No location'

export const clockText = (at: number): string =>
  new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
