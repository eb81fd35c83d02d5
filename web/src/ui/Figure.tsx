import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Figure.module.css'
import { classNames, Columns } from './layout.tsx'

/** Figures beside each other, as items of a list; at most four in a row. */
export const Figures = ({ children }: { children: ReactNode }) => (
  <Columns as="ul" of="repeat(auto-fit, minmax(min(max(220px, 23%), 100%), 1fr))" gap={12} className={classes.cards}>
    {children}
  </Columns>
)

/** The class of the card that holds a figure: a link, or neither link nor button. */
export const FIGURE_CARD = classes.figure
export const FIGURE_BUTTON = classNames('bare-button', classes.figure)

type FigureProps = {
  title: string
  /** Undefined while it is loading. */
  value: string | undefined
  isMissing?: boolean
  isWarning?: boolean
  /** A line about it. */
  children: ReactNode
}

/** A large number with its title and a line about it. */
export function Figure({ title, value, isMissing = false, isWarning = false, children }: FigureProps) {
  const isFailed = isMissing && value === undefined
  return (
    <>
      <span className="muted small">{title}</span>
      <span className={classNames(isWarning && 'amber', classes.value)}>
        {value ?? (isFailed ? '–' : <Skeleton height={22} width={70} my={5} />)}
      </span>
      <span className={classNames('muted small', classes.note)}>
        {isFailed ? 'could not be loaded' : value === undefined ? <Skeleton height={12} width="70%" my={4} /> : children}
      </span>
    </>
  )
}
