import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../../../ui/Banner.tsx'
import { PageError, PageLoading } from '../../../../ui/PageStates.tsx'
import { BotProblem } from '../BotState.tsx'
import { connectionQuery, useDiscord } from '../discord.queries.ts'
import { DiscordHeader } from '../DiscordHeader.tsx'
import { ChecksCard } from './ChecksCard.tsx'
import { ConnectionForm } from './ConnectionForm.tsx'
import { GuildsCard } from './GuildsCard.tsx'
import { StepsCard } from './StepsCard.tsx'
import { Columns, Stack } from '../../../../ui/layout.tsx'

/** How the portal gets into Discord: its bot, its OAuth client, and the Discord servers the bot is in. */
export function ConnectionPage() {
  const discord = useDiscord()
  const known = discord.data
  const { data: connection, error, refetch } = useQuery(connectionQuery)
  return (
    <Stack>
      <DiscordHeader title="Discord connection" known={known} />
      {known?.isSetUp && <BotProblem bot={known.bot} isAtConnection />}
      {connection ? (
        <>
          {connection.isUnreadable && (
            <Banner tone="danger" title="The stored token and secret can’t be read.">
              They were encrypted with another key than the one in the data folder. Put that key back, or enter token and secret again.
            </Banner>
          )}
          {!connection.runsBot && (
            <Banner tone="info">
              This portal does not run the bot (<code className="mono">PORTAL_BOT=off</code>). Another one does, or{' '}
              <code className="mono">npm run portal -- bot</code>.
            </Banner>
          )}
          <Columns of="minmax(0, 1.2fr) minmax(0, 1fr)" align="start" stackBelow="60em">
            <Stack>
              <StepsCard connection={connection} />
              <ConnectionForm connection={connection} />
            </Stack>
            <Stack>
              <ChecksCard hasToken={connection.token !== 'none'} />
              <GuildsCard guilds={known?.guilds} isError={discord.isError} onRetry={discord.refetch} inviteUrl={connection.inviteUrl} />
            </Stack>
          </Columns>
        </>
      ) : error ? (
        <PageError error={error} onRetry={refetch} />
      ) : (
        <PageLoading label="Loading the connection" />
      )}
    </Stack>
  )
}
