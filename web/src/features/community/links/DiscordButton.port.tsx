import { Button } from '@mantine/core'
import { startDiscordSignIn, type DiscordStarted } from '@tenfour/contract'
import { IconBrandDiscord } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { portalConfig } from '../../../platform/config/config.ts'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import classes from './Discord.module.css'
import { startDiscord, usePageRestored } from './links.queries.ts'
import { Stack } from '../../../ui/layout.tsx'

type DiscordButtonProps = {
  returnTo: () => string
  purpose?: 'sign-in' | 'join' | 'apply'
  ask?: (origin: string) => Promise<DiscordStarted>
}

/**
 * Signs in with Discord, where that is set up, joins with it, where that is possible, or proves an applicant's account, as `ask` starts it. Not in the game, whose frame Discord's page can't be shown in.
 */
export function DiscordButton({ returnTo, purpose = 'sign-in', ask }: DiscordButtonProps) {
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  usePageRestored(() => setLeaving(false))
  const { hasDiscord, joinsByDiscord, communityName } = portalConfig()
  if (!(purpose === 'join' ? joinsByDiscord : hasDiscord) || isTablet()) return null

  const start = async () => {
    if (isLeaving) return
    setLeaving(true)
    setFailure(null)
    try {
      const signIn = (origin: string) => call(startDiscordSignIn, { body: { origin, purpose: purpose === 'join' ? 'join' : 'sign-in' } })
      await startDiscord(purpose, ask ?? signIn, returnTo())
    } catch (error) {
      setFailure(errorInfo(error))
      setLeaving(false)
    }
  }
  return (
    <Stack gap={12}>
      <FormError error={failure && { message: failure.message }} />
      <Button
        variant={purpose === 'join' ? 'filled' : 'default'}
        size="md"
        fullWidth
        leftSection={<IconBrandDiscord size={20} stroke={1.7} aria-hidden />}
        loading={isLeaving}
        aria-disabled={isLeaving}
        onClick={() => void start()}
      >
        {{ join: `Join ${communityName}`, 'sign-in': 'Continue with Discord', apply: 'Prove your Discord account' }[purpose]}
      </Button>
      {purpose === 'apply' && <p className={classes.hint}>It helps staff to decide, and is linked once you are accepted.</p>}
      {purpose === 'sign-in' && joinsByDiscord && <p className={classes.hint}>Member of our Discord server? Join with it.</p>}
    </Stack>
  )
}
