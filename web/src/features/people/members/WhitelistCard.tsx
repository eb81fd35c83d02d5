import { Switch } from '@mantine/core'
import { isSteamHex, setWhitelist, type Member } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import classes from './MemberPage.module.css'
import { refreshMembers } from './members.queries.ts'

const byRank = (isEntitled: boolean | undefined) => isEntitled && 'On it by rank, whatever is set here.'

export function WhitelistCard({ member }: { member: Member }) {
  const hasHex = member.steamId !== null && isSteamHex(member.steamId)
  const change = useMutation({
    mutationFn: ({ env, isOn }: { env: 'prod' | 'dev'; isOn: boolean }) =>
      call(setWhitelist, { params: { userId: member.userId, whitelisted: isOn, env } }),
    onSettled: refreshMembers,
    meta: { handled: true },
  })
  const isOn = (env: 'prod' | 'dev', known: boolean) => (change.isPending && change.variables.env === env ? change.variables.isOn : known)
  return (
    <Card title="Whitelist">
      <div className={classes.stack}>
        <Switch
          label="Game server"
          description={byRank(member.isEntitled)}
          checked={isOn('prod', member.isWhitelisted)}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ env: 'prod', isOn: event.currentTarget.checked })}
        />
        <Switch
          label="Development server"
          description={byRank(member.isEntitledDev)}
          checked={isOn('dev', member.isWhitelistedDev)}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ env: 'dev', isOn: event.currentTarget.checked })}
        />
        {change.isError ? (
          <Banner tone="danger" announce>
            {change.error.message}
          </Banner>
        ) : (
          !hasHex && <CardNote>Without a valid Steam hex they can’t be whitelisted: the game server identifies them by it.</CardNote>
        )}
      </div>
    </Card>
  )
}
