import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/PageStates.tsx'

export function UsersPage() {
  return (
    <>
      <PageHeader title="Manage Users" />
      <Card>
        <Empty title="The list of users is not here yet" text="Accounts will be listed, searched and changed on this page." />
      </Card>
    </>
  )
}
