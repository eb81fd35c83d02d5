import type { ReactNode } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { ExportCard } from './ExportCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SoundsCard } from './SoundsCard.tsx'
import { StandingCard } from './StandingCard.tsx'
import { ThemeCard } from './ThemeCard.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'

/** `tracks` says what is kept of where the member goes in the game; `discord` links their account there. */
export function SettingsPage({ tracks, discord }: { tracks: ReactNode; discord: ReactNode }) {
  const user = useSignedInUser()
  return (
    <>
      <PageHeader title="Account Settings" subtitle="Your profile, how you sign in, and what the portal keeps about you." />
      <Columns of="minmax(0, 1.9fr) minmax(0, 1fr)" align="start" stackBelow="56em">
        <Stack>
          <ProfileCard user={user} />
          <PasswordCard user={user} />
          <SessionsCard userId={user.userId} />
        </Stack>
        <Stack>
          <StandingCard user={user} />
          {discord}
          <ThemeCard user={user} />
          <SoundsCard />
          {tracks}
          <ExportCard userId={user.userId} />
        </Stack>
      </Columns>
    </>
  )
}
