import { Text } from '@mantine/core'
import type { SteamClaim } from '@tenfour/contract'
import { IconBrandSteam } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reportError } from '../../../platform/errors/report.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { isTablet } from '../../../platform/tablet/tablet.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { CardError } from '../../../ui/CardStates.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { steamClaimQuery } from './steam-claims.queries.ts'
import { startProof } from './steam-proof.ts'

type SteamStatusProps = {
  userId: number
  /** The saved Steam hex. */
  steamId: string | null
  /** Offers the proof, which members make themselves. */
  isOwn?: boolean
}

/** Whether the saved Steam hex of an account was proved at Steam or typed. */
export function SteamStatus({ userId, steamId, isOwn = false }: SteamStatusProps) {
  const { data: claim, isError, refetch } = useQuery(steamClaimQuery(userId, steamId))
  if (isError) return <CardError what="How the Steam account is known" onRetry={refetch} />
  if (!claim) return null
  const { steamHex, provedAt, disputed } = claim
  return (
    <Stack gap={8}>
      <Row gap="4px 12px">
        {steamHex !== null && (
          <StatusBadge tone={provedAt ? 'success' : 'neutral'} variant="soft">
            {provedAt ? `Proved at Steam, ${dateTime(provedAt)}` : 'Typed, not proved'}
          </StatusBadge>
        )}
        {disputed.map((each) => (
          <StatusBadge key={each.steamHex} tone="warning" variant="soft">
            Disputed: {each.steamHex}
          </StatusBadge>
        ))}
      </Row>
      {disputed.length > 0 && (
        <Text size="sm" c="dimmed">
          More than one member has proved this Steam account. Game servers recognise none of them by it until{' '}
          {isOwn ? 'the staff decide.' : <Link to="/admin/steam">someone decides</Link>}
        </Text>
      )}
      {isOwn && !isTablet() && <ProveButton claim={claim} />}
    </Stack>
  )
}

function ProveButton({ claim: { proveAt, provedAt } }: { claim: SteamClaim }) {
  if (proveAt === null) return null
  if (proveAt !== window.location.origin) {
    return (
      <Text size="sm" c="dimmed">
        To prove your Steam account, open the portal at {proveAt}.
      </Text>
    )
  }
  return (
    <div>
      <ActionButton
        variant="default"
        leftSection={<IconBrandSteam size={18} stroke={1.7} aria-hidden />}
        action={() => startProof().catch((error: unknown) => reportError(error, 'Steam could not be opened'))}
      >
        {provedAt ? 'Prove another Steam account' : 'Prove with Steam'}
      </ActionButton>
    </div>
  )
}
