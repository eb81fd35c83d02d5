import { Button } from '@mantine/core'
import { accessSubject, discordAdmin, isAllowed, type DiscordGuild } from '@tenfour/contract'
import { IconBrandDiscord } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { dateTime } from '../../../platform/format/dates.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { BotProblem, JobsBar } from './BotState.tsx'
import { ChannelsCard } from './ChannelsCard.tsx'
import type { DiscordOverview } from './discord-changes.ts'
import { chosenGuild, type Follows } from './discord-lists.ts'
import { guildQuery, useDiscord } from './discord.queries.ts'
import { DiscordHeader } from './DiscordHeader.tsx'
import { RolesCard } from './RolesCard.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'

const NOTHING_FOLLOWS: Follows = new Map()

type DiscordPageProps = {
  follows?: Follows
  /** The notice above the lists of a Discord server. */ notice?: (guild: DiscordGuild) => ReactNode
}

/** The Discord servers the bot is in: what their channels are used for and what their roles stand for. */
export function DiscordPage({ follows = NOTHING_FOLLOWS, notice }: DiscordPageProps) {
  const { data: known, error, refetch } = useDiscord()
  const search: { guild?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const guild = known && chosenGuild(known.guilds, search.guild)
  return (
    <Stack>
      <DiscordHeader
        title="Manage Discord"
        known={known}
        guild={guild}
        onGuild={(guildId) => void navigate({ to: '/discord/list', search: { guild: guildId }, replace: true, resetScroll: false })}
      />
      {known ? (
        <>
          {known.isSetUp && <BotProblem bot={known.bot} />}
          {guild ? (
            <>
              {notice?.(guild)}
              <JobsBar jobs={known.jobs} />
              {guild.leftAt !== null && (
                <Banner tone="warning" title={`The bot is no longer in ${guild.name}.`}>
                  It left on {dateTime(guild.leftAt)}. The lists below are from then.
                </Banner>
              )}
              <Guild key={guild.guildId} guildId={guild.guildId} follows={follows} />
            </>
          ) : (
            <NoGuild {...known} />
          )}
        </>
      ) : error ? (
        <PageError error={error} onRetry={refetch} />
      ) : (
        <PageLoading label="Loading Discord" />
      )}
    </Stack>
  )
}

function Guild({ guildId, follows }: { guildId: string; follows: Follows }) {
  const { data, error, refetch } = useQuery(guildQuery(guildId))
  if (!data) {
    return error ? <PageError error={error} onRetry={refetch} /> : <PageLoading label="Loading channels and roles" rows={10} />
  }
  return (
    <Columns align="start" stackBelow="75em">
      <RolesCard guildId={guildId} roles={data.roles} follows={follows} />
      <ChannelsCard guildId={guildId} channels={data.channels} />
    </Columns>
  )
}

/** Before the first: how to begin, for those who may, and whom to ask for the others. */
function NoGuild({ isSetUp }: DiscordOverview) {
  const mayConnect = isAllowed(discordAdmin, accessSubject(useSignedInUser()))
  const ask = 'Ask an admin, or someone with DISCORD_ADMIN.'
  return (
    <Card>
      <Empty
        icon={<IconBrandDiscord size={28} stroke={1.6} />}
        title={isSetUp ? 'The bot is in no Discord server yet' : 'Discord is not connected'}
        text={
          isSetUp
            ? `Once it is invited, the channels and roles of that server appear here.${mayConnect ? '' : ` ${ask}`}`
            : `Once Discord is connected, members link their accounts, get their roles there, and read what the portal posts. ${
                mayConnect ? 'It takes about five minutes.' : ask
              }`
        }
        action={
          mayConnect && (
            <Button renderRoot={(props) => <Link to="/discord/connection" {...props} />}>
              {isSetUp ? 'Invite the bot' : 'Connect Discord'}
            </Button>
          )
        }
      />
    </Card>
  )
}
