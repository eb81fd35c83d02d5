import { Button, Text } from '@mantine/core'
import { MAX_IMPORT_PROBLEMS, type Import, type ImportProblem } from '@tenfour/contract'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toCsv, useCsvExport } from '../../../platform/download/csv-export.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { problemColumns } from '../../../ui/file-problems.tsx'
import { defaultTableState } from '../../../ui/table-state.ts'
import { counted } from '../../../platform/format/text.ts'
import { fetchProblems, problemsQuery } from './imports.queries.ts'
import { Row } from '../../../ui/layout.tsx'

const COLUMNS = problemColumns<ImportProblem>()
const START = defaultTableState()
const asCsv = (problems: readonly ImportProblem[]): string =>
  toCsv(
    ['Row', 'Column', 'Found', 'Problem'],
    problems.map(({ row, field, found, message }) => [row, field, found, message]),
  )

/** The problems of a file, by row. */
export function ImportProblems({ shown: { importId, problems, fileName } }: { shown: Import }) {
  const [state, setState] = useState(START)
  const list = useQuery(problemsQuery(importId, { page: state.page, pageSize: state.size }))
  const exporting = useCsvExport()
  const download = () =>
    exporting.start({
      fetchPage: (page, signal) => fetchProblems(importId, { page, pageSize: 100 }, signal),
      keyOf: ({ problemId }: ImportProblem) => problemId,
      fileName: `${fileName.replace(/\.\w+$/, '')}-problems.csv`,
      toFile: asCsv,
      tooMany: 'The file has the first problems only. Correct them and check the file again.',
    })
  return (
    <section>
      <Row as="header" gap={12} nowrap justify="space-between" style={{ marginBottom: 10 }}>
        <Text component="h3" fw={620}>
          {counted(problems, 'problem')}
          {problems > MAX_IMPORT_PROBLEMS && (
            <span className="faint">, the first {MAX_IMPORT_PROBLEMS.toLocaleString('en')} are listed</span>
          )}
        </Text>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={exporting.count !== null}
          onClick={download}
        >
          Download as CSV
        </Button>
      </Row>
      <DataTable
        label="Problems"
        searchLabel={null}
        columns={COLUMNS}
        rows={list.data?.items}
        total={list.data?.total ?? 0}
        rowKey={({ problemId }) => problemId}
        state={state}
        onStateChange={setState}
        loading={list.isFetching && (list.isPending || list.isPlaceholderData)}
        error={list.error}
        onRetry={list.refetch}
        empty={{ title: 'No problems' }}
        maxHeight="420px"
      />
    </section>
  )
}
