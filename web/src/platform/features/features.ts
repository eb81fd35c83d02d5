import { isSwitchedOn, type FeatureSwitch, type SwitchedOff } from '@tenfour/contract'
import { createObservable, useObservable } from '../store/observable.ts'

const switchedOff = createObservable<SwitchedOff>([])

/** Set from the page's configuration at the start, and then live. */
export function setSwitchedOff(keys: SwitchedOff): void {
  if (keys.join() !== switchedOff.get().join()) switchedOff.set(keys)
}

export const isOn = (featureSwitch: FeatureSwitch | undefined): boolean => isSwitchedOn(featureSwitch, switchedOff.get())

export const useSwitchedOff = (): SwitchedOff => useObservable(switchedOff)

/** Whether it is on now, and redrawn when that changes. */
export const useIsOn = (featureSwitch: Pick<FeatureSwitch, 'key'>): boolean => isSwitchedOn(featureSwitch, useSwitchedOff())

type Switched = { readonly featureSwitch?: FeatureSwitch | undefined }

/** The items of a list, such as links or panels, that are not switched off. */
export function useSwitchedOn<T extends Switched>(all: readonly T[]): readonly T[] {
  const off = useSwitchedOff()
  return all.filter(({ featureSwitch }) => isSwitchedOn(featureSwitch, off))
}
