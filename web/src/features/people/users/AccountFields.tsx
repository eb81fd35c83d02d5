import { TextInput } from '@mantine/core'
import { ColorField, SteamHexField } from '../account/settings.port.ts'
import { Card } from '../../../ui/Card.tsx'
import type { ZodForm } from '../../../ui/form.ts'
import type { UserDraft } from './user-draft.ts'
import classes from './UserPage.module.css'

export function AccountFields({ form }: { form: ZodForm<typeof UserDraft> }) {
  const { name, steamId, avatarColor } = form.getValues()
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
        <ColorField name={name} value={avatarColor} onChange={(color) => form.setFieldValue('avatarColor', color)} />
      </div>
    </Card>
  )
}
