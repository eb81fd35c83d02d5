import { getLastErrors } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../platform/api/client.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { Entry, EntryList } from '../../../ui/EntryList.tsx'

const errorsQuery = queryOptions({
  queryKey: ['last-errors'],
  queryFn: ({ signal }) => call(getLastErrors, { signal, quiet: true }),
  staleTime: 0,
  refetchOnWindowFocus: false,
  meta: { handled: true },
})

/** The last errors of the portal, its jobs, mails, Discord and backups. */
export function ErrorsCard() {
  const { data, isError, refetch } = useQuery(errorsQuery)
  return (
    <Card title="Last errors" aside={data && data.length > 0 && data.length.toLocaleString('en')}>
      {data ? (
        data.length === 0 ? (
          <CardNote>No errors are known.</CardNote>
        ) : (
          <EntryList label="Last errors">
            {data.map(({ at, what, error }) => (
              <Entry key={`${at} ${what} ${error}`} title={error} detail={`${what} · ${dateTime(at)}`} />
            ))}
          </EntryList>
        )
      ) : isError ? (
        <CardError what="The last errors" onRetry={refetch} />
      ) : (
        <CardLoading />
      )}
    </Card>
  )
}
