import { Button, SegmentedControl, TextInput } from '@mantine/core'
import type { RepairCharacter, RepairVehicle } from '@tenfour/contract'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { changeTable } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { CharacterRepairDialog } from './CharacterRepairDialog.tsx'
import { CHARACTER_COLUMNS, VEHICLE_COLUMNS } from './repair-columns.tsx'
import { repairsQuery, type RepairKind } from './repairs.queries.ts'
import { VehicleRepairDialog } from './VehicleRepairDialog.tsx'
import { Row } from '../../../ui/layout.tsx'

const TABLE = { sort: null, sortable: [], filterable: ['kind'] } as const
const KINDS = [
  { value: 'character', label: 'Characters' },
  { value: 'vehicle', label: 'Vehicles' },
]
const LABELS: Readonly<Record<RepairKind, string>> = {
  character: 'Name, member’s email address or #number',
  vehicle: 'Plate, member’s email address or #number',
}
const SHORTEST = 2

/** Where an admin puts a member's records right. */
export function RepairsPage() {
  const [state, setState] = useTableSearch(TABLE)
  const kind: RepairKind = state.filters['kind'] === 'vehicle' ? 'vehicle' : 'character'
  const q = state.q.trim()
  const [typed, setTyped] = useState(state.q)
  const [edited, setEdited] = useState<RepairCharacter | RepairVehicle | null>(null)
  const found = useQuery({ ...repairsQuery(kind, q, { page: state.page, pageSize: state.size }), enabled: q.length >= SHORTEST })
  const [problem, setProblem] = useState<string | null>(null)
  const search = (event: SyntheticEvent) => {
    event.preventDefault()
    const isTooShort = typed.trim().length < SHORTEST
    setProblem(isTooShort ? `Type at least ${SHORTEST} characters` : null)
    if (isTooShort) return
    if (typed.trim() === q) void found.refetch()
    else setState(changeTable(state, { q: typed.trim() }))
  }
  const isVehicle = kind === 'vehicle'
  const table = {
    label: isVehicle ? 'Vehicles' : 'Characters',
    total: found.data?.total ?? 0,
    isTotalExact: found.data?.isTotalExact ?? true,
    state,
    onStateChange: setState,
    loading: found.isFetching && (found.isPending || found.isPlaceholderData),
    error: found.error,
    onRetry: found.refetch,
    onRowClick: setEdited,
    searchLabel: null,
    empty: {
      title: `No ${isVehicle ? 'vehicle' : 'character'} found`,
      text: 'Check the spelling, or search by the member’s email address.',
    },
  }
  return (
    <>
      <PageHeader title="Records" subtitle="Correct a member’s character or vehicle. The audit log keeps your searches and changes." />
      <Row as="form" gap={10} align="start" style={{ marginBottom: 4 }} noValidate onSubmit={search}>
        <SegmentedControl
          aria-label="What to search"
          data={KINDS}
          value={kind}
          onChange={(value) => setState(changeTable(state, { filters: value === 'vehicle' ? { kind: value } : {} }))}
        />
        <TextInput
          style={{ flex: 1, minWidth: 220, maxWidth: 460 }}
          aria-label={LABELS[kind]}
          placeholder={LABELS[kind]}
          autoComplete="off"
          maxLength={200}
          value={typed}
          error={problem}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
          Search
        </Button>
      </Row>
      {q.length >= SHORTEST &&
        (isVehicle ? (
          <DataTable
            {...table}
            columns={VEHICLE_COLUMNS}
            rows={found.data?.items.filter((item) => item.kind === 'vehicle')}
            rowKey={({ vehicleId }) => vehicleId}
          />
        ) : (
          <DataTable
            {...table}
            columns={CHARACTER_COLUMNS}
            rows={found.data?.items.filter((item) => item.kind === 'character')}
            rowKey={({ characterId }) => characterId}
          />
        ))}
      {edited?.kind === 'character' && <CharacterRepairDialog character={edited} onClose={() => setEdited(null)} />}
      {edited?.kind === 'vehicle' && <VehicleRepairDialog vehicle={edited} onClose={() => setEdited(null)} />}
    </>
  )
}
