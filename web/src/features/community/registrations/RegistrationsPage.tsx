import { Button, SegmentedControl } from '@mantine/core'
import type { ListedRegistration } from '@tenfour/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { portalConfig } from '../../../platform/config/config.ts'
import { dateOnly, dateTime, relativeTime } from '../../../platform/format/dates.ts'
import { Card } from '../../../ui/Card.tsx'
import { CardError, CardLoading, CardNote } from '../../../ui/CardStates.tsx'
import { Entry, EntryList } from '../../../ui/EntryList.tsx'
import { Row } from '../../../ui/layout.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { RegistrationDialog } from './RegistrationDialog.tsx'
import { PAGE_SIZE, registrationsQuery, STATES, useLiveRegistrations, type Shown } from './registrations.queries.ts'

const EMPTY: Readonly<Record<Shown, string>> = {
  waiting: 'No applications are waiting.',
  decided: 'No applications have been decided on or withdrawn. Old applications are deleted after the time set in the settings.',
}

/** The queue of people who have applied for an account. */
export function RegistrationsPage() {
  useLiveRegistrations()
  const [show, setShow] = useState<Shown>('waiting')
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<number | null>(null)
  const { data, isError, refetch } = useQuery(registrationsQuery(show, page))
  // The last application of the last page was decided on.
  if (data !== undefined && data.page === page && data.items.length === 0 && page > 1) setPage(page - 1)
  return (
    <>
      <PageHeader
        title="Applications"
        subtitle={
          portalConfig().takesApplications ? (
            'People who applied for an account at /login/register.'
          ) : (
            <>
              Nobody new can apply: taking applications is off in the <Link to="/admin/settings">settings</Link>.
            </>
          )
        }
      />
      <Card
        title={show === 'waiting' ? 'Waiting' : 'Past applications'}
        aside={data && data.total > 0 ? `${data.total}${data.isTotalExact ? '' : '+'}` : undefined}
        link={
          <SegmentedControl
            size="xs"
            aria-label="Which applications"
            value={show}
            data={[
              { value: 'waiting', label: 'Waiting' },
              { value: 'decided', label: 'Past' },
            ]}
            onChange={(value) => {
              setShow(value === 'decided' ? 'decided' : 'waiting')
              setPage(1)
            }}
          />
        }
      >
        {!data ? (
          isError ? (
            <CardError what="Applications" onRetry={refetch} />
          ) : (
            <CardLoading rows={4} />
          )
        ) : data.items.length === 0 ? (
          <CardNote>{EMPTY[show]}</CardNote>
        ) : (
          <EntryList label="Applications">
            {data.items.map((each) => (
              <RegistrationEntry key={each.registrationId} registration={each} onOpen={() => setOpened(each.registrationId)} />
            ))}
          </EntryList>
        )}
        {data && <Pager label="Applications" {...data} page={page} pageSize={PAGE_SIZE} onPage={setPage} />}
      </Card>
      {opened !== null && <RegistrationDialog key={opened} registrationId={opened} onOpen={setOpened} onClose={() => setOpened(null)} />}
    </>
  )
}

function RegistrationEntry({ registration, onOpen }: { registration: ListedRegistration; onOpen: () => void }) {
  const { name, state, appliedAt, decided, discord } = registration
  return (
    <Entry
      title={
        <Row as="span" gap="2px 10px">
          {name}
          <StatusBadge tone={STATES[state].tone} variant="soft">
            {STATES[state].word}
          </StatusBadge>
        </Row>
      }
      detail={
        <span title={dateTime(appliedAt)}>
          Applied {relativeTime(appliedAt)}
          {discord && `, Discord account ${discord.username} of ${dateOnly(discord.createdAt)}`}
          {decided && `, decided by ${decided.by.name} ${relativeTime(decided.at)}`}
        </span>
      }
    >
      <Button variant="default" size="compact-sm" onClick={onOpen}>
        Open<span className="visually-hidden"> the application of {name}</span>
      </Button>
    </Entry>
  )
}
