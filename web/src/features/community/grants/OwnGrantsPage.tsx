import { Button } from '@mantine/core'
import type { Grant, GrantKind } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useNow } from '../../../platform/format/use-now.ts'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Card } from '../../../ui/Card.tsx'
import { CardNote } from '../../../ui/CardStates.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { PageHeader } from '../../../ui/Page.tsx'
import { PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { PassDialog, RidealongDialog } from './AskDialog.tsx'
import { isOver } from './grant.labels.ts'
import { GrantEntries } from './GrantRow.tsx'
import { ownGrantsQuery } from './grants.queries.ts'
import { Stack } from '../../../ui/layout.tsx'

/** A member's own ride-alongs and passes, and what they can do for others. */
export function OwnGrantsPage() {
  const user = useSignedInUser()
  const now = useNow()
  const [asking, setAsking] = useState<GrantKind | null>(null)
  const { data, error, refetch } = useQuery(ownGrantsQuery)
  const own = useRef<HTMLUListElement>(null)
  const dialog = { onClose: () => setAsking(null), onAsked: () => keepFocus(own.current) }
  const isOpen = (grant: Grant) => grant.state === 'asked' || (grant.state === 'active' && !isOver(grant, now))
  const mayAsk = (kind: GrantKind) => data !== undefined && !data.own.some((grant) => grant.kind === kind && isOpen(grant))
  return (
    <>
      <PageHeader
        title="Ride-alongs and passes"
        subtitle="Access for a limited time. It ends automatically."
        actions={
          <>
            {mayAsk('pass') && (
              <Button variant="default" onClick={() => setAsking('pass')}>
                Request a pass
              </Button>
            )}
            {mayAsk('ridealong') && <Button onClick={() => setAsking('ridealong')}>Request a ride-along</Button>}
          </>
        }
      />
      {!user.steamId && (
        <Banner
          tone="warning"
          title="Your Steam hex is missing."
          action={
            <Link to="/user/settings" hash="steam-hex">
              Add it in settings →
            </Link>
          }
        >
          A whitelist has no effect without it.
        </Banner>
      )}
      {!data ? (
        error ? (
          <PageError error={error} onRetry={refetch} />
        ) : (
          <PageLoading label="Loading your ride-alongs and passes" />
        )
      ) : (
        <Stack>
          {data.waiting.length > 0 && (
            <Card title="You can answer" aside="requests of others">
              <GrantEntries label="Requests you can answer" grants={data.waiting} now={now} />
            </Card>
          )}
          {data.sponsored.length > 0 && (
            <Card title="You sponsor">
              <GrantEntries label="You sponsor" grants={data.sponsored} now={now} />
            </Card>
          )}
          <Card title="Yours">
            {data.own.length === 0 ? (
              <CardNote>None yet. You can also ask in Discord with /ridealong or /pass.</CardNote>
            ) : (
              <GrantEntries ref={own} label="Yours" grants={data.own} now={now} isOwn />
            )}
          </Card>
        </Stack>
      )}
      {asking === 'ridealong' && data && (
        <RidealongDialog hours={data.ridealongHours} givesAccess={data.ridealongGivesAccess} {...dialog} />
      )}
      {asking === 'pass' && <PassDialog {...dialog} />}
    </>
  )
}
