import { accessSubject, isAllowed, manageDiscord, type PublishedConduct } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { dateTime } from '../../../platform/format/dates.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Card } from '../../../ui/Card.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { DiscordHeader, useDiscord } from '../discord/discord.port.ts'
import { versionsQuery } from './conduct.queries.ts'
import { ConductEditor } from './ConductEditor.tsx'
import { ConductMembers } from './ConductMembers.tsx'
import classes from './Conduct.module.css'

/** The code of conduct, for staff: what it says, who has accepted it, and what it said before. */
export function ConductPage() {
  const { data: known } = useDiscord()
  const mayPublish = isAllowed(manageDiscord, accessSubject(useSignedInUser()))
  const { data: versions, error, refetch } = useQuery(versionsQuery)
  const current = versions?.[0] ?? null
  return (
    <Stack>
      <DiscordHeader title="Code of conduct" known={known} />
      {!versions ? (
        error ? (
          <PageError error={error} onRetry={refetch} />
        ) : (
          <PageLoading label="Loading the code of conduct" />
        )
      ) : (
        <>
          <Card title="Code of conduct" aside={current ? publishedWords(current) : 'not published yet'}>
            {mayPublish ? (
              <ConductEditor current={current} />
            ) : current ? (
              <p className={classes.text}>{current.text}</p>
            ) : (
              <Empty title="No code of conduct" text="Someone with MANAGE_DISCORD can publish one." />
            )}
          </Card>
          {current && <ConductMembers key={current.number} number={current.number} />}
          {versions.length > 1 && (
            <Card title="Earlier versions">
              {versions.slice(1).map((version) => (
                <details key={version.number} className={classes.version}>
                  <summary>{publishedWords(version)}</summary>
                  <p className={classes.text}>{version.text}</p>
                </details>
              ))}
            </Card>
          )}
        </>
      )}
    </Stack>
  )
}

const publishedWords = ({ number, author, publishedAt, accepted }: PublishedConduct): string =>
  `version ${number}, ${author.name}, ${dateTime(publishedAt)}, accepted by ${accepted.toLocaleString('en')}`
