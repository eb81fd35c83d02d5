import { Button } from '@mantine/core'
import { accessSubject, cadDepartment, isAllowed, type Patrol } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { duration } from '../../../platform/format/durations.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import type { TableDefaults } from '../../../ui/table-state.ts'
import { useTableSearch } from '../../../ui/use-table-search.ts'
import { minutesThisMonth } from './heat-map.ts'
import { patrolColumns } from './patrol-columns.tsx'
import { userPatrolsQuery } from './patrols.queries.ts'

const DEFAULTS: TableDefaults = { sort: { id: 'startedAt', desc: true } }
const rowKey = ({ patrolId }: Patrol) => patrolId

export function PatrolPage() {
  const user = useSignedInUser()
  const patrols = useQuery(userPatrolsQuery(user.userId))
  const [state, setState] = useTableSearch(DEFAULTS)
  const now = useNow()
  const columns = useMemo(() => patrolColumns(now), [now])
  return (
    <>
      <PageHeader title="Patrol" subtitle={patrols.data && `${duration(minutesThisMonth(patrols.data, now))} on patrol this month`} />
      <DataTable
        label="Patrols"
        columns={columns}
        rows={patrols.data}
        rowKey={rowKey}
        state={state}
        onStateChange={setState}
        defaultSort={DEFAULTS.sort}
        error={patrols.error}
        onRetry={patrols.refetch}
        empty={{
          title: 'No patrols yet',
          text: 'Your patrols are listed here from the first time you go on duty.',
          action: isAllowed(cadDepartment, accessSubject(user)) && (
            <Button renderRoot={(props) => <Link to="/cad" {...props} />}>Go on duty</Button>
          ),
        }}
      />
    </>
  )
}
