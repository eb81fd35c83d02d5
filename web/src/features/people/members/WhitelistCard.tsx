import { Switch } from '@mantine/core'
import { isSteamHex, setWhitelist, type Member } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { entitledNote, whitelistQuestion } from '../../../platform/format/members.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { refreshMembers } from './members.queries.ts'
import type { Changes } from '../users/users.port.ts'
import { Stack } from '../../../ui/layout.tsx'

type WhitelistCardProps = {
  member: Member
  /** Draws what the change would change everywhere. */
  changes: Changes
}

export function WhitelistCard({ member, changes }: WhitelistCardProps) {
  const hasHex = member.steamId !== null && isSteamHex(member.steamId)
  const change = useMutation({
    mutationFn: ({ env, isOn }: { env: 'prod' | 'dev'; isOn: boolean }) =>
      call(setWhitelist, { params: { userId: member.userId, whitelisted: isOn, env } }),
    onSettled: refreshMembers,
    meta: { handled: true },
  })
  // Not disabled while it is saved: a disabled switch loses the focus.
  const ask = async (environment: 'prod' | 'dev', isOn: boolean) => {
    if (change.isPending) return
    const preview = changes({ userId: member.userId, whitelist: { environment, isOn } })
    if (await confirm(whitelistQuestion(member.name, environment, isOn, preview))) change.mutate({ env: environment, isOn })
  }
  const isOn = (env: 'prod' | 'dev', known: boolean) => (change.isPending && change.variables.env === env ? change.variables.isOn : known)
  return (
    <Card title="Whitelist">
      <Stack gap={12}>
        <Switch
          label="Game servers"
          description={entitledNote(member.entitledBy)}
          checked={isOn('prod', member.isWhitelisted)}
          onChange={(event) => void ask('prod', event.currentTarget.checked)}
        />
        <Switch
          label="Development servers"
          description={entitledNote(member.entitledByDev)}
          checked={isOn('dev', member.isWhitelistedDev)}
          onChange={(event) => void ask('dev', event.currentTarget.checked)}
        />
        {change.isError ? (
          <Banner tone="danger" announce>
            {change.error.message}
          </Banner>
        ) : (
          !hasHex && <CardNote>Without a valid Steam hex they can’t be whitelisted: the game server identifies them by it.</CardNote>
        )}
      </Stack>
    </Card>
  )
}
