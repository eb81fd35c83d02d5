import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { UserRecord } from '@tenfour/contract'
import { ColorField, SteamHexField } from '../account/settings.port.ts'
import { PictureField } from '../pictures/pictures.port.ts'
import { Card } from '../../../ui/Card.tsx'
import type { ZodForm } from '../../../ui/form.ts'
import type { UserDraft } from './user-draft.ts'
import { refreshUser } from './users.queries.ts'
import classes from './UserPage.module.css'

export function AccountFields({ form, user }: { form: ZodForm<typeof UserDraft>; user: UserRecord }) {
  const { name, steamId, avatarColor } = form.getValues()
  // Stays after removal, so that the focus does.
  const [hadPicture] = useState(user.picture !== null)
  return (
    <Card title="Profile">
      <div className={classes.fields}>
        <TextInput label="Name" withAsterisk autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label="Email address" type="email" withAsterisk autoComplete="off" {...form.getInputProps('emailAddress')} />
        <SteamHexField
          value={steamId}
          onChange={(value) => form.setFieldValue('steamId', value)}
          error={form.errors['steamId']}
          withHelp={false}
        />
        {hadPicture && <PictureField user={user} isOwn={false} onChange={() => void refreshUser(user.userId)} />}
        <ColorField name={name} value={avatarColor} onChange={(color) => form.setFieldValue('avatarColor', color)} />
      </div>
    </Card>
  )
}
