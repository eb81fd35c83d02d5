import { UNIT_STATUS_WORDS, UnitStatus, type PatrolUnit, type StatusColour } from '@tenfour/contract'
import { useSyncExternalStore } from 'react'

/** A status as the community has it. Its id is the number of one of the seven, or that of a status of its own that counts as one of them. */
export type StatusLook = {
  readonly statusId: number
  readonly countsAs: UnitStatus
  readonly name: string
  readonly short: string
  readonly tone: StatusColour
  readonly isRetired: boolean
}

const shipped = (statusId: UnitStatus, short: string, tone: StatusColour): StatusLook => {
  const words = UNIT_STATUS_WORDS[statusId]
  return { statusId, countsAs: statusId, name: words.charAt(0).toUpperCase() + words.slice(1), short, tone, isRetired: false }
}
/** As the portal comes, until the community's are loaded and wherever they can't be. */
const SHIPPED: readonly StatusLook[] = [
  shipped(3, 'In service', 'available'),
  shipped(4, 'Busy', 'busy'),
  shipped(5, 'En route', 'en-route'),
  shipped(6, 'On scene', 'on-scene'),
  shipped(7, 'Custody', 'custody'),
  shipped(2, 'Out', 'off'),
  shipped(1, 'Off duty', 'off'),
]

type Statuses = { readonly byId: ReadonlyMap<number, StatusLook>; readonly order: readonly number[] }
const statusesOf = (looks: readonly StatusLook[]): Statuses => ({
  byId: new Map(looks.map((look) => [look.statusId, look])),
  order: looks.filter(({ isRetired }) => !isRetired).map(({ statusId }) => statusId),
})
let statuses = statusesOf(SHIPPED)
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The statuses in the order of lists. None leaves those that the portal comes with. */
export function keepStatuses(looks: readonly StatusLook[]): void {
  statuses = statusesOf(looks.length > 0 ? looks : SHIPPED)
  for (const listener of listeners) listener()
}

/** The ids of the statuses in use, in the order of the status bar. A component that uses it is drawn again when a status changes. */
export const useStatusOrder = (): readonly number[] => useSyncExternalStore(subscribe, statusOrder)
export const statusOrder = (): readonly number[] => statuses.order

const lookOf = (statusId: number): StatusLook | undefined => statuses.byId.get(statusId)
/** Short, for a badge or a button: 'Out'. */
export const statusWord = (statusId: number): string => lookOf(statusId)?.short ?? 'Unknown'
/** Within a sentence: 'out of service', but 'EMS staged' as it is. */
export const statusWords = (statusId: number): string => {
  const name = lookOf(statusId)?.name ?? 'unknown'
  return /^\p{Lu}\p{Lu}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)
}
export const statusTone = (statusId: number): StatusColour => lookOf(statusId)?.tone ?? 'off'
/** The one of the seven that a status counts as. */
export const countsAs = (statusId: number): UnitStatus => lookOf(statusId)?.countsAs ?? UnitStatus.catch(2).parse(statusId)
/** The status of a unit: of the community's own, or one of the seven. */
export const statusOf = ({ status, statusId }: Pick<PatrolUnit, 'status' | 'statusId'>): number =>
  statusId !== null && lookOf(statusId) ? statusId : status
