import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/PageStates.tsx'

export function MembersPage() {
  return (
    <>
      <PageHeader title="Manage Members" />
      <Card>
        <Empty
          title="The list of members is not here yet"
          text="Members, their departments and their ranks will be looked after on this page."
        />
      </Card>
    </>
  )
}
