import type { DiscordGuild } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { onDriftChanged } from '../discord/discord.port.ts'
import { driftCountWords, removalWords } from './sync.labels.ts'
import { driftQuery, heldRunsQuery, refreshSync } from './sync.queries.ts'

/** The changes someone has to look at before roles go on following, or start to. Nothing while all is well. */
export function SyncNotice({ guild }: { guild: DiscordGuild }) {
  const isFollowed = guild.followedAt !== null
  const isHere = guild.leftAt === null
  const drift = useQuery({ ...driftQuery(guild.guildId, 1), enabled: isFollowed && isHere })
  const held = useQuery({ ...heldRunsQuery, enabled: isFollowed && isHere })
  useEffect(() => onDriftChanged(() => void refreshSync().catch(reportError)), [])
  const look = (words: string) => (
    <Link to="/discord/sync" search={{ guild: guild.guildId }}>
      {words}
    </Link>
  )
  if (!isHere) return null
  if (!isFollowed) {
    return (
      <Banner tone="info" title="Roles do not follow the portal yet." action={look('Look at what would change')}>
        No role is given or taken until someone has looked at the changes.
      </Banner>
    )
  }
  const removals = held.data?.filter(({ guildId }) => guildId === guild.guildId).reduce((sum, run) => sum + run.removals, 0) ?? 0
  if (removals > 0) {
    return (
      <Banner
        tone="warning"
        title={`${removalWords(removals)} wait${removals === 1 ? 's' : ''} for confirmation.`}
        action={look('Decide')}
      />
    )
  }
  const total = drift.data?.total ?? 0
  return total > 0 ? <Banner tone="info" title={driftCountWords(total)} action={look('See drift')} /> : null
}
