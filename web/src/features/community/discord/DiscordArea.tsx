import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { AreaFrame } from '../../../platform/view/AreaFrame.tsx'
import type { PageTab } from '../../../platform/view/page-links.ts'
import { CountBadge } from '../../../ui/CountBadge.tsx'
import { discordQuery } from './discord.queries.ts'

/** The pages of Manage Discord, with how much is open on each. */
export function DiscordArea() {
  // The page itself keeps it current.
  const { data } = useQuery({ ...discordQuery, enabled: false })
  const { guild }: { guild?: unknown } = useSearch({ strict: false })
  const searchOf = ({ isOfGuild }: PageTab) => (isOfGuild && guild !== undefined ? { guild } : {})
  const { open, jobs } = data ?? {}
  return (
    <AreaFrame
      of="discord"
      label="Manage Discord"
      searchOf={searchOf}
      counts={{
        '/discord/sync': <CountBadge count={jobs?.held ?? 0} words="removals held" />,
        '/discord/tickets': <CountBadge count={open?.tickets ?? 0} words="open" />,
        '/discord/votes': <CountBadge count={open?.votes ?? 0} words="open" />,
        '/discord/grants': <CountBadge count={open?.grants ?? 0} words="waiting for an answer" />,
        '/discord/logs': <CountBadge count={jobs?.failed ?? 0} words="failed" />,
      }}
    />
  )
}
