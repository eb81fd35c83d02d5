import { useState, useEffect, useRef } from 'react'
import { PageHeader } from '../../../ui/Page.tsx'
import { AddUserForm, emptyNewUser, nextNewUser, type CreatedUser, type NewUser } from './AddUserForm.tsx'
import type { Changes } from './user-draft.ts'
import { Button, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Card } from '../../../ui/Card.tsx'
import { PasswordOnce } from './PasswordField.tsx'
import classes from './UserCreated.module.css'
import { Stack, Row } from '../../../ui/layout.tsx'

export function AddUserPage({ changes }: { changes: Changes }) {
  const [start, setStart] = useState<NewUser>(emptyNewUser)
  const [created, setCreated] = useState<CreatedUser | null>(null)
  return (
    <>
      <PageHeader
        title="Add User"
        subtitle="Create an account for a new member. They can edit their own details later."
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="/admin/add-users" {...props} />}>
            Add many from a file
          </Button>
        }
      />
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

type UserCreatedProps = { created: CreatedUser; onAnother: () => void }

function UserCreated({ created: { user, generatedPassword }, onAnother }: UserCreatedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card>
      <Stack gap={12}>
        <h2 ref={heading} className={classes.title} tabIndex={-1}>
          <IconCircleCheck className={classes.icon} size={22} stroke={1.8} aria-hidden />
          {user.name} has been created
        </h2>
        <Text inherit className="anywhere">
          They sign in with {user.emailAddress} and {generatedPassword ? 'this password:' : 'the password you typed.'}
        </Text>
        {generatedPassword && <PasswordOnce password={generatedPassword} />}
        <Row style={{ marginTop: 4 }}>
          <Button onClick={onAnother}>Create another</Button>
          <Button variant="default" renderRoot={(props) => <Link to="/admin/users/$userId" params={{ userId: user.userId }} {...props} />}>
            Open {user.name}
          </Button>
        </Row>
        <Text c="dimmed" size="sm" className="anywhere">
          The form for another keeps the departments, roles and permissions.
        </Text>
      </Stack>
    </Card>
  )
}
