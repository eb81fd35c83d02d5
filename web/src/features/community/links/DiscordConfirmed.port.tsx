import { Button } from '@mantine/core'
import { startDiscordConfirmation } from '@tenfour/contract'
import { IconBrandDiscord } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../../platform/api/client.ts'
import { useNow } from '../../../platform/format/use-now.ts'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { errorInfo, type ErrorInfo } from '../../../ui/error-info.ts'
import { FormError } from '../../../ui/FormError.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { linkQuery, startDiscord, usePageRestored } from './links.queries.ts'

/** Members without a password confirm with Discord before they are shown a form that asks other members for their password. */
export function DiscordConfirmed({ children }: { children: ReactNode }) {
  const own = useQuery(linkQuery)
  const now = useNow(10_000)
  if (!own.data) return own.isError ? <CardError what="Your Discord account" onRetry={own.refetch} /> : <CardLoading rows={2} />
  const { confirmedUntil, isAvailable } = own.data
  const isConfirmed = Boolean(confirmedUntil) && new Date(confirmedUntil ?? 0) > now
  return (
    <>
      {!isConfirmed && (isAvailable && !isTablet() ? <Ask /> : <CardNote>{CANT}</CardNote>)}
      {/* The form keeps what was entered when the confirmation ends. */}
      {confirmedUntil && children}
    </>
  )
}

const CANT = 'You have to sign in with Discord for this, which is not possible here. Ask the staff for a password link.'

function Ask() {
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<ErrorInfo | null>(null)
  usePageRestored(() => setLeaving(false))
  const leave = async () => {
    if (isLeaving) return
    setLeaving(true)
    setFailure(null)
    try {
      await startDiscord('confirm', (origin) => call(startDiscordConfirmation, { body: { origin } }), '/user/settings')
    } catch (error) {
      setFailure(errorInfo(error))
      setLeaving(false)
    }
  }
  return (
    <Stack gap={12} align="start">
      <CardNote>Confirm with Discord that it is you. The confirmation lasts ten minutes.</CardNote>
      <FormError error={failure} />
      <Button
        variant="default"
        leftSection={<IconBrandDiscord size={18} stroke={1.7} aria-hidden />}
        loading={isLeaving}
        aria-disabled={isLeaving}
        onClick={() => void leave()}
      >
        Confirm with Discord
      </Button>
    </Stack>
  )
}
