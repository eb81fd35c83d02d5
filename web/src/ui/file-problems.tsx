import { Text } from '@mantine/core'
import { useState } from 'react'
import { DataTable } from './DataTable.tsx'
import { OnPhone } from './OnPhone.tsx'
import { defaultTableState } from './table-state.ts'
import type { Column } from './table-columns.ts'

type FileProblem = { readonly row: number; readonly field: string | null; readonly found: string | null; readonly message: string }

/** The columns of a table of problems in a file. */
export const problemColumns = <P extends FileProblem>(): readonly Column<P>[] => [
  { id: 'row', header: 'Row', value: ({ row }) => row, width: 76, align: 'right', mono: true },
  { id: 'field', header: 'Column', value: ({ field }) => field ?? '', width: 180, mono: true, isWideOnly: true },
  {
    id: 'found',
    header: 'Found',
    value: ({ found }) => found ?? '',
    cell: ({ field, found }) => (found || field === null || found === null ? found : <span className="faint">empty</span>),
    width: 200,
    mono: true,
    isWideOnly: true,
  },
  {
    id: 'message',
    header: 'Problem',
    value: ({ message }) => message,
    cell: ({ field, found, message }) => (
      <>
        <span style={{ whiteSpace: 'normal' }}>{message}</span>
        {field !== null && <OnPhone>{found ? `${field}: ${found}` : `${field}: empty`}</OnPhone>}
      </>
    ),
  },
]

const START = defaultTableState()

type FileTableProps<Row extends object> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}

/** A table of what a file holds, or of what is wrong with it. */
export function FileTable<Row extends object>({ label, ...table }: FileTableProps<Row>) {
  const [state, setState] = useState(START)
  return (
    <section>
      <Text component="h3" fw={620} mb={8}>
        {label}
      </Text>
      <DataTable
        label={label}
        searchLabel={null}
        {...table}
        state={state}
        onStateChange={setState}
        empty={{ title: `No ${label.toLowerCase()}` }}
        maxHeight="420px"
      />
    </section>
  )
}
