import { createObservable, useObservable } from '../../../platform/store/observable.ts'

/** The open part of the help. */
export type GuidePart = 'keys' | 'commands'

const open = createObservable<GuidePart | null>(null)

export const showGuide = open.set
export const useGuide = (): GuidePart | null => useObservable(open)
