import type { CallInput, WarrantAlert } from '@tenfour/contract'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { createObservable } from '../platform/store/observable.ts'
import { focusShownPanel } from './desktop.ts'
import type { PanelId } from './panel.ts'

/** State shared by the desktop's panels: the selected call and unit, and pending requests between panels. */
type Selection = {
  readonly callId: number | null
  readonly unitId: number | null
  readonly prefill: Prefill | null
  readonly onMap: PlacedCall | null
  readonly report: { readonly callId: number } | null
  readonly warrant: WarrantRequest | null
}
/** A warrant to draft, to open or to serve. Warrants are above the panels that ask for this. */
export type WarrantRequest =
  | {
      readonly kind: 'draft'
      readonly about: {
        readonly label: string
        readonly characterId?: number
        readonly vehicleId?: number
        readonly callId?: number
        readonly reportId?: number
      }
    }
  | { readonly kind: 'open'; readonly warrantId: number }
  | { readonly kind: 'serve'; readonly warrant: ServedWarrant }
export type ServedWarrant = Pick<WarrantAlert, 'warrantId' | 'number' | 'type' | 'subjectName' | 'version'>
/** Known values for a new call. */
type Prefill = Partial<Omit<z.input<typeof CallInput>, 'serverId'>>
type PlacedCall = { readonly callId: number; readonly x: number; readonly y: number }

/** The current desktop, or null. */
type PanelOpener = { readonly open: (panelId: PanelId) => void; readonly focus: (panelId: PanelId) => void }

const NOTHING: Selection = { callId: null, unitId: null, prefill: null, onMap: null, report: null, warrant: null }

const selection = createObservable(NOTHING)
let desktop: PanelOpener | null = null

const change = (by: Partial<Selection>) => selection.set({ ...selection.get(), ...by })
const useSelected = <K extends keyof Selection>(key: K): Selection[K] =>
  useSyncExternalStore(selection.subscribe, () => selection.get()[key])

export const useSelectedCallId = (): number | null => useSelected('callId')
export const useSelectedUnitId = (): number | null => useSelected('unitId')
export const selectedCallId = (): number | null => selection.get().callId
export const selectCall = (callId: number | null): void => change({ callId })
export const selectUnit = (unitId: number | null): void => change({ unitId })

/** Brings a panel to the front, opening it if closed; focus stays where it is. */
export const openPanel = (panelId: PanelId): void => desktop?.open(panelId)
/** Brings a panel to the front and focuses it. */
export const focusPanel = (panelId: PanelId): void => desktop?.focus(panelId)

/** Opens the new-call form, prefilled. */
export function openNewCall(prefill: Prefill = {}): void {
  change({ prefill })
  focusPanel('new-call')
}
/** The values the new-call form was last opened with; a new object each time. */
export const useNewCallPrefill = (): Prefill | null => useSelected('prefill')

/** Brings the map to the front and centres it on the call. */
export function showOnMap({ callId, x, y }: PlacedCall): void {
  change({ callId, onMap: { callId, x, y } })
  focusPanel('map')
}
/** The call to show on the map, until the map has done so. */
export const useWantedOnMap = (): PlacedCall | null => useSelected('onMap')
export const shownOnMap = (): void => change({ onMap: null })

/** Asks for a report about a call. */
export const openNewReport = (callId: number): void => change({ report: { callId } })
/** The call to write a report about, until someone has taken it up. */
export const useWantedReport = (): { readonly callId: number } | null => useSelected('report')
export const shownNewReport = (): void => change({ report: null })

/** Asks the warrant panels for a warrant. */
export const askWarrant = (warrant: WarrantRequest): void => change({ warrant })
/** The warrant that is asked for, until someone has taken it up. */
export const useWantedWarrant = (): WarrantRequest | null => useSelected('warrant')
export const shownWarrant = (): void => change({ warrant: null })

/** Whether the page has panels. */
export const hasPanels = (): boolean => desktop !== null

/** For the desktop only: handles panel requests until the returned function is called. */
export function attachDesktop(shown: PanelOpener): () => void {
  desktop = shown
  return () => {
    if (desktop === shown) desktop = null
  }
}

/** Called when the desktop is left. A change of its layout keeps the selection. */
export const clearSelection = (): void => change(NOTHING)

/** Focuses the list of calls, where the next call is chosen, or the call sheet if the list is not in sight. */
export const focusCalls = (): void => focusShownPanel(['calls', 'call'])

/** Shows a call, with focus on its row: A, L, S and C work there. */
export function focusCall(callId: number): void {
  selectCall(callId)
  openPanel('call')
  focusCalls()
}
