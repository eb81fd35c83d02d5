import type { ReactNode } from 'react'
import { DayRange } from '../../../../ui/DayRange.tsx'
import { setFilter, type TableState } from '../../../../ui/table-state.ts'
import classes from './ReportPage.module.css'
import { Row } from '../../../../ui/layout.tsx'

type ReportToolsProps = { state: TableState; onStateChange: (state: TableState) => void; children?: ReactNode }

/** The filters that are no columns: the first and last day. */
export function ReportTools({ state, onStateChange, children }: ReportToolsProps) {
  const { from, to } = state.filters
  return (
    <Row gap="8px 16px">
      {children}
      <DayRange
        className={classes.labelled}
        value={{ from, to }}
        onChange={(days) => {
          const [[id, value] = ['from', '']] = Object.entries(days)
          onStateChange(setFilter(state, id, value ?? ''))
        }}
      />
    </Row>
  )
}
