import type { ReactNode } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { ExportCard } from './ExportCard.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import classes from './SettingsPage.module.css'
import { SoundsCard } from './SoundsCard.tsx'
import { StandingCard } from './StandingCard.tsx'
import { ThemeCard } from './ThemeCard.tsx'

/** `tracks` says what is kept of where the member goes in the game; `discord` links their account there. */
export function SettingsPage({ tracks, discord }: { tracks: ReactNode; discord: ReactNode }) {
  const user = useSignedInUser()
  return (
    <>
      <PageHeader title="Account Settings" subtitle="Your profile, how you sign in, and what the portal keeps about you." />
      <div className={classes.grid}>
        <div className={classes.column}>
          <ProfileCard user={user} />
          <PasswordCard user={user} />
          <SessionsCard userId={user.userId} />
        </div>
        <div className={classes.column}>
          <StandingCard user={user} />
          {discord}
          <ThemeCard user={user} />
          <SoundsCard />
          {tracks}
          <ExportCard userId={user.userId} />
        </div>
      </div>
    </>
  )
}
