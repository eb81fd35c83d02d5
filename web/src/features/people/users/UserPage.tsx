import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../platform/api/api-error.ts'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { lastListSearch } from './list-memory.ts'
import type { Changes } from './changes.ts'
import { UserEditor } from './UserEditor.tsx'
import { userQuery } from './users.queries.ts'

export function UserPage({ changes }: { changes: Changes }) {
  const { userId } = useParams({ from: '/shell/admin/users/$userId' })
  const user = useQuery(userQuery(userId))
  if (user.data) return <UserEditor key={userId} user={user.data} changes={changes} />
  if (user.isPending) return <PageLoading label="Loading the user" />
  const status = user.error instanceof ApiError ? user.error.status : 0
  return (
    <>
      <h1 className="visually-hidden">User</h1>
      <PageError
        title={status === 404 ? 'There is no such user' : status === 403 ? 'This account is above yours' : undefined}
        error={status === 403 ? 'You can neither see nor change the account of someone whose role is above your own.' : user.error}
        onRetry={status === 404 || status === 403 ? undefined : user.refetch}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/admin/users" search={lastListSearch()} {...props} />}>
            Back to the users
          </Button>
        }
      />
    </>
  )
}
