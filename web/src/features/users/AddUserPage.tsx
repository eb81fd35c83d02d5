import { Card } from '../../ui/Card.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Empty } from '../../ui/PageStates.tsx'

export function AddUserPage() {
  return (
    <>
      <PageHeader title="Add User" />
      <Card>
        <Empty title="Adding users is not here yet" text="Until it is, accounts are made on the server with: npm run portal -- --help" />
      </Card>
    </>
  )
}
