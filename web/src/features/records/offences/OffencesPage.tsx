import { Button, Checkbox } from '@mantine/core'
import { finesSwitch, listOffences, OffenceType, OFFENCE_FIELDS, type Offence } from '@tenfour/contract'
import { useIsOn } from '../../../platform/features/features.ts'
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import type { TableFilter } from '../../../ui/table-columns.ts'
import { setFilter } from '../../../ui/table-state.ts'
import { useCsvExport, toCsv } from '../../../platform/download/csv-export.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { OFFENCE_COLUMNS, OFFENCE_TABLE, offenceFilter } from './offence-table.tsx'
import { OffenceDialog } from './OffenceDialog.tsx'
import { offencesQuery, useLiveOffences } from './offences.queries.ts'

/** The penal code, for members who keep it. */
export function OffencesPage() {
  const hasFines = useIsOn(finesSwitch)
  useLiveOffences()
  const [state, setState] = useTableSearch(OFFENCE_TABLE)
  const filter = offenceFilter(state)
  const offences = useQuery(offencesQuery(filter))
  const [edited, setEdited] = useState<Offence | 'new' | null>(null)
  const exporting = useCsvExport()
  const categories = offences.data?.categories
  const filters = useMemo(() => filtersOf(categories ?? []), [categories])
  const exportAll = () =>
    exporting.start({
      fetchPage: (page, signal) => call(listOffences, { query: { ...filter, page, pageSize: 100 }, signal, quiet: true }),
      keyOf: ({ offenceId }: Offence) => offenceId,
      fileName: 'penal-code.csv',
      toFile: offenceCsv,
      tooMany: 'The file has the first offences only. Narrow the list to get the others.',
    })
  return (
    <>
      <PageHeader
        title="Penal code"
        subtitle="Offences that officers can charge. Records keep the wording they were written with."
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/admin/imports" search={{ kind: 'offences' }} />}
            >
              Import
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              loading={exporting.count !== null}
              onClick={exportAll}
            >
              Export CSV
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
              Add offence
            </Button>
          </>
        }
      />
      <DataTable
        label="Offences"
        searchLabel="Search code, title or category"
        columns={hasFines ? OFFENCE_COLUMNS : OFFENCE_COLUMNS.filter(({ id }) => id !== 'fine')}
        rows={offences.data?.items}
        total={offences.data?.total ?? 0}
        isTotalExact={offences.data?.isTotalExact ?? true}
        rowKey={({ offenceId }) => offenceId}
        state={state}
        onStateChange={setState}
        filters={filters}
        loading={offences.isFetching && (offences.isPending || offences.isPlaceholderData)}
        error={offences.error}
        onRetry={offences.refetch}
        onRowClick={setEdited}
        empty={{ title: 'No offences', text: 'Add one, or import a penal code from a CSV file.' }}
        toolbar={
          <Checkbox
            size="xs"
            label="Include retired"
            checked={state.filters['retired'] === 'yes'}
            onChange={(event) => setState(setFilter(state, 'retired', event.currentTarget.checked ? 'yes' : ''))}
          />
        }
      />
      {edited && <OffenceDialog offence={edited === 'new' ? null : edited} categories={categories ?? []} onClose={() => setEdited(null)} />}
    </>
  )
}

const filtersOf = (categories: readonly string[]): TableFilter[] => [
  { id: 'type', label: 'Type', filter: { options: OffenceType.options.map((value) => ({ value, label: value })) } },
  { id: 'category', label: 'Category', filter: { options: categories.map((value) => ({ value, label: value })) } },
]

/** With the fields' own names as its header, so that the file can be edited and imported again. */
export const offenceCsv = (offences: readonly Offence[]): string =>
  toCsv(
    OFFENCE_FIELDS,
    offences.map((offence) => OFFENCE_FIELDS.map((field) => offence[field])),
  )
