import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/PageStates.tsx'

export function PatrolViewerPage() {
  return (
    <>
      <PageHeader title="Patrol Viewer" />
      <Card>
        <Empty title="No patrols yet" text="Everyone’s patrols will be listed here once members can go on duty from this portal." />
      </Card>
    </>
  )
}
