import type { FieldValues, Flagged, Licence, PatientRecord, PersonRecord, RecordActor, Vehicle } from '@tenfour/contract'
import { createObservable, useObservable } from '../../../../platform/store/observable.ts'

/** The lookup on whose record an act is done. */
type OnRecord = { readonly lookupId: number }
/** Fields of the community's own that units fill in. */
export type FieldsAct = {
  readonly kind: 'fields'
  readonly of: 'character' | 'vehicle'
  readonly id: number
  readonly label: string
  readonly values: FieldValues
  readonly filler: 'police' | 'fire'
  /** Null for a patient. */
  readonly lookupId: number | null
}
/** A value of the community that the dialog offers. */
type Choosable = { readonly valueId: number; readonly name: string }
/** A flag of the community that is set on a record. */
export type FlagAct = OnRecord & {
  readonly kind: 'flag'
  readonly of: Flagged
  readonly id: number
  readonly label: string
  readonly values: readonly Choosable[]
}
/** An act of an officer; its dialog asks for the details. */
export type Act =
  | (OnRecord & { readonly kind: 'suspend' | 'revoke' | 'reinstate' | 'points'; readonly licence: Licence; readonly holder: string })
  | (OnRecord & { readonly kind: 'release' | 'stolen' | 'recovered'; readonly vehicle: Vehicle })
  | (OnRecord & { readonly kind: 'impound'; readonly vehicle: Vehicle; readonly lots: readonly Choosable[] })
  | FlagAct
  | (OnRecord & { readonly kind: 'alive'; readonly person: Pick<PersonRecord, 'characterId' | 'name'> })
  | { readonly kind: 'dead'; readonly patient: PatientRecord }
  | FieldsAct
  | { readonly kind: 'note-person'; readonly name: string }
  | { readonly kind: 'note-vehicle'; readonly plate: string }

const act = createObservable<Act | null>(null)
export const openAct = (next: Act): void => act.set(next)
export const closeAct = (): void => act.set(null)
export const useAct = (): Act | null => useObservable(act)

/** The person who acts, as the record names them. */
export type Actor = RecordActor
