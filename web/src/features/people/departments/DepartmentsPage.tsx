import { Button } from '@mantine/core'
import type { ManagedDepartment } from '@tenfour/contract'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { SortableList } from '../../../ui/SortableList.tsx'
import { CapabilityOfferCard } from './CapabilityOfferCard.tsx'
import { DepartmentDialog } from './DepartmentDialog.tsx'
import { DepartmentRow } from './DepartmentRow.tsx'
import { managedDepartmentsQuery, saveDepartmentOrder } from './departments.manage.ts'

export function DepartmentsPage() {
  const departments = useQuery(managedDepartmentsQuery)
  /** 'new', or the department being edited. */
  const [edited, setEdited] = useState<ManagedDepartment | 'new' | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      Add department
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Departments and ranks"
        subtitle="In the order every list shows them. Open a department for its ranks."
        actions={add}
      />
      <CapabilityOfferCard />
      {departments.isPending && <PageLoading label="Loading departments" />}
      {departments.isError && !departments.data && <PageError error={departments.error} onRetry={departments.refetch} />}
      {departments.data && <DepartmentLists departments={departments.data} onEdit={setEdited} add={add} />}
      {edited && <DepartmentDialog department={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </>
  )
}

type DepartmentListsProps = {
  departments: readonly ManagedDepartment[]
  onEdit: (department: ManagedDepartment) => void
  add: ReactNode
}

function DepartmentLists({ departments, onEdit, add }: DepartmentListsProps) {
  const active = departments.filter(({ isRetired }) => !isRetired)
  const retired = departments.filter(({ isRetired }) => isRetired)
  return (
    <>
      <Card title="In use" aside={String(active.length)}>
        {active.length === 0 ? (
          <Empty title="No departments" text="Members, ranks and units belong to departments." action={add} />
        ) : (
          <SortableList
            label="Departments"
            items={active}
            itemKey={({ departmentId }) => departmentId}
            itemName={({ name }) => name}
            onReorder={saveDepartmentOrder}
          >
            {(department) => <DepartmentRow department={department} onEdit={() => onEdit(department)} />}
          </SortableList>
        )}
      </Card>
      {retired.length > 0 && (
        <Card title="Retired" aside="Nobody can join them; their members stay in them">
          {retired.map((department) => (
            <DepartmentRow key={department.departmentId} department={department} onEdit={() => onEdit(department)} />
          ))}
        </Card>
      )}
    </>
  )
}
