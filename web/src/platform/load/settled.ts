import { createObservable, useObservable } from '../store/observable.ts'

/** Whether the first page has been drawn with its data, so that what it can be used without may be fetched. Once true it stays so. */
const settled = createObservable(false)
export const settle = (): void => settled.set(true)
/** Calls back once that is so, at once if it already is. Returns how to stop waiting. */
export function onSettled(callback: () => void): () => void {
  if (settled.get()) {
    callback()
    return () => undefined
  }
  return settled.subscribe(callback)
}
export const useIsSettled = (): boolean => useObservable(settled)
