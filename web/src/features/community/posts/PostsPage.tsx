import { useEffect } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { DiscordHeader, useDiscord } from '../discord/discord.port.ts'
import { LogEventsCard } from './LogEventsCard.tsx'
import { PatrolNoticeCard } from './PatrolNoticeCard.tsx'
import classes from './Posts.module.css'
import { refreshTexts } from './posts.queries.ts'
import { TextsCard } from './TextsCard.tsx'
import { Columns, Stack } from '../../../ui/layout.tsx'

/** What the portal says in Discord: messages of staff, patrol notices, and what happens in the portal. */
export function PostsPage() {
  const { data: known } = useDiscord()
  const jobs = known?.jobs
  // A message that waited may be there now.
  useEffect(() => {
    if (jobs) refreshTexts().catch(reportError)
  }, [jobs])
  return (
    <div className={classes.page}>
      <DiscordHeader title="Messages" known={known} />
      <Columns of="minmax(0, 3fr) minmax(0, 2fr)" align="start" stackBelow="60em">
        <TextsCard />
        <Stack>
          <PatrolNoticeCard />
          <LogEventsCard />
        </Stack>
      </Columns>
    </div>
  )
}
