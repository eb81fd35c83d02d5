import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { fit } from './display-rows.ts'
import classes from './DisplayPage.module.css'

/** As in the style sheet, where rows have a fixed height; the row with the remaining count has one line. */
const ROW_EM = { 1: 1.65, 2: 2.8 } as const

type RowsProps<T> = {
  readonly label: string
  readonly items: readonly T[]
  /** Lines per row. */
  readonly lines: 1 | 2
  readonly empty: string
  readonly children: (item: T) => ReactNode
}

/** As many rows as fit. In-game screens do not scroll. */
export function Rows<T>({ label, items, lines, empty, children }: RowsProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    const measure = () => {
      const em = Number.parseFloat(getComputedStyle(element).fontSize)
      setRoom((element.clientHeight + 1) / em)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [lines])
  const { shown, more } = fit(items, room, ROW_EM[lines], ROW_EM[1])
  return (
    <ul className={classes.rows} ref={list} aria-label={label}>
      {shown.map(children)}
      {more > 0 && room > 0 && <li className={classes.more}>+{more} more</li>}
      {items.length === 0 && <li className={classes.more}>{empty}</li>}
    </ul>
  )
}
