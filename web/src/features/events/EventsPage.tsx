import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/PageStates.tsx'

export function EventsPage() {
  return (
    <>
      <PageHeader title="API Logs" />
      <Card>
        <Empty
          title="Nothing has been recorded yet"
          text="Calls of game servers and integrations will be listed here once they can be registered."
        />
      </Card>
    </>
  )
}
