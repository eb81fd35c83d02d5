import type { Import } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { dateTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { KIND_WORDS, outcomeOf, stateOf } from './import.labels.ts'
import { importsQuery } from './imports.queries.ts'

const TABLE = { sort: null, sortable: [], filterable: [] } as const

const COLUMNS: readonly Column<Import>[] = [
  { id: 'file', header: 'File', value: ({ fileName }) => fileName },
  { id: 'kind', header: 'What', value: ({ kind }) => KIND_WORDS[kind], width: 104 },
  {
    id: 'state',
    header: 'State',
    value: (each) => stateOf(each).word,
    cell: (each) => <StatusBadge tone={stateOf(each).tone}>{stateOf(each).word}</StatusBadge>,
    width: 150,
  },
  { id: 'outcome', header: 'Rows', value: outcomeOf, width: 190 },
  { id: 'by', header: 'By', value: ({ startedBy, uploadedBy }) => (startedBy ?? uploadedBy).name, width: 150 },
  { id: 'at', header: 'When', value: ({ uploadedAt }) => dateTime(uploadedAt), width: 180 },
]

export function ImportHistory({ shownId, onShow }: { shownId: number | undefined; onShow: (importId: number) => void }) {
  const [state, setState] = useTableSearch(TABLE)
  const imports = useQuery(importsQuery({ page: state.page, pageSize: state.size }))
  return (
    <Card title="Imports" aside={shownId === undefined ? 'Choose one to see its problems' : undefined}>
      <DataTable
        label="Imports"
        searchLabel={null}
        columns={COLUMNS}
        rows={imports.data?.items}
        total={imports.data?.total ?? 0}
        isTotalExact={imports.data?.isTotalExact ?? true}
        rowKey={({ importId }) => importId}
        state={state}
        onStateChange={setState}
        loading={imports.isFetching && (imports.isPending || imports.isPlaceholderData)}
        error={imports.error}
        onRetry={imports.refetch}
        onRowClick={({ importId }) => onShow(importId)}
        empty={{ title: 'No imports', text: 'Choose a file above. It is checked first.' }}
      />
    </Card>
  )
}
