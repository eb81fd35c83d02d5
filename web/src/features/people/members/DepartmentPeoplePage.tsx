import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { accessSubject, isAllowed, manageMembers, type DepartmentPerson } from '@tenfour/contract'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { heldDepartments } from '../../../platform/session/held-departments.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { OnPhone } from '../../../ui/OnPhone.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import type { Column } from '../../../ui/table-columns.ts'
import type { TableDefaults, TableState } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { PersonCell } from '../pictures/pictures.port.ts'
import type { Changes } from '../users/users.port.ts'
import { departmentPeopleQuery, refreshDepartmentPeople } from './members.queries.ts'
import { MoveForm, type MoveKind } from './MoveForm.tsx'
import { PostingActions } from './PostingActions.tsx'
import { RankForm } from './RankForm.tsx'

const DEFAULTS: TableDefaults = { sortable: [], filterable: ['department'] }
const rowKey = ({ userId }: DepartmentPerson) => userId
type Changing = { readonly person: DepartmentPerson } & ({ readonly kind: 'rank' } | { readonly kind: 'move'; readonly move: MoveKind })

type Headed = { readonly departmentId: number; readonly name: string }

/** The members of a department, for its heads. */
export function DepartmentPeoplePage({ changes }: { changes: Changes }) {
  const headed = heldDepartments(useSignedInUser(), 'headDepartment')
  const [state, setState] = useTableSearch(DEFAULTS)
  const department = headed.find(({ departmentId }) => String(departmentId) === state.filters['department']) ?? headed[0]
  // The rank is lost while the page is open: the guard of the route sends them away.
  return department && <People headed={headed} department={department} state={state} setState={setState} changes={changes} />
}

type PeopleProps = {
  headed: readonly Headed[]
  department: Headed
  state: TableState
  setState: (state: TableState) => void
  changes: Changes
}

function People({ headed, department, state, setState, changes }: PeopleProps) {
  const user = useSignedInUser()
  const { userId } = user
  const changesHeads = isAllowed(manageMembers, accessSubject(user))
  const { departmentId, name } = department
  const [isAdding, setAdding] = useState(false)
  const [changing, setChanging] = useState<Changing | null>(null)
  const columns = useMemo(
    () => columnsFor({ departmentId, name }, { userId, changesHeads }, setChanging),
    [departmentId, name, userId, changesHeads],
  )
  const people = useQuery(departmentPeopleQuery(departmentId, { q: state.q.trim(), page: state.page, pageSize: state.size }))
  return (
    <>
      <PageHeader
        title={`Members of ${department.name}`}
        subtitle="Add members to the department, change their ranks, transfer them to another department, or remove them from it."
        actions={
          <Row>
            {headed.length > 1 && (
              <SegmentedControl
                aria-label="Department"
                value={String(departmentId)}
                data={headed.map((each) => ({ value: String(each.departmentId), label: each.name }))}
                onChange={(value) => setState({ ...state, page: 1, filters: { department: value } })}
              />
            )}
            <Button leftSection={<IconUserPlus size={17} stroke={1.7} aria-hidden />} onClick={() => setAdding(true)}>
              Add member
            </Button>
          </Row>
        }
      />
      <DataTable
        label={`Members of ${department.name}`}
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
        empty={{ title: `Nobody is in ${department.name} yet`, text: 'Add the first member with the button above.' }}
      />
      {isAdding && (
        <FindPerson
          department={department}
          onClose={() => setAdding(false)}
          onPick={(person) => {
            setAdding(false)
            setChanging({ person, kind: 'move', move: { kind: 'add', to: department } })
          }}
        />
      )}
      {changing?.kind === 'move' && (
        <MoveForm
          person={changing.person}
          move={changing.move}
          heldIds={[departmentId]}
          changes={changes}
          onClose={() => setChanging(null)}
          onMoved={refreshDepartmentPeople}
        />
      )}
      {changing?.kind === 'rank' && (
        <RankForm
          person={changing.person}
          department={department}
          held={changing.person}
          changes={changes}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  )
}

type Own = { readonly userId: number; readonly changesHeads: boolean }

const columnsFor = (department: Headed, own: Own, onChange: (changing: Changing) => void): Column<DepartmentPerson>[] => [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: (person) => (
      <PersonCell user={person}>
        <span>
          {person.name}
          <OnPhone>{person.rankName ?? 'No rank'}</OnPhone>
        </span>
      </PersonCell>
    ),
  },
  { id: 'rank', header: 'Rank', value: ({ rankName }) => rankName ?? 'No rank', width: 180, isWideOnly: true },
  {
    id: 'others',
    header: 'Also in',
    cell: ({ otherDepartments }) => otherDepartments.join(', ') || <span className="faint">No other department</span>,
    isWideOnly: true,
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'right',
    width: 176,
    cell: (person) => {
      if (person.userId === own.userId) return <span className="muted">You</span>
      if (person.isAbove) return <span className="muted">Above you</span>
      if (person.isHead && !own.changesHeads) return <span className="muted">Changed by staff</span>
      return (
        <PostingActions
          department={department}
          person={person.name}
          onRank={() => onChange({ person, kind: 'rank' })}
          onMove={(move) => onChange({ person, kind: 'move', move })}
        />
      )
    },
  },
]

const TYPING_MS = 220
const SHORTEST = 2
const SHOWN = 10

type FindPersonProps = {
  department: Headed
  onPick: (person: DepartmentPerson) => void
  onClose: () => void
}

/** Finds a member who is not in the department by part of the name. */
function FindPerson({ department, onPick, onClose }: FindPersonProps) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), TYPING_MS)
  const isAsked = q.length >= SHORTEST
  const found = useQuery({
    ...departmentPeopleQuery(department.departmentId, { q, others: true, page: 1, pageSize: SHOWN }),
    enabled: isAsked,
  })
  return (
    <FormModal title={`Add a member to ${department.name}`} onClose={onClose}>
      <Stack gap={14}>
        <TextInput
          data-autofocus
          type="search"
          label="Name"
          description="Members who are not in the department yet. At least two letters."
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {!isAsked ? null : found.isError ? (
          <CardError what="The members" onRetry={found.refetch} />
        ) : !found.data ? (
          <CardLoading rows={3} />
        ) : found.data.items.length === 0 ? (
          <CardNote>No member outside the department has this name.</CardNote>
        ) : (
          <Stack as="ul" gap={8} aria-label="Members found">
            {found.data.items.map((person) => (
              <li key={person.userId}>
                <Row justify="space-between" nowrap>
                  <PersonCell user={person}>
                    {person.name} <span className="muted">{person.otherDepartments.join(', ')}</span>
                  </PersonCell>
                  {person.isAbove ? (
                    <span className="muted">Above you</span>
                  ) : (
                    <Button size="xs" variant="default" onClick={() => onPick(person)}>
                      Choose<span className="visually-hidden">&nbsp;{person.name}</span>
                    </Button>
                  )}
                </Row>
              </li>
            ))}
            {found.data.total > SHOWN && <CardNote>More members have this name: type more letters.</CardNote>}
          </Stack>
        )}
      </Stack>
    </FormModal>
  )
}
