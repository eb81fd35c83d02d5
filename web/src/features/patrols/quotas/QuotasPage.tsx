import { Button } from '@mantine/core'
import { quotasSwitch } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsOn } from '../../../platform/features/features.ts'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { DepartmentQuotas } from './DepartmentQuotas.tsx'
import { quotaPeriodQuery, rulesQuery } from './quotas.queries.ts'

/** Hours expected of each department and rank, and which departments play in the game. */
export function QuotasPage() {
  const rules = useQuery(rulesQuery)
  const period = useQuery(quotaPeriodQuery).data
  const areQuotasOn = useIsOn(quotasSwitch)
  // For all departments together, so that leaving the page asks once.
  const [unsaved, setUnsaved] = useState<ReadonlyMap<number, number>>(new Map())
  useLeaveQuestion([...unsaved.values()].reduce((sum, changes) => sum + changes, 0))
  const setChanges = (departmentId: number, changes: number) => setUnsaved((before) => new Map([...before, [departmentId, changes]]))
  return (
    <>
      <PageHeader
        title="Patrols"
        subtitle={
          areQuotasOn ? (
            <>
              Hours expected {period ? `each ${period}` : 'each week or month'}, by department and rank. Leave lowers them by its days.
              Whether they are by week or month, and what counts, is in{' '}
              <Link to="/admin/settings" search={{ q: 'patrols' }}>
                Settings
              </Link>
              .
            </>
          ) : (
            'Which departments play in the game. Quotas are switched off; the hours that are set stay.'
          )
        }
      />
      {rules.data ? (
        rules.data.length === 0 ? (
          <Card>
            <Empty
              title="No departments"
              text="Quotas are set for departments and their ranks."
              action={<Button renderRoot={(props) => <Link to="/admin/departments" {...props} />}>Departments</Button>}
            />
          </Card>
        ) : (
          rules.data.map((department) => (
            <DepartmentQuotas
              key={department.departmentId}
              rules={department}
              period={period ?? 'week'}
              onChanges={(changes) => setChanges(department.departmentId, changes)}
            />
          ))
        )
      ) : rules.isError ? (
        <PageError error={rules.error} onRetry={rules.refetch} />
      ) : (
        <PageLoading label="Loading quotas" />
      )}
    </>
  )
}
