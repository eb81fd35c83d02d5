import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/PageStates.tsx'

export function PatrolPage() {
  return (
    <>
      <PageHeader title="Patrol" />
      <Card>
        <Empty title="No patrols yet" text="Your patrols will be listed here once you can go on duty from this portal." />
      </Card>
    </>
  )
}
