import type { Bolo, BoloKind } from '@tenfour/contract'
import { createObservable, useObservable } from '../../../platform/store/observable.ts'

/** The known details of a person or vehicle to look out for. */
export type BoloSubject = {
  readonly kind: BoloKind
  readonly plate?: string
  readonly name?: string
  readonly description?: string
  readonly characterId?: number | null
  readonly vehicleId?: number | null
}
type Draft = { readonly edited: Bolo } | { readonly subject: BoloSubject } | null

const draft = createObservable<Draft>(null)

/** Opens the form for a new BOLO, prefilled. */
export const openNewBolo = (subject: BoloSubject): void => draft.set({ subject })
export const editBolo = (edited: Bolo): void => draft.set({ edited })
export const closeBoloForm = (): void => draft.set(null)
export const useBoloDraft = (): Draft => useObservable(draft)

const HAS_DIGIT = /\d/

/** Text typed after a command: with a digit or a closing `*` and no blank between words it is a plate. */
export function subjectFrom(text: string): BoloSubject {
  const typed = text.trim()
  const isPlate = typed.length <= 13 && (HAS_DIGIT.test(typed) || typed.endsWith('*')) && !/[^A-Za-z0-9\s*-]/.test(typed)
  return isPlate ? { kind: 'vehicle', plate: typed.toUpperCase() } : { kind: 'person', name: typed }
}

/** Hits that this page has just shown as the result of a lookup, so that they are not told twice. */
const shown = new Map<number, number>()
const SHOWN_MS = 5000

export function markShown(boloIds: readonly number[], now = Date.now()): void {
  for (const boloId of boloIds) shown.set(boloId, now)
}
export const wasShownHere = (boloId: number, now = Date.now()): boolean => now - (shown.get(boloId) ?? -Infinity) < SHOWN_MS
