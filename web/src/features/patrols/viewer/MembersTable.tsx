import { Button, NativeSelect } from '@mantine/core'
import {
  accessSubject,
  isAllowed,
  quotasSwitch,
  staff,
  type MemberPatrols,
  type MemberPatrolsOnly,
  type PageOf,
  type PatrolOverview,
} from '@tenfour/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useIsOn } from '../../../platform/features/features.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { FilterChip } from '../../../ui/FilterChip.tsx'
import { changeTable, setFilter, type TableState } from '../../../ui/table-state.ts'
import { memberPatrolsColumns } from './member-patrols-columns.tsx'
import { classNames, Row, Stack } from '../../../ui/layout.tsx'
import classes from './Viewer.module.css'
import { INACTIVE_DAYS, MEMBER_TABLE } from './viewer-state.ts'

type MembersTableProps = {
  members: UseQueryResult<PageOf<MemberPatrols>>
  overview: PatrolOverview | undefined
  state: TableState
  onState: (state: TableState) => void
  hasDepartment: boolean
  onOpen: (userId: number) => void
}

const rowKey = ({ userId }: MemberPatrols) => userId

export function MembersTable({ members, overview, state, onState, hasDepartment, onOpen }: MembersTableProps) {
  const now = useNow()
  const areQuotasOn = useIsOn(quotasSwitch)
  const hasWeeks = members.data?.items.some(({ quota }) => quota?.weeks) ?? false
  const columns = useMemo(
    () => memberPatrolsColumns({ now, hasDepartment, hasWeeks, onOpen }).filter(({ id }) => id !== 'quota' || areQuotasOn),
    [now, hasDepartment, hasWeeks, onOpen, areQuotasOn],
  )
  return (
    <Stack as="section" gap={10} aria-labelledby="viewer-members">
      <h2 id="viewer-members" className={classes.membersTitle}>
        Members{' '}
        {members.data && (
          <span className={classNames('muted', classes.count)}>
            {members.data.total.toLocaleString('en')}
            {members.data.isTotalExact ? '' : '+'}
          </span>
        )}
      </h2>
      <DataTable
        label="Members"
        columns={columns}
        rows={members.data?.items}
        total={members.data?.total ?? 0}
        isTotalExact={members.data?.isTotalExact}
        rowKey={rowKey}
        state={state}
        onStateChange={onState}
        defaultSort={MEMBER_TABLE.sort ?? null}
        loading={members.isFetching && members.isPlaceholderData}
        error={members.error}
        onRetry={members.refetch}
        onRowClick={({ userId }) => onOpen(userId)}
        searchLabel="Search by name"
        toolbar={<OnlyChips state={state} onState={onState} overview={overview} />}
        empty={{ title: 'No members', text: 'Members of departments are listed here with their hours.', action: <ManageMembers /> }}
      />
    </Stack>
  )
}

/** Leads staff to the page where members are put into departments. */
function ManageMembers() {
  const isStaff = isAllowed(staff, accessSubject(useSignedInUser()))
  if (!isStaff) return null
  return (
    <Button variant="default" renderRoot={(props) => <Link to="/staff/members" {...props} />}>
      Manage members
    </Button>
  )
}

type OnlyChipsProps = { state: TableState; onState: (state: TableState) => void; overview: PatrolOverview | undefined }

function OnlyChips({ state, onState, overview }: OnlyChipsProps) {
  const only = state.filters['only'] ?? ''
  const areQuotasOn = useIsOn(quotasSwitch)
  const days = state.filters['days'] ?? ''
  const inactiveDays = overview?.inactiveDays ?? 14
  const chips: readonly (readonly [MemberPatrolsOnly, string])[] = [
    ['belowQuota', 'Below quota'],
    ['inactive', `Inactive ${days || inactiveDays} d`],
    ['onLeave', 'On leave'],
    ['flagged', 'Flagged'],
    ['onPatrol', 'On patrol'],
  ]
  const toggle = (value: MemberPatrolsOnly) => {
    const { days: _gone, only: _was, ...others } = state.filters
    onState(changeTable(state, { filters: only === value ? others : { ...others, only: value } }))
  }
  return (
    <Row as="fieldset" gap="6px 8px">
      <legend className="visually-hidden">Show only</legend>
      {chips
        .filter(([value]) => value !== 'belowQuota' || only === value || (areQuotasOn && overview?.belowQuota !== null))
        .map(([value, label]) => (
          <FilterChip key={value} isOn={only === value} onClick={() => toggle(value)}>
            {label}
          </FilterChip>
        ))}
      {only === 'inactive' && (
        <NativeSelect
          size="xs"
          aria-label="Days without a patrol"
          value={days}
          data={[
            { value: '', label: `${inactiveDays} days, as set` },
            ...INACTIVE_DAYS.filter((each) => each !== inactiveDays).map((each) => ({ value: String(each), label: `${each} days` })),
          ]}
          onChange={({ currentTarget: { value } }) => onState(setFilter(state, 'days', value))}
        />
      )}
    </Row>
  )
}
