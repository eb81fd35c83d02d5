import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Empty } from '../../../ui/PageStates.tsx'

export function DiscordPage() {
  return (
    <>
      <PageHeader title="Manage Discord" />
      <Card>
        <Empty
          title="No Discord server is connected"
          text="Channels and roles will be given their types here once Discord can be connected."
        />
      </Card>
    </>
  )
}
