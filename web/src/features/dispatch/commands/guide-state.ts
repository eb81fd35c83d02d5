import { createObservable, useObservable } from '../../../platform/store/observable.ts'

/** Which part of the guide to keys and commands is open. */
export type GuidePart = 'keys' | 'commands'

const open = createObservable<GuidePart | null>(null)

export const showGuide = open.set
export const useGuide = (): GuidePart | null => useObservable(open)
