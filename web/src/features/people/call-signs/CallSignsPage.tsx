import { Button, SegmentedControl, Select } from '@mantine/core'
import { accessSubject, isAllowed, manageMembers, type DepartmentPerson } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { heldDepartments } from '../../../platform/session/held-departments.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { OnPhone } from '../../../ui/OnPhone.tsx'
import { overlayRoot } from '../../../ui/overlay-root.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import type { TableDefaults, TableState } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { departmentsQuery } from '../departments/departments.port.ts'
import { departmentPeopleQuery } from '../members/members.port.ts'
import { PersonCell } from '../pictures/pictures.port.ts'
import { CallSignDialog } from './CallSignDialog.tsx'
import { patternsQuery } from './call-signs.queries.ts'
import { scopeName } from './pattern-words.ts'
import { PatternsCard } from './PatternsCard.tsx'

const DEFAULTS: TableDefaults = { sortable: [], filterable: ['department'] }
const rowKey = ({ userId }: DepartmentPerson) => userId
/** As many as a segmented control has room for. */
const SEGMENTS = 3

type Headed = { readonly departmentId: number; readonly name: string }

/** The patterns of a department and the call signs of its members, for its heads and for those who manage members. */
export function CallSignsPage() {
  const user = useSignedInUser()
  const managesAll = isAllowed(manageMembers, accessSubject(user))
  const all = useQuery({ ...departmentsQuery(true), enabled: managesAll })
  const [state, setState] = useTableSearch(DEFAULTS)
  const headed: readonly Headed[] | undefined = managesAll ? all.data : heldDepartments(user, 'headDepartment')
  if (!headed) return all.isError ? <PageError error={all.error} onRetry={all.refetch} /> : <PageLoading label="Loading departments" />
  const department = headed.find(({ departmentId }) => String(departmentId) === state.filters['department']) ?? headed[0]
  if (!department) return <Empty title="No departments" text="An admin adds the first under Admin, Departments." />
  const choose = (value: string | null) => value !== null && setState({ ...state, page: 1, filters: { department: value } })
  const choices = headed.map((each) => ({ value: String(each.departmentId), label: each.name }))
  const chosen = { value: String(department.departmentId), data: choices, onChange: choose }
  return (
    <>
      <PageHeader
        title={`Call signs of ${department.name}`}
        subtitle="Each member keeps a call sign of their own. The desktop proposes it when they go on duty."
        actions={
          headed.length <= 1 ? undefined : headed.length <= SEGMENTS ? (
            <SegmentedControl aria-label="Department" {...chosen} />
          ) : (
            <Select
              aria-label="Department"
              allowDeselect={false}
              w={140}
              comboboxProps={{ portalProps: { target: overlayRoot() } }}
              {...chosen}
            />
          )
        }
      />
      <Patterns key={department.departmentId} department={department} />
      <Signs department={department} state={state} setState={setState} />
    </>
  )
}

function Patterns({ department: { departmentId } }: { department: Headed }) {
  const patterns = useQuery(patternsQuery(departmentId))
  if (patterns.isPending) return <PageLoading label="Loading patterns" />
  if (!patterns.data) return <PageError error={patterns.error} onRetry={patterns.refetch} />
  return <PatternsCard patterns={patterns.data} />
}

type SignsProps = { department: Headed; state: TableState; setState: (state: TableState) => void }

function Signs({ department, state, setState }: SignsProps) {
  const { departmentId, name } = department
  const [changing, setChanging] = useState<DepartmentPerson | null>(null)
  const people = useQuery(departmentPeopleQuery(departmentId, { q: state.q.trim(), page: state.page, pageSize: state.size }))
  const columns = useMemo(() => columnsFor(setChanging), [])
  // As it is by now, after a conflict too.
  const current = people.data?.items.find(({ userId }) => userId === changing?.userId) ?? changing
  return (
    <>
      <DataTable
        label={`Call signs in ${name}`}
        noun="members"
        columns={columns}
        rows={people.data?.items}
        total={people.data?.total ?? 0}
        isTotalExact={people.data?.isTotalExact}
        rowKey={rowKey}
        state={state}
        onStateChange={setState}
        error={people.error}
        onRetry={people.refetch}
        searchLabel="Search by name"
        empty={{ title: `Nobody is in ${name} yet` }}
      />
      {changing && current && <CallSignDialog departmentId={departmentId} person={current} onClose={() => setChanging(null)} />}
    </>
  )
}

const SignsOf = ({ callSigns }: DepartmentPerson) =>
  callSigns.length === 0 ? (
    <span className="faint">None yet</span>
  ) : (
    <span>
      {callSigns.map(({ unitType, callSign }, index) => (
        <span key={unitType ?? 0}>
          {index > 0 && ', '}
          <span className="mono">{callSign}</span>
          {unitType !== null && <span className="muted"> {scopeName(unitType)}</span>}
        </span>
      ))}
    </span>
  )

const columnsFor = (onChange: (person: DepartmentPerson) => void): Column<DepartmentPerson>[] => [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: (person) => (
      <PersonCell user={person}>
        <span>
          {person.name}
          <OnPhone>
            <SignsOf {...person} />
          </OnPhone>
        </span>
      </PersonCell>
    ),
  },
  { id: 'rank', header: 'Rank', value: ({ rankName }) => rankName ?? 'No rank', width: 200, isWideOnly: true },
  { id: 'callSign', header: 'Call sign', cell: SignsOf, width: 260, isWideOnly: true },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    width: 104,
    cell: (person) => (
      <Button size="xs" variant="default" onClick={() => onChange(person)}>
        Change<span className="visually-hidden">&nbsp;the call sign of {person.name}</span>
      </Button>
    ),
  },
]
