import type { CallInput, WarrantAlert } from '@tenfour/contract'
import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { z } from 'zod'
import { createObservable } from '../platform/store/observable.ts'
import { focusShownPanel } from './desktop.ts'
import type { PanelId } from './panel.ts'

/** State shared by the desktop's panels: the selected call and unit, and pending requests between panels. */
type Selection = {
  readonly callId: number | null
  readonly unitId: number | null
  /** The selection as the sheet and the map show it. It follows once the keys of a list rest. */
  readonly shown: Shown
  readonly prefill: Prefill | null
  readonly onMap: PlacedCall | null
  readonly report: { readonly callId: number } | null
  readonly warrant: WarrantRequest | null
}
type Shown = { readonly callId: number | null; readonly unitId: number | null }
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

const NOBODY: Shown = { callId: null, unitId: null }
const NOTHING: Selection = { ...NOBODY, shown: NOBODY, prefill: null, onMap: null, report: null, warrant: null }
/** Longer than a held key takes to repeat: the sheet follows where the walk ends. */
const WALK_MS = 50

const selection = createObservable(NOTHING)
let desktop: PanelOpener | null = null

/** The wait for the keys of a list to rest. */
type Walk = { frame: number; timer: ReturnType<typeof setTimeout> | undefined }
let walk: Walk | null = null
function endWalk(): void {
  if (!walk) return
  cancelAnimationFrame(walk.frame)
  clearTimeout(walk.timer)
  walk = null
}
const shownOf = ({ callId, unitId }: Shown): Shown => ({ callId, unitId })
const change = (by: Partial<Selection>) => {
  endWalk()
  const next = { ...selection.get(), ...by }
  selection.set({ ...next, shown: shownOf(next) })
}
const useSelected = <K extends keyof Selection>(key: K): Selection[K] =>
  useSyncExternalStore(selection.subscribe, () => selection.get()[key])

/** Called on every change, until the returned function is called. */
export const onSelection = selection.subscribe

/** The row of the lists. */
export const useSelectedCallId = (): number | null => useSelected('callId')
export const useSelectedUnitId = (): number | null => useSelected('unitId')
/** For what shows the selection beside the lists. */
export const useShownCallId = (): number | null => useSelected('shown').callId
export const useShownUnitId = (): number | null => useSelected('shown').unitId
export const selectedCallId = (): number | null => selection.get().callId
export const selectCall = (callId: number | null): void => change({ callId })
export const selectUnit = (unitId: number | null): void => change({ unitId })

/** Selects by the keys of a list: its row is painted first, and what else shows the selection follows once the keys rest. */
export function walkTo(to: Partial<Shown>): void {
  endWalk()
  selection.set({ ...selection.get(), ...to })
  const begun: Walk = { frame: 0, timer: undefined }
  begun.frame = requestAnimationFrame(() => {
    begun.timer = setTimeout(() => change({}), WALK_MS)
  })
  walk = begun
}

/** Before a panel gets the focus: it shows what is selected, so that the next key is not for what it showed before. */
function catchUp(): void {
  if (walk) flushSync(() => change({}))
}

/** Brings a panel to the front, opening it if closed; focus stays where it is. */
export function openPanel(panelId: PanelId): void {
  catchUp()
  desktop?.open(panelId)
}
/** Brings a panel to the front and focuses it. */
export function focusPanel(panelId: PanelId): void {
  catchUp()
  desktop?.focus(panelId)
}

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
