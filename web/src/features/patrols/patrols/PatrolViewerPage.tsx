import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Empty } from '../../../ui/PageStates.tsx'

export function PatrolViewerPage() {
  return (
    <>
      <PageHeader title="Patrol Viewer" />
      <Card>
        <Empty
          title="The patrol viewer is coming"
          text="Everyone’s patrols will be listed here, with charts and filters. Until then, the roster shows each member’s hours of the last thirty days."
        />
      </Card>
    </>
  )
}
