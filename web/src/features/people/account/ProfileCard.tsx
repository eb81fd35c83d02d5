import { Button, TextInput } from '@mantine/core'
import type { CurrentUser } from '@tenfour/contract'
import type { ReactNode } from 'react'
import { portalConfig } from '../../../platform/config/config.ts'
import { useLeaveQuestion } from '../../../platform/leave/useLeaveQuestion.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { PictureField } from '../pictures/pictures.port.ts'
import { SteamStatus } from '../steam-claims/steam-claims.port.ts'
import { AddressField } from './AddressField.tsx'
import { ColorField } from './ColorField.tsx'
import { FIELD_NAMES, useProfileForm } from './use-profile-form.ts'
import { setCurrentUser } from './settings.queries.ts'
import { SteamHexField } from './SteamHexField.tsx'
import { Columns, Row, Stack } from '../../../ui/layout.tsx'

type ProfileCardProps = {
  user: CurrentUser
  /** Shows the fields once a member without a password has confirmed that it is them. */
  confirmed: (fields: ReactNode) => ReactNode
}

export function ProfileCard({ user, confirmed }: ProfileCardProps) {
  const { form, conflicts, theirs, isDirty, save, discard, takeTheirs } = useProfileForm(user)
  useLeaveQuestion(form.changedFields().length)
  return (
    <Card title="Profile">
      <Stack as="form" noValidate aria-label="Profile" onSubmit={save}>
        <FormError error={form.failure} />
        {conflicts.length > 0 && (
          <Banner
            tone="warning"
            announce
            title="Your account was changed elsewhere in the meantime."
            action={
              <Button size="compact-sm" variant="default" onClick={takeTheirs}>
                Use the other values
              </Button>
            }
          >
            {conflicts.map((field) => `Your ${FIELD_NAMES[field]} is “${theirs[field] || 'empty'}” there.`).join(' ')} Saving replaces it
            with yours.
          </Banner>
        )}
        <PictureField user={user} isOwn onChange={(picture) => setCurrentUser({ ...user, picture })} />
        <Columns align="start" stackBelow="36em">
          <TextInput label="Name" withAsterisk autoComplete="nickname" {...form.getInputProps('name')} />
          {portalConfig().hasMail ? (
            <AddressField user={user} confirmed={confirmed} />
          ) : (
            <TextInput label="Email address" withAsterisk type="email" autoComplete="email" {...form.getInputProps('emailAddress')} />
          )}
        </Columns>
        <SteamHexField
          value={form.getValues().steamId}
          onChange={(value) => form.setFieldValue('steamId', value)}
          error={form.errors['steamId']}
        />
        <SteamStatus userId={user.userId} steamId={user.steamId} isOwn />
        <ColorField
          name={form.getValues().name}
          value={form.getValues().avatarColor}
          onChange={(value) => form.setFieldValue('avatarColor', value)}
        />
        <Row gap="8px 12px">
          <Button type="submit" loading={form.submitting} disabled={!isDirty}>
            Save profile
          </Button>
          {isDirty && (
            <Button variant="default" onClick={discard}>
              Discard changes
            </Button>
          )}
        </Row>
      </Stack>
    </Card>
  )
}
