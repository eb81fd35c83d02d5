import { useState } from 'react'
import { PageHeader } from '../../../ui/Page.tsx'
import { AddUserForm } from './AddUserForm.tsx'
import type { Changes } from './changes.ts'
import { emptyNewUser, nextNewUser, type CreatedUser, type NewUser } from './new-user.ts'
import { UserCreated } from './UserCreated.tsx'

export function AddUserPage({ changes }: { changes: Changes }) {
  const [start, setStart] = useState<NewUser>(emptyNewUser)
  const [created, setCreated] = useState<CreatedUser | null>(null)
  return (
    <>
      <PageHeader title="Add User" subtitle="Create an account for a new member. They can edit their own details later." />
      {created ? (
        <UserCreated
          created={created}
          onAnother={() => {
            setStart(nextNewUser(created))
            setCreated(null)
          }}
        />
      ) : (
        <AddUserForm start={start} changes={changes} onCreated={setCreated} />
      )}
    </>
  )
}
