import { Button, Text } from '@mantine/core'
import { Password, updateUser, type UserRecord } from '@tenfour/contract'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../../platform/api/client.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { useZodForm } from '../../../ui/form.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { PasswordField, PasswordOnce } from './PasswordField.tsx'
import { draftOf } from './user-draft.ts'
import { refreshUser } from './users.queries.ts'
import { Stack } from '../../../ui/layout.tsx'

const NewPassword = z.object({ password: Password })

/** Sets a password separately: the form above is neither saved nor reset. */
export function PasswordCard({ user }: { user: UserRecord }) {
  const form = useZodForm(NewPassword, { password: '' })
  const [isGenerated, setGenerated] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const isOwn = useSignedInUser().userId === user.userId

  const set = async ({ password }: z.infer<typeof NewPassword>) => {
    const isSure = await confirm({
      title: `Set a new password for ${user.name}?`,
      body: isOwn ? 'Your other sessions end at once.' : 'The old password stops working, and all their sessions end at once.',
      confirmLabel: 'Set password',
    })
    if (!isSure) return
    const params = { userId: user.userId, updateDepts: false }
    try {
      await call(updateUser, { params, body: { user: { ...draftOf(user), version: user.version }, password } })
    } finally {
      void refreshUser(user.userId)
    }
    setDone(isGenerated ? password : '')
    form.reset()
  }

  return (
    <Card title="Password" aside="Setting one ends their open sessions">
      <Stack as="form" noValidate onSubmit={form.submit(set)}>
        <FormError error={form.failure} />
        {done !== null && (
          <Stack as="output">
            <Text span inherit fw={550}>
              The new password is set.
            </Text>
            {done && <PasswordOnce password={done} />}
          </Stack>
        )}
        <PasswordField
          label="New password"
          value={form.getValues().password}
          onValueChange={(password, generated) => {
            form.setFieldValue('password', password)
            setGenerated(generated)
            setDone(null)
          }}
          error={form.errors['password']}
        />
        <div>
          <Button type="submit" variant="default" loading={form.submitting}>
            Set password
          </Button>
        </div>
      </Stack>
    </Card>
  )
}
