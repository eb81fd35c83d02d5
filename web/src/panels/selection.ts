import type { CallInput } from '@tenfour/contract'
import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { createObservable } from '../platform/store/observable.ts'
import type { PanelId } from './panel-ids.ts'

/** What the panels of the desktop have in common: which call and which unit is meant, and which panel is in front. */
type Selection = {
  readonly callId: number | null
  readonly unitId: number | null
  readonly prefill: Prefill | null
  readonly onMap: PlacedCall | null
}
/** What is known of a call before the form for it is opened. */
type Prefill = Partial<Omit<z.input<typeof CallInput>, 'serverId'>>
export type PlacedCall = { readonly callId: number; readonly x: number; readonly y: number }

/** The desktop that is shown, or none. */
type PanelOpener = { readonly open: (panelId: PanelId) => void; readonly focus: (panelId: PanelId) => void }

const NOTHING: Selection = { callId: null, unitId: null, prefill: null, onMap: null }

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

/** Brings a panel to the front, opening it where it is closed; the keyboard stays where it is. */
export const openPanel = (panelId: PanelId): void => desktop?.open(panelId)
/** Brings a panel to the front and the keyboard into it. */
export const focusPanel = (panelId: PanelId): void => desktop?.focus(panelId)

/** Opens the form for a new call, with what is known already. */
export function openNewCall(prefill: Prefill = {}): void {
  change({ prefill })
  focusPanel('new-call')
}
/** What the form for a new call was last opened with; a new object each time it is asked for. */
export const useNewCallPrefill = (): Prefill | null => useSelected('prefill')

/** Brings the map to the front and the call into the middle of it. */
export function showOnMap({ callId, x, y }: PlacedCall): void {
  change({ callId, onMap: { callId, x, y } })
  focusPanel('map')
}
/** The call that is to be shown on the map, until the map has done so. */
export const useWantedOnMap = (): PlacedCall | null => useSelected('onMap')
export const shownOnMap = (): void => change({ onMap: null })

/** For the desktop alone: answers the panels until the returned function is called. Nothing stays selected on the next. */
export function attachDesktop(shown: PanelOpener): () => void {
  desktop = shown
  return () => {
    if (desktop !== shown) return
    desktop = null
    change(NOTHING)
  }
}
