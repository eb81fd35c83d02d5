import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { DepartmentQuotas } from './DepartmentQuotas.tsx'
import { quotaPeriodQuery, rulesQuery } from './quotas.queries.ts'

const LEAVE_UNSAVED = { title: 'Leave without saving?', body: 'What you typed in the quotas is lost.' }

/** Hours expected of each department and rank, and which departments play in the game. */
export function QuotasPage() {
  const rules = useQuery(rulesQuery)
  const period = useQuery(quotaPeriodQuery).data
  // For all departments together, so that leaving the page asks once.
  const [unsaved, setUnsaved] = useState<ReadonlySet<number>>(new Set())
  useLeaveQuestion(unsaved.size > 0, LEAVE_UNSAVED)
  const setDirty = (departmentId: number, isDirty: boolean) =>
    setUnsaved((before) => new Set(isDirty ? [...before, departmentId] : [...before].filter((each) => each !== departmentId)))
  return (
    <>
      <PageHeader
        title="Patrols"
        subtitle={
          <>
            Hours expected {period ? `each ${period}` : 'each week or month'}, by department and rank. Leave lowers them by its days.
            Whether they are by week or month, and what counts, is in{' '}
            <Link to="/admin/settings" search={{ q: 'patrols' }}>
              Settings
            </Link>
            .
          </>
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
              onDirty={(isDirty) => setDirty(department.departmentId, isDirty)}
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
