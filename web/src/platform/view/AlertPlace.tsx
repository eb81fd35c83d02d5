import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createObservable, useObservable } from '../store/observable.ts'
import classes from './AlertPlace.module.css'

const place = createObservable<HTMLElement | null>(null)

/** The element in which alerts are shown; null on a page that has none. */
export const useAlertPlace = (): HTMLElement | null => useObservable(place)

/** The row below a page's header where alerts are shown. It is as high without one, so that nothing moves when an alert arrives. */
export function AlertPlace({ children }: { children?: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (!element) return
    place.set(element)
    return () => {
      if (place.get() === element) place.set(null)
    }
  }, [element])
  return (
    <div className={classes.row}>
      {children}
      <div ref={setElement} className={classes.alerts} />
    </div>
  )
}
