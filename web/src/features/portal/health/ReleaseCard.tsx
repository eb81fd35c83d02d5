import { getReleaseNotes } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { Stack } from '../../../ui/layout.tsx'
import classes from './ReleaseCard.module.css'

const releaseQuery = queryOptions({
  queryKey: ['release-notes'],
  queryFn: ({ signal }) => call(getReleaseNotes, { signal, quiet: true }),
  staleTime: Infinity,
  meta: { handled: true },
})

/** The version that runs, what is in it, and how to go back to the one before. */
export function ReleaseCard() {
  const { data, isError, refetch } = useQuery(releaseQuery)
  return (
    <Card title="Version" aside={data && `Tenfour ${data.version}`}>
      {data ? (
        <Stack gap={14}>
          <div>
            <h3 className={classes.heading}>What is in it</h3>
            {data.sections.length === 0 && <CardNote>This installation has no change log.</CardNote>}
            {data.sections.map(({ title, points }) => (
              <details key={title} className={classes.section}>
                <summary>
                  {title} <span className="muted">{points.length.toLocaleString('en')}</span>
                </summary>
                <ul className={classes.points}>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              </details>
            ))}
          </div>
          <div>
            <h3 className={classes.heading}>How to go back</h3>
            {data.wayBack ? (
              <>
                <p>
                  Before the last upgrade, on {dateTime(data.wayBack.madeAt)}, the portal made the backup{' '}
                  <span className="mono">{data.wayBack.file}</span>. The version from before restores it; what members did since is not in
                  it.
                </p>
                <ol className={classes.points}>
                  <li>Make a backup of today, and stop the portal.</li>
                  <li>Move the data folder away (or name another DATABASE_URL), and install the version from before.</li>
                  <li>
                    <span className="mono">npm run portal -- restore {data.wayBack.file}</span>, then start the portal.
                  </li>
                </ol>
              </>
            ) : (
              <p className="muted">
                No upgrade has changed this database yet. The next one makes a backup first, and this page then says how to go back with it.
              </p>
            )}
          </div>
        </Stack>
      ) : isError ? (
        <CardError what="The version" onRetry={refetch} />
      ) : (
        <CardLoading />
      )}
    </Card>
  )
}
