import type { ReactNode } from 'react'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { LeaveCard } from '../departures/LeaveCard.port.tsx'
import { PlayerCard } from '../players/PlayerCard.port.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SoundsCard } from './SoundsCard.tsx'
import { StandingCard } from './StandingCard.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'
import { Button, SegmentedControl, Text } from '@mantine/core'
import { exportSelf, saveTheme, ThemeChoice, type CurrentUser } from '@tenfour/contract'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { downloadFile } from '../../../platform/download/download-file.ts'
import { Card } from '../../../ui/Card.tsx'
import { reportError } from '../../../platform/errors/report.ts'
import { chooseTheme, useThemeChoice } from '../../../platform/theme/theme.ts'
import { CardNote } from '../../../ui/CardStates.tsx'
import { setCurrentUser } from './settings.queries.ts'

type SettingsPageProps = {
  /** Whether the member gets a daily mail. */
  mail: ReactNode
  /** Tells how long tracks of the member in the game are kept. */
  tracks: ReactNode
  /** Links the member's Discord account. */
  discord: ReactNode
  /** Shows the fields once a member without a password has confirmed that it is them. */
  confirmed: (what: ReactNode) => ReactNode
}

export function SettingsPage({ mail, tracks, discord, confirmed }: SettingsPageProps) {
  const user = useSignedInUser()
  return (
    <>
      <PageHeader title="Account Settings" subtitle="Your profile, how you sign in, and what the portal keeps about you." />
      <Columns of="minmax(0, 1.9fr) minmax(0, 1fr)" align="start" stackBelow="56em">
        <Stack>
          <ProfileCard user={user} confirmed={confirmed} />
          <PasswordCard user={user} confirmed={confirmed} />
          <SessionsCard userId={user.userId} />
        </Stack>
        <Stack>
          <StandingCard user={user} />
          {discord}
          <PlayerCard userId={user.userId} steamId={user.steamId} />
          {mail}
          <ThemeCard user={user} />
          <SoundsCard />
          {tracks}
          <ExportCard userId={user.userId} />
          <LeaveCard user={user} confirmed={confirmed} />
        </Stack>
      </Columns>
    </>
  )
}

function ExportCard({ userId }: { userId: number }) {
  const download = useMutation({
    mutationFn: async () => {
      const account = await call(exportSelf, { params: { userId } })
      const name = `portal-account-${account.exportedAt.slice(0, 10)}.json`
      downloadFile(name, JSON.stringify(account, null, 2), 'application/json')
    },
  })
  return (
    <Card title="Your data">
      <Text c="dimmed" inherit mb={12}>
        Everything the portal keeps about your account: profile, departments, roles, sessions, sign-ins, characters and patrols.
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download as JSON
      </Button>
    </Card>
  )
}

const NAMES: Readonly<Record<ThemeChoice, string>> = { system: 'System', light: 'Light', dark: 'Dark' }

/** Shown at once; goes back to what the account has if it can't be kept. */
async function choose({ userId, theme }: CurrentUser, next: ThemeChoice): Promise<void> {
  chooseTheme(next)
  try {
    setCurrentUser(await call(saveTheme, { params: { userId }, body: { theme: next } }))
  } catch (error) {
    chooseTheme(theme)
    reportError(error)
  }
}

function ThemeCard({ user }: { user: CurrentUser }) {
  return (
    <Card title="Theme">
      <Stack>
        <SegmentedControl
          aria-label="Theme"
          fullWidth
          value={useThemeChoice()}
          data={ThemeChoice.options.map((value) => ({ value, label: NAMES[value] }))}
          onChange={(next) => void choose(user, ThemeChoice.parse(next))}
        />
        <CardNote>The CAD and the live map start dark and have their own switch.</CardNote>
      </Stack>
    </Card>
  )
}
