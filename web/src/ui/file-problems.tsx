import type { Column } from './table-columns.ts'

type FileProblem = { readonly row: number; readonly field: string | null; readonly found: string | null; readonly message: string }

/** The columns of a table of problems in a file. */
export const problemColumns = <P extends FileProblem>(): readonly Column<P>[] => [
  { id: 'row', header: 'Row', value: ({ row }) => row, width: 76, align: 'right', mono: true },
  { id: 'field', header: 'Column', value: ({ field }) => field ?? '', width: 180, mono: true },
  {
    id: 'found',
    header: 'Found',
    value: ({ found }) => found ?? '',
    cell: ({ field, found }) => (found || field === null || found === null ? found : <span className="faint">empty</span>),
    width: 200,
    mono: true,
  },
  { id: 'message', header: 'Problem', value: ({ message }) => message },
]
