import { Button, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Card } from '../../../ui/Card.tsx'
import type { CreatedUser } from './new-user.ts'
import { PasswordOnce } from './PasswordOnce.tsx'
import classes from './UserCreated.module.css'
import { Stack } from '../../../ui/layout.tsx'

type UserCreatedProps = { created: CreatedUser; onAnother: () => void }

export function UserCreated({ created: { user, generatedPassword }, onAnother }: UserCreatedProps) {
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
        <div className={classes.actions}>
          <Button onClick={onAnother}>Create another</Button>
          <Button variant="default" renderRoot={(props) => <Link to="/admin/users/$userId" params={{ userId: user.userId }} {...props} />}>
            Open {user.name}
          </Button>
        </div>
        <Text c="dimmed" size="sm" className="anywhere">
          Another starts with the same departments, roles and permissions.
        </Text>
      </Stack>
    </Card>
  )
}
