import { createObservable, useObservable, type Readable } from '../platform/store/observable.ts'

/** A person to write about, as far as a form needs them. */
export type LikelyPerson = { readonly characterId: number; readonly name: string; readonly bornOn: string | null }
type LikelyVehicle = { readonly vehicleId: number; readonly plate: string; readonly model: string; readonly colour: string }

/** The person and vehicle the unit looked up last. Forms offer them, so that nobody types them again. */
type LookedUp = {
  readonly person: LikelyPerson | null
  readonly vehicle: LikelyVehicle | null
  /** Of that vehicle. */
  readonly owner: LikelyPerson | null
}
const NOBODY: LookedUp = { person: null, vehicle: null, owner: null }

const lookedUp = createObservable(NOBODY)
export const useLookedUp = (): LookedUp => useObservable(lookedUp)
export const noteLookedUp = (found: Partial<LookedUp>): void => lookedUp.set({ ...lookedUp.get(), ...found })
export const forgetLookedUp = (): void => lookedUp.set(NOBODY)

type Position = { readonly x: number; readonly y: number }

/** The position of the user's own unit. Followed only while something shows it. */
const own = createObservable<Readable<Position | null> | null>(null)
const NOWHERE: Readable<Position | null> = { get: () => null, subscribe: () => () => undefined }

/** For the desktop: offers the position until the returned function is called. */
export function offerOwnPosition(position: Readable<Position | null>): () => void {
  own.set(position)
  return () => {
    if (own.get() === position) own.set(null)
  }
}
export function useOwnPosition(): Position | null {
  return useObservable(useObservable(own) ?? NOWHERE)
}
