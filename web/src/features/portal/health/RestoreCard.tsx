import { Button } from '@mantine/core'
import { decideHeld, getRestore, seeRestore, type BodyOf, type RestoreOverview } from '@tenfour/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../platform/api/client.ts'
import { dateTime } from '../../../platform/format/dates.ts'
import { queryClient } from '../../../platform/query/query-client.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Entry, EntryList } from '../../../ui/EntryList.tsx'
import { errorInfo } from '../../../ui/error-info.ts'
import { Stack } from '../../../ui/layout.tsx'
import { HELD_WORDS, heldWords, WITHDRAWN } from './backups.labels.ts'

const restoreQuery = queryOptions({
  queryKey: ['restore'],
  queryFn: ({ signal }) => call(getRestore, { signal, quiet: true }),
  meta: { handled: true },
})
const keep = (overview: RestoreOverview) => void queryClient.setQueryData(restoreQuery.queryKey, overview)

/** The changes of the last restore, until an admin has looked through them and decided on mails and penalties that it held. */
export function RestoreCard() {
  const { data } = useQuery(restoreQuery)
  const [problem, setProblem] = useState<string | null>(null)
  if (!data?.restore) return null
  const { restore, held } = data
  const isHeld = held.mails > 0 || held.penalties > 0
  if (restore.isSeen && !isHeld) return null
  const run = (action: () => Promise<RestoreOverview>) => async () => {
    setProblem(null)
    await action().then(keep, (error: unknown) => setProblem(errorInfo(error).message))
  }
  const decide = (body: BodyOf<typeof decideHeld>) => run(() => call(decideHeld, { body, quiet: true }))
  const { restoreId, at, madeAt, setAside, hadList, withdrawn, isSeen } = restore
  return (
    <Card title="A backup was restored" aside={dateTime(at)}>
      <Stack gap={12}>
        {problem !== null && (
          <Banner tone="danger" announce>
            {problem}
          </Banner>
        )}
        <p>
          The portal is as it was on {dateTime(madeAt)}. Everybody has to sign in again, and links for a new password and invitations have
          ended.
          {setAside !== null && ` The tables from before are in the schema ${setAside} of the database.`}
        </p>
        {!hadList && (
          <Banner tone="warning">
            It was not known who was disabled, barred or demoted and which keys were revoked after the backup: look through the accounts and
            keys.
          </Banner>
        )}
        {(['mails', 'penalties'] as const).map(
          (what) =>
            held[what] > 0 && (
              <Banner
                key={what}
                tone="info"
                action={
                  <>
                    <ActionButton size="compact-sm" variant="default" action={decide({ what, decision: 'send' })}>
                      {HELD_WORDS[what].send}
                    </ActionButton>{' '}
                    <ActionButton size="compact-sm" variant="default" action={decide({ what, decision: 'drop' })}>
                      {HELD_WORDS[what].drop}
                    </ActionButton>
                  </>
                }
              >
                {heldWords(what, held[what])}
              </Banner>
            ),
        )}
        {!isSeen && withdrawn.length > 0 && (
          <EntryList label="Lost again with the restore">
            {withdrawn.map(({ kind, userId, name }) => (
              <Entry
                key={`${kind} ${userId} ${name}`}
                title={
                  userId === null ? (
                    name
                  ) : (
                    <Link to="/admin/users/$userId" params={{ userId }}>
                      {name}
                    </Link>
                  )
                }
                detail={WITHDRAWN[kind]}
              />
            ))}
          </EntryList>
        )}
        {!isSeen && (
          <div>
            <Button size="xs" variant="default" onClick={run(() => call(seeRestore, { params: { restoreId }, body: {}, quiet: true }))}>
              I have looked through this
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}
