import type { ReactNode } from 'react'
import type { CellValue } from './table-rows.ts'

export type SelectFilter = { readonly options: readonly { readonly value: string; readonly label: string }[] }

export type TableFilter = { readonly id: string; readonly label: string; readonly filter: 'text' | SelectFilter }

export type Column<Row> = {
  /** Letters, digits, `_` and `.`: it is used in the address. */
  readonly id: string
  readonly header: string
  /** The value for sorting, filtering and, without `cell`, display. */
  readonly value?: (row: Row) => CellValue
  readonly cell?: (row: Row) => ReactNode
  readonly sortable?: boolean
  readonly filter?: 'text' | SelectFilter
  /** In pixels; columns without a width share the remaining space. */
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
  readonly mono?: boolean
  /** Not drawn on a phone, where another cell says it. */
  readonly isWideOnly?: boolean
  /** Replaces the header's text, for example with a select-all checkbox. */
  readonly headerCell?: ReactNode
  /** For screen readers only, as for a column of buttons. */
  readonly hideHeader?: boolean
}

/** The minimum for columns without a width, before the table scrolls sideways. */
const FLEXIBLE_WIDTH = 150

export const tableMinWidth = (columns: readonly Pick<Column<never>, 'width'>[]): number =>
  columns.reduce((sum, { width }) => sum + (width ?? FLEXIBLE_WIDTH), 0)

export const columnFilters = <Row>(columns: readonly Column<Row>[]): TableFilter[] =>
  columns.flatMap(({ id, header, filter }) => (filter ? [{ id, label: header, filter }] : []))
