import { Button } from '@mantine/core'
import { startDiscordSignIn } from '@tenfour/contract'
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

type DiscordButtonProps = { returnTo: () => string; purpose?: 'sign-in' | 'join' }

/**
 * Signs in with Discord, where that is set up, or joins with it, where that is possible. Not in the game, whose frame Discord's page can't be shown in.
 */
export function DiscordButton({ returnTo, purpose = 'sign-in' }: DiscordButtonProps) {
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
      await startDiscord(purpose, (origin) => call(startDiscordSignIn, { body: { origin, purpose } }), returnTo())
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
        {purpose === 'join' ? `Join ${communityName}` : 'Continue with Discord'}
      </Button>
      {purpose === 'sign-in' && joinsByDiscord && <p className={classes.hint}>Member of our Discord server? Join with it.</p>}
    </Stack>
  )
}
