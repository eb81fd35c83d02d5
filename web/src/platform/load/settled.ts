import { createObservable, useObservable } from '../store/observable.ts'

/** Whether the first page has been drawn with its data, so that what it can be used without may be fetched. Once true it stays so. */
const settled = createObservable(false)
export const settle = (): void => settled.set(true)
export const useIsSettled = (): boolean => useObservable(settled)
