import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Empty } from '../../../ui/PageStates.tsx'

export function WarrantsPage() {
  return (
    <>
      <PageHeader title="Manage Warrants" />
      <Card>
        <Empty title="No warrants yet" text="Warrants will be drafted, reviewed and signed on this page." />
      </Card>
    </>
  )
}
