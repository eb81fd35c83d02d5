import { Button } from '@mantine/core'
import { accessSubject, discordAdmin, isAllowed, type DiscordGuild } from '@tenfour/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { Stack } from '../../../ui/layout.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { chosenGuild, DiscordHeader, onDriftChanged, useDiscord } from '../discord/discord.port.ts'
import { DriftCard } from './DriftCard.tsx'
import { HeldRuns } from './HeldRuns.tsx'
import { PlanCard } from './PlanCard.tsx'
import classes from './Sync.module.css'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { refreshSync, unfollow } from './sync.queries.ts'

/** Whether the roles of a Discord server follow the portal, and where they do not. */
export function SyncPage() {
  const { data: known, error, refetch } = useDiscord()
  const search: { guild?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  useEffect(() => onDriftChanged(() => void refreshSync().catch(reportError)), [])
  const guild = known && chosenGuild(known.guilds, search.guild)
  return (
    <Stack>
      <DiscordHeader
        title="Drift"
        known={known}
        guild={guild}
        onGuild={(guildId) => void navigate({ to: '/discord/sync', search: { guild: guildId }, replace: true, resetScroll: false })}
      />
      {!known ? (
        error ? (
          <PageError error={error} onRetry={refetch} />
        ) : (
          <PageLoading label="Loading Discord" />
        )
      ) : !guild || guild.leftAt !== null ? (
        <Card>
          <Empty
            title={guild ? `The bot is no longer in ${guild.name}` : 'The bot is in no Discord server'}
            text="Roles follow the portal where the bot is."
          />
        </Card>
      ) : guild.followedAt === null ? (
        <PlanCard key={guild.guildId} guild={guild} />
      ) : (
        <>
          <HeldRuns guildId={guild.guildId} />
          <DriftCard key={guild.guildId} guildId={guild.guildId} />
          <Following guild={guild} followedAt={guild.followedAt} />
        </>
      )}
    </Stack>
  )
}

function Following({ guild, followedAt }: { guild: DiscordGuild; followedAt: string }) {
  const mayStop = isAllowed(discordAdmin, accessSubject(useSignedInUser()))
  const stop = async () => {
    const isSure = await confirm({
      title: `Stop changing roles in ${guild.name}?`,
      body: 'Everyone keeps the roles they have. To start again, someone looks at the preview first.',
      confirmLabel: 'Stop',
      danger: true,
    })
    if (!isSure) return
    try {
      await unfollow(guild.guildId)
      await refreshSync()
    } catch (error) {
      notify.error(errorInfo(error).message)
    }
    keepFocus()
  }
  return (
    <p className={classes.following}>
      Roles follow the portal since {dateTime(followedAt)}.
      {mayStop && (
        <Button variant="subtle" size="compact-sm" onClick={() => void stop()}>
          Stop
        </Button>
      )}
    </p>
  )
}
